// Incidents as a guard's device reports them: stored once, however often they are sent (MNG-08).
import { hash } from 'node:crypto';
import type { BodyOf } from '@watchpost/contract/endpoint';
import type { FieldIncident, sendFieldIncident } from '@watchpost/contract/field-incidents';
import { type FieldTime, fieldTimeOf, flagsOfTime, serverTimeOf } from '@watchpost/domain/device-clock';
import { incidentPhotosMax } from '@watchpost/domain/incidents';
import { wasPosted } from '@watchpost/domain/postings';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { GuardScope } from '../../platform/access/caller.ts';
import { flagsOfPhone } from '../../platform/access/flags-of-phone.ts';
import { findPastPostings } from '../../platform/access/past-postings.queries.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { drawPicture } from '../../platform/pictures/draw-picture.ts';
import { storePicture } from '../../platform/pictures/store-picture.ts';
import { findLateFlags } from '../trust/late-flags.queries.ts';
import {
  findReport,
  findSentPhoto,
  holdIncident,
  insertReport,
  insertSentPhoto,
  isPosted,
  type StoredReport,
} from './field-incidents.queries.ts';
import { insertHistory } from './incident-changes.queries.ts';

interface Receipt {
  readonly id: string;
  readonly receivedAtMs: number;
}

/** Over the report's text in one fixed order of its keys, whatever order the device wrote them in. */
function bodyHashOf(incident: FieldIncident): string {
  const { id, siteId, type, severity, description, deviceAtMs, position } = incident;
  const coordinates =
    position === null ? null : [position.latitude, position.longitude, position.accuracyMetres];
  const parts = [id, siteId, type, severity, description, deviceAtMs, coordinates];
  return hash('sha256', JSON.stringify(parts), 'hex');
}

/** Throws notFound for a site that was not the guard's when it happened and idReused for an id that names something else. */
export async function receiveReport(
  scope: GuardScope,
  { sentAtMs, ageMs, incident }: BodyOf<typeof sendFieldIncident>,
): Promise<Receipt> {
  const { id, deviceAtMs } = incident;
  const bodyHash = bodyHashOf(incident);
  const known = await receiptOf(scope, id, bodyHash);
  if (known !== null) return known;
  const receivedAtMs = Date.now();
  const time = fieldTimeOf({ deviceAtMs, sentAtMs, receivedAtMs, ageMs });
  const flags = [
    ...flagsOfPhone(scope),
    ...(await flagsOfSite(scope, incident, time)),
    ...flagsOfTime(time),
    ...(await findLateFlags(scope, { ...time, receivedAtMs })),
  ];
  const sent = { incident, bodyHash, receivedAtMs, time, flags };
  const isNew = await scope.db.transaction().execute((db) => insertReport({ ...scope, db }, sent));
  if (isNew) return { id, receivedAtMs };
  const other = await receiptOf(scope, id, bodyHash);
  if (other === null) throw new AppError('idReused');
  return other;
}

/** None for a site of today's. Throws notFound for one that was not the guard's when it happened. */
async function flagsOfSite(
  scope: GuardScope,
  { siteId }: FieldIncident,
  { happenedAtMs, isDatedByArrival }: FieldTime,
): Promise<TrustFlag[]> {
  if (await isPosted(scope, siteId)) return [];
  const past = await findPastPostings(scope.db, scope.tenantId, [scope.guardId]);
  if (!wasPosted(past, siteId, isDatedByArrival ? null : happenedAtMs)) throw new AppError('notFound');
  return ['formerSite'];
}

/** Of the same report that came before; null for none. Throws idReused. */
async function receiptOf(scope: GuardScope, id: string, bodyHash: string): Promise<Receipt | null> {
  const report = await findReport(scope, id);
  if (report === null) return null;
  if (report.bodyHash !== bodyHash) throw new AppError('idReused');
  return { id, receivedAtMs: report.receivedAtMs };
}

interface SentPhoto {
  readonly incidentId: string;
  readonly photoId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Also for an incident that is closed by now: what a phone kept while it had no network is evidence. Throws notFound and photosFull. */
export async function receivePhoto(files: FileStore, scope: GuardScope, photo: SentPhoto): Promise<Receipt> {
  const { incidentId, photoId, name, bytes } = photo;
  const report = await findReport(scope, incidentId);
  if (report === null) throw new AppError('notFound');
  const sentHash = hash('sha256', bytes, 'hex');
  const known = await photoReceipt(scope, photo, sentHash);
  if (known !== null) return known;
  if (report.photos >= incidentPhotosMax) throw new AppError('photosFull');
  const picture = await drawPicture(bytes, 'image');
  const flags = [...flagsOfPhone(scope), ...(await lateFlagsOfPhoto(scope, report))];
  await scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    // Photos of one report come one after the other, so that none of several at once is one too many.
    await holdIncident(within, incidentId);
    if ((await photoReceipt(within, photo, sentHash)) !== null) return;
    const report = await findReport(within, incidentId);
    if (report === null || report.photos >= incidentPhotosMax) throw new AppError('photosFull');
    const fileId = await storePicture(
      files,
      { scope: within, ownerId: null },
      { name, purpose: 'image', picture },
    );
    const isNew = await insertSentPhoto(within, { id: photoId, incidentId, fileId, sentHash });
    if (!isNew) return;
    const actor = { kind: 'guard', id: scope.guardId } as const;
    const changes = [{ field: 'photos', before: '', after: '1' }];
    await insertHistory(within, { incidentId, kind: 'photos', actor, changes, flags });
  });
  const stored = await photoReceipt(scope, photo, sentHash);
  if (stored === null) throw new Error('a photo was neither stored nor known');
  return stored;
}

/** No photo says when it was taken: it is as old as what it shows. */
function lateFlagsOfPhoto(scope: GuardScope, { deviceAtMs, phoneAtMs, clockSkewMs }: StoredReport) {
  if (deviceAtMs === null) return [];
  const happenedAtMs = serverTimeOf({ deviceAtMs, phoneAtMs, clockSkewMs });
  return findLateFlags(scope, { happenedAtMs, receivedAtMs: Date.now() });
}

async function photoReceipt(
  scope: GuardScope,
  { photoId, incidentId }: SentPhoto,
  sentHash: string,
): Promise<Receipt | null> {
  const stored = await findSentPhoto(scope, photoId);
  if (stored === null) return null;
  if (stored.sentHash !== sentHash || stored.incidentId !== incidentId) throw new AppError('idReused');
  return { id: photoId, receivedAtMs: stored.receivedAtMs };
}
