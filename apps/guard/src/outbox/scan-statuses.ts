// What became of the scans of a round, as far as the phone knows.
import { likelyOffsetMs, type NotedBy } from '../lib/device-time.ts';
import type { OutboxRecord } from './records.ts';
import type { WalkedRound } from './shift.ts';

/** unconfirmed: not sent, and only the server can tell whether it counts there. */
export type ScanStatus = 'waiting' | 'unconfirmed' | 'taken' | 'refused';

export interface PointStatus extends NotedBy {
  readonly status: ScanStatus;
  readonly atMs: number;
}

/** Scans of the round among the records. */
export function scansOf(records: readonly OutboxRecord[], roundId: string) {
  return records.flatMap(({ entry, time }) =>
    entry.kind === 'event' && entry.event.kind === 'checkpointScanned' && entry.event.roundId === roundId
      ? [{ ...entry.event, offsetMs: likelyOffsetMs(time) }]
      : [],
  );
}

interface Records {
  readonly waiting: readonly OutboxRecord[];
  readonly refused: readonly OutboxRecord[];
}

/** How many scans of the round are of codes that only the server can place, and that it has not seen. */
export function countUnconfirmed(round: WalkedRound, { waiting }: Pick<Records, 'waiting'>): number {
  const waitingIds = new Set(scansOf(waiting, round.id).map(({ id }) => id));
  return round.scans.filter(({ id, isUnconfirmed }) => isUnconfirmed === true && waitingIds.has(id)).length;
}

/** By checkpoint: the last scan that was not refused, else the last refused one. */
export function scanStatusesOf(
  round: WalkedRound,
  { waiting, refused }: Records,
): ReadonlyMap<string, PointStatus> {
  const statuses = new Map<string, PointStatus>();
  for (const { checkpointId, deviceAtMs: atMs, offsetMs } of scansOf(refused, round.id)) {
    statuses.set(checkpointId, { status: 'refused', atMs, offsetMs });
  }
  const waitingIds = new Set(scansOf(waiting, round.id).map(({ id }) => id));
  for (const { id, checkpointId, atMs, offsetMs = null, isUnconfirmed = false } of round.scans) {
    const notSent = isUnconfirmed ? 'unconfirmed' : 'waiting';
    statuses.set(checkpointId, { status: waitingIds.has(id) ? notSent : 'taken', atMs, offsetMs });
  }
  return statuses;
}
