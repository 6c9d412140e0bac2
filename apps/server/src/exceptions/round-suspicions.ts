// What is wrong with a walked round, as far as anybody can know from what arrived.
import {
  type ExceptionKind,
  type ExceptionReason,
  flaggedSeverity,
  incompleteSeverity,
  rankOf,
} from '@watchpost/domain/exceptions';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { roundStatus } from '@watchpost/domain/round-status';
import { flagsOfSequence, type SequencedScan, type TrustFlag, trustFlags } from '@watchpost/domain/trust';

export interface SuspectRound {
  readonly id: string;
  readonly siteId: string;
  readonly guardId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  readonly total: number;
  readonly scanned: number;
  readonly routeId: string | null;
  readonly routeName: string;
  readonly isFixedOrder: boolean;
  /** Null while its start is not known. */
  readonly planned: readonly PlannedCheckpoint[] | null;
  readonly dueRoundId: string | null;
  readonly tourId: string | null;
  readonly tourName: string;
}

export interface SuspectScan extends SequencedScan {
  readonly flags: readonly TrustFlag[];
}

export interface RoundFact {
  readonly round: SuspectRound;
  readonly kind: Extract<ExceptionKind, 'incomplete' | 'flagged'>;
  /** From 1, the mildest. */
  readonly severity: number;
  readonly reasons: readonly ExceptionReason[];
}

export function factsOf(round: SuspectRound, scans: readonly SuspectScan[]): RoundFact[] {
  const facts: RoundFact[] = [];
  if (round.statusCode === roundStatus.incompleted && round.planned !== null) {
    const severity = rankOf(incompleteSeverity(round.scanned, round.total));
    facts.push({ round, kind: 'incomplete', severity, reasons: ['incomplete'] });
  }
  const flags = flagsOfRound(round, scans);
  if (flags.length > 0)
    facts.push({ round, kind: 'flagged', severity: rankOf(flaggedSeverity(flags)), reasons: flags });
  return facts;
}

/**
 * Order, speed and bursts are judged once the round has ended: before, what is still on its way would lie between
 * scans that only seem to follow each other.
 */
function flagsOfRound({ planned, isFixedOrder, endedAtMs }: SuspectRound, scans: readonly SuspectScan[]) {
  const own = scans.flatMap(({ flags }) => flags);
  const order = planned?.map(({ checkpointId }) => checkpointId) ?? null;
  const judged =
    endedAtMs === null || order === null ? [] : flagsOfSequence(scans, order, isFixedOrder).values();
  const found = new Set([...own, ...[...judged].flat()]);
  return trustFlags.filter((flag) => found.has(flag));
}
