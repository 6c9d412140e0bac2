// The doubts about each scan of a round: those stored with it, and those that it earns beside others.
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { timeFlags, type TrustFlag } from '@watchpost/domain/trust';
import { countFlags, type FlagCounts } from '@watchpost/domain/trust-score';
import { type SequenceFlag, flagsOfSequence, type SequencedScan } from '@watchpost/domain/trust-sequence';
import { settingsAt } from '@watchpost/domain/trust-thresholds';
import type { RoundContext } from './round-context.queries.ts';

export interface JudgedScan extends SequencedScan {
  readonly receivedAtMs: number;
  readonly flags: readonly TrustFlag[];
}

export interface RoundPlan {
  /** Null while it is not known. */
  readonly planned: readonly Pick<PlannedCheckpoint, 'checkpointId'>[] | null;
  readonly isFixedOrder: boolean;
}

/** Scan id -> doubts beside other scans, for scans that have any. */
export function sequenceFlags(
  plan: RoundPlan,
  scans: readonly JudgedScan[],
  { settings, elsewhere, ofOthers, sharedCodes }: RoundContext,
): Map<string, SequenceFlag[]> {
  const arrivals = new Map(scans.map(({ id, receivedAtMs }) => [id, receivedAtMs]));
  return flagsOfSequence({
    scans,
    plannedOrder: plan.planned?.map(({ checkpointId }) => checkpointId) ?? null,
    isFixedOrder: plan.isFixedOrder,
    elsewhere,
    ofOthers,
    sharedCodes,
    settingsOf: (id) => settingsAt(settings, arrivals.get(id) ?? 0),
  });
}

/** A start or an end that is flagged for its time. */
export interface FlaggedEvent {
  readonly receivedAtMs: number;
  readonly flags: readonly TrustFlag[];
}

/** How many scans have each doubt; what a start or an end alone has counts as that of one scan. */
export function countRoundFlags(
  scans: readonly JudgedScan[],
  sequence: ReadonlyMap<string, readonly SequenceFlag[]>,
  events: readonly FlaggedEvent[],
): FlagCounts {
  const ofScans = countFlags(
    scans.map(({ id, flags }) => [...flags, ...(sequence.get(id) ?? []).map(({ flag }) => flag)]),
  );
  const ofEvents = events.flatMap(({ flags }) => timeFlags.filter((flag) => flags.includes(flag)));
  return ofEvents.length === 0
    ? ofScans
    : new Map([...ofEvents.map((flag) => [flag, 1] as const), ...ofScans]);
}
