// Calls for help as a guard's device sends them: stored once, however often they are sent, and told at once (NOTIF-05).
import { hash } from 'node:crypto';
import type { BodyOf } from '@watchpost/contract/endpoint';
import type {
  FieldSos,
  sendFieldSos,
  sendFieldSosPositions,
  sendFieldSosSafe,
} from '@watchpost/contract/sos';
import { type FieldTime, fieldTimeOf, flagsOfTime } from '@watchpost/domain/device-clock';
import { knownPosition } from '@watchpost/domain/geo';
import { sosStateOf } from '@watchpost/domain/sos';
import type { GuardScope } from '../../platform/access/caller.ts';
import { flagsOfPhone } from '../../platform/access/flags-of-phone.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import { signalSos } from '../../company/notifications/sos-signals.queries.ts';
import { findLateFlags } from '../../patrol/trust/late-flags.queries.ts';
import {
  findGuardName,
  findOwnSos,
  findSafeReceipt,
  findSosSite,
  insertPositions,
  insertSos,
  nameSosNotice,
  type OwnSos,
  updateSafe,
} from './field-sos.queries.ts';
import { insertSosEvent } from './sos-history.queries.ts';

interface Receipt {
  readonly id: string;
  readonly receivedAtMs: number;
}

/** Over the call's text in one fixed order of its keys, whatever order the device wrote them in. */
function bodyHashOf({ id, siteId, deviceAtMs, position }: FieldSos): string {
  const coordinates =
    position === null ? null : [position.latitude, position.longitude, position.accuracyMetres];
  return hash('sha256', JSON.stringify([id, siteId, deviceAtMs, coordinates]), 'hex');
}

/** Resolves when the call, its history and its notices are committed. Throws idReused for an id that names something else. */
export async function receiveSos(
  scope: GuardScope,
  { sentAtMs, ageMs, sos }: BodyOf<typeof sendFieldSos>,
): Promise<Receipt> {
  const bodyHash = bodyHashOf(sos);
  const known = await receiptOf(scope, sos.id, bodyHash);
  if (known !== null) return known;
  const receivedAtMs = Date.now();
  const time = fieldTimeOf({ deviceAtMs: sos.deviceAtMs, sentAtMs, receivedAtMs, ageMs });
  const flags = await flagsOf(scope, { ...time, receivedAtMs });
  const isNew = await scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    const site = await findSosSite(within, sos.siteId, receivedAtMs);
    const siteId = site?.id ?? null;
    if (!(await insertSos(within, { sos, bodyHash, siteId, receivedAtMs, time }))) return false;
    await insertSosEvent(within, {
      sosId: sos.id,
      kind: 'raised',
      id: sos.id,
      atMs: time.happenedAtMs,
      phoneAtMs: time.phoneAtMs,
      receivedAtMs,
      actor: { kind: 'guard', id: scope.guardId },
      flags,
    });
    await signalSos(db, scope.tenantId, siteId);
    await notify(db, {
      tenantId: scope.tenantId,
      kind: 'sosRaised',
      siteId,
      params: { guard: await findGuardName(within), site: site?.name ?? '–' },
      link: `/admin-dashboard/live?sos=${sos.id}`,
      once: await nameSosNotice(within, { id: sos.id, siteId, receivedAtMs }),
    });
    return true;
  });
  if (isNew) return { id: sos.id, receivedAtMs };
  const other = await receiptOf(scope, sos.id, bodyHash);
  if (other === null) throw new AppError('idReused');
  return other;
}

async function flagsOf(scope: GuardScope, sent: FieldTime & { readonly receivedAtMs: number }) {
  return [...flagsOfPhone(scope), ...flagsOfTime(sent), ...(await findLateFlags(scope, sent))];
}

/** Of the same call that came before; null for none. Throws idReused. */
async function receiptOf(scope: GuardScope, id: string, bodyHash: string): Promise<Receipt | null> {
  const call = await findOwnSos(scope, id);
  if (call === null) return null;
  if (call.bodyHash !== bodyHash) throw new AppError('idReused');
  return { id, receivedAtMs: call.receivedAtMs };
}

async function ownSos(scope: GuardScope, id: string): Promise<OwnSos> {
  const call = await findOwnSos(scope, id);
  if (call === null) throw new AppError('notFound');
  return call;
}

/** Also for a call that is resolved by now: where somebody was stays worth knowing. */
export async function receivePositions(
  scope: GuardScope,
  id: string,
  { sentAtMs, agesMs, positions }: BodyOf<typeof sendFieldSosPositions>,
): Promise<{ ids: string[] }> {
  const { siteId } = await ownSos(scope, id);
  const receivedAtMs = Date.now();
  await scope.db.transaction().execute(async (db) => {
    const known = positions.filter((position) => knownPosition(position) !== null);
    const timed = known.map((position) => {
      const { deviceAtMs } = position;
      const time = fieldTimeOf({ deviceAtMs, sentAtMs, receivedAtMs, ageMs: agesMs?.[position.id] });
      return { ...position, time };
    });
    await insertPositions({ ...scope, db }, id, timed, receivedAtMs);
    await signalSos(db, scope.tenantId, siteId);
  });
  return { ids: positions.map((position) => position.id) };
}

/** The first word of it counts; the receipt of any later one tells when that came. */
export async function receiveSafe(
  scope: GuardScope,
  id: string,
  { sentAtMs, ageMs, safe }: BodyOf<typeof sendFieldSosSafe>,
): Promise<Receipt> {
  const { siteId } = await ownSos(scope, id);
  const receivedAtMs = Date.now();
  const time = fieldTimeOf({ deviceAtMs: safe.deviceAtMs, sentAtMs, receivedAtMs, ageMs });
  const { happenedAtMs: atMs, phoneAtMs } = time;
  const flags = await flagsOf(scope, { ...time, receivedAtMs });
  return scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    const actor = { kind: 'guard', id: scope.guardId } as const;
    const details = { atMs, phoneAtMs, receivedAtMs, actor, flags };
    const event = { sosId: id, kind: 'safe', id: safe.id, ...details } as const;
    if (await insertSosEvent(within, event)) {
      await updateSafe(within, id, atMs);
      await signalSos(db, scope.tenantId, siteId);
      return { id: safe.id, receivedAtMs };
    }
    return { id: safe.id, receivedAtMs: await findSafeReceipt(within, id) };
  });
}

export async function viewOwnSos(scope: GuardScope, id: string) {
  const call = await ownSos(scope, id);
  return { id, state: sosStateOf(call), acknowledgedAtMs: call.acknowledgedAtMs };
}
