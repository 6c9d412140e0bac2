// What a guard can do, each recorded under a new id with the phone's time (FIELD-01).
import type { CheckpointScanned } from '@watchpost/contract/field';
import type { FieldIncident } from '@watchpost/contract/field-incidents';
import { dwellMaxMs } from '@watchpost/domain/checkpoint-methods';
import { scanCodeMaxLength } from '@watchpost/domain/checkpoint-codes';
import { storableText } from '../lib/storable-text.ts';
import { makeUuidV7 } from '../lib/uuid-v7.ts';
import type { Position } from '../lib/whereabouts.ts';
import { showPhone } from './phone.ts';
import { type Photo, recordEntries, recordEvent } from './recording.ts';
import type { Entry, Owner, PlannedRoute, Session } from './records.ts';
import type { Shift } from './shift.ts';
import { sendUnsavedPosition, sendUnsavedSafe, sendUnsavedSos } from './unsaved.ts';

const named = () => ({ id: makeUuidV7(), deviceAtMs: Date.now() });

export function startDuty(
  owner: Owner,
  site: { readonly id: string; readonly name: string; readonly timeZone: string },
): Promise<boolean> {
  const event = { kind: 'dutyStarted', ...named(), siteId: site.id } as const;
  return recordEvent(owner, event, site.name, { site });
}

export async function endDuty(owner: Owner, { duty }: Shift): Promise<boolean> {
  if (duty === null) return false;
  return recordEvent(owner, { kind: 'dutyEnded', ...named(), dutyId: duty.id }, duty.siteName);
}

export function startRound(owner: Owner, route: PlannedRoute): Promise<boolean> {
  const { routeVersionId, routeName } = route;
  return recordEvent(owner, { kind: 'roundStarted', ...named(), routeVersionId }, routeName, { route });
}

export interface ScanRead {
  readonly checkpointId: string;
  readonly name: string;
  readonly method: CheckpointScanned['method'];
  /** As it was read; none of a scan by position. */
  readonly code?: string;
  readonly position: Position | null;
  /** How long the phone stayed within the geofence, of a scan by position. */
  readonly dwellMs?: number;
  /** Whether the phone knows that the code is of that checkpoint. */
  readonly isConfirmed: boolean;
  /** When it was read, which may be before its place was known. */
  readonly atMs: number;
}

/** The scan's id, once it is safe on the phone; null where no round is under way. */
export async function recordScan(owner: Owner, roundId: string, read: ScanRead): Promise<string | null> {
  const { checkpointId, name, method, position, dwellMs, isConfirmed, atMs } = read;
  const id = makeUuidV7();
  const event = {
    kind: 'checkpointScanned',
    id,
    roundId,
    checkpointId,
    deviceAtMs: atMs,
    method,
    position,
    ...(read.code === undefined ? {} : { code: storableText(read.code.slice(0, scanCodeMaxLength)) }),
    ...(dwellMs === undefined ? {} : { dwellMs: Math.min(dwellMaxMs, Math.max(0, Math.floor(dwellMs))) }),
  } as const;
  const isUnconfirmed = !isConfirmed;
  return (await recordEvent(owner, event, name, { isUnconfirmed })) ? id : null;
}

export async function endRound(owner: Owner, { round }: Shift): Promise<boolean> {
  if (round === null) return false;
  const event = { kind: 'roundEnded', ...named(), roundId: round.id } as const;
  return recordEvent(owner, event, round.route.routeName);
}

type Report = Pick<FieldIncident, 'siteId' | 'type' | 'severity' | 'description' | 'position'>;

/** What a report was while it was written. */
interface ReportDrafts {
  /** Null where an older app began it. */
  readonly id: string | null;
  readonly names: readonly string[];
}

/** One report with its photos, of the drafts of both; its id, whether it is recorded now or was by another tab. */
export async function reportIncident(
  owner: Owner,
  report: Report,
  about: string,
  pictures: readonly Blob[],
  drafts: ReportDrafts,
): Promise<string> {
  const incident = { ...named(), ...report, description: storableText(report.description) };
  const photos: Photo[] = pictures.map((blob) => ({ id: makeUuidV7(), blob }));
  const written = [
    { entry: { kind: 'incident' as const, incident }, about, draftId: drafts.id ?? undefined },
    ...photos.map(({ id, blob }) => ({
      entry: { kind: 'photo' as const, id, incidentId: incident.id, bytes: blob.size },
      about,
    })),
  ];
  const knownId = await recordEntries(owner, written, photos, drafts.names);
  // Anyone who shows what waits shows this report among it.
  await showPhone();
  return knownId ?? incident.id;
}

/** What was written, and whether the phone holds it; what it has no room for has arrived already. */
export interface SentWord {
  readonly id: string;
  readonly deviceAtMs: number;
  readonly isKept: boolean;
}

/** Whether the phone holds it. Throws where it could be neither kept nor sent. */
async function saveOrSend(
  { owner, token }: Session,
  entry: Entry,
  send: () => Promise<boolean>,
): Promise<boolean> {
  try {
    await recordEntries(owner, [{ entry, about: '' }]);
    return true;
  } catch (error) {
    if (token !== null && (await send())) return false;
    throw error;
  }
}

/** Throws where the call could be neither kept nor sent. */
export async function callForHelp(
  session: Session,
  siteId: string | null,
  position: Position | null,
): Promise<SentWord> {
  const name = named();
  const sos = { ...name, siteId, position };
  const send = () => sendUnsavedSos(session, sos);
  return { ...name, isKept: await saveOrSend(session, { kind: 'sos', sos }, send) };
}

/** Throws where the position could be neither kept nor sent. */
export async function sendPosition(session: Session, sosId: string, at: Position): Promise<void> {
  const position = { ...named(), ...at };
  const send = () => sendUnsavedPosition(session, sosId, position);
  await saveOrSend(session, { kind: 'sosPosition', sosId, position }, send);
}

/** Throws where it could be neither kept nor sent that the guard is safe. */
export async function sendSafe(session: Session, sosId: string): Promise<SentWord> {
  const safe = named();
  const send = () => sendUnsavedSafe(session, sosId, safe);
  return { ...safe, isKept: await saveOrSend(session, { kind: 'sosSafe', sosId, safe }, send) };
}
