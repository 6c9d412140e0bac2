// What a round's row becomes when events join it, in whatever order: equal to foldRound over all of them.
import { foldRound, type PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { statusOf } from '@watchpost/domain/round-status';
import type { EventOf, Round, SentEvent, WaitingEnd, WaitingScan } from './field-state.ts';

/** Events that join one round together. */
export interface RoundBatch {
  readonly start: SentEvent<EventOf<'roundStarted'>> | null;
  /** The start's route version. */
  readonly plan: { readonly siteId: string; readonly checkpoints: readonly PlannedCheckpoint[] } | null;
  readonly scans: readonly WaitingScan[];
  readonly ends: readonly WaitingEnd[];
}

/**
 * A round whose start is known. `scanned` holds at least those checkpoints of the news that earlier scans had
 * reached, so that nothing else of the round need be read.
 */
export function advanceStarted(
  round: Round,
  planned: readonly PlannedCheckpoint[],
  scanned: ReadonlySet<string>,
  batch: RoundBatch,
): Round {
  const inPlan = new Set(planned.map((point) => point.checkpointId));
  const fresh = new Set(
    batch.scans.flatMap(({ checkpointId: id }) =>
      id !== null && inPlan.has(id) && !scanned.has(id) ? [id] : [],
    ),
  );
  const endedAtMs = batch.ends.reduce<number | null>(
    (first, { deviceAtMs }) => (first === null ? deviceAtMs : Math.min(first, deviceAtMs)),
    round.endedAtMs,
  );
  const scannedCheckPoints = round.scannedCheckPoints + fresh.size;
  const { totalCheckPoints } = round;
  const statusCode = statusOf({ hasEnded: endedAtMs !== null, totalCheckPoints, scannedCheckPoints });
  return { ...round, endedAtMs, scannedCheckPoints, statusCode };
}

/**
 * A round whose start was not known before; `scans` and `ends` are all of it, stored and new. Until the start comes
 * it stands where its first scan was; null while there is no scan either, since no one knows where it is.
 */
export function foldUnstarted(
  id: string,
  batch: RoundBatch,
  stored: { readonly scans: readonly WaitingScan[]; readonly ends: readonly WaitingEnd[] },
): Round | null {
  const { start, plan } = batch;
  const scans = [...stored.scans, ...batch.scans];
  const first = firstOf(scans);
  const guardId = start?.guardId ?? first?.guardId;
  const deviceId = start?.deviceId ?? first?.deviceId;
  const siteId = plan?.siteId ?? first?.siteId;
  if (guardId === undefined || deviceId === undefined || siteId === undefined) return null;
  const facts = foldRound({
    start: start === null ? null : { deviceAtMs: start.atMs, planned: plan?.checkpoints ?? [] },
    scans,
    // Anybody may have claimed to end a round that did not exist yet.
    ends: [...stored.ends, ...batch.ends].filter((end) => end.guardId === guardId),
  });
  return { id, siteId, guardId, deviceId, routeVersionId: start?.event.routeVersionId ?? null, ...facts };
}

function firstOf(scans: readonly WaitingScan[]): WaitingScan | undefined {
  return scans.reduce<WaitingScan | undefined>(
    (first, scan) => (first === undefined || comesBefore(scan, first) ? scan : first),
    undefined,
  );
}

function comesBefore(a: WaitingScan, b: WaitingScan): boolean {
  return a.deviceAtMs === b.deviceAtMs ? a.id < b.id : a.deviceAtMs < b.deviceAtMs;
}

export function isSameRound(a: Round, b: Round): boolean {
  return (
    a.siteId === b.siteId &&
    a.deviceId === b.deviceId &&
    a.routeVersionId === b.routeVersionId &&
    a.startedAtMs === b.startedAtMs &&
    a.endedAtMs === b.endedAtMs &&
    a.statusCode === b.statusCode &&
    a.totalCheckPoints === b.totalCheckPoints &&
    a.scannedCheckPoints === b.scannedCheckPoints
  );
}
