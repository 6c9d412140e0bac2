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
import { type FlagCounts, flagsIn, needsCheck } from '@watchpost/domain/trust-score';
import { settingsAt } from '@watchpost/domain/trust-thresholds';
import { countRoundFlags, type FlaggedEvent, type JudgedScan, sequenceFlags } from '../trust/judge-round.ts';
import type { RoundContext } from '../trust/round-context.queries.ts';

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
  readonly events: readonly FlaggedEvent[];
  readonly context: RoundContext;
}

export type SuspectScan = JudgedScan;

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
  const counts = flagsOfRound(round, scans);
  const flags = flagsIn(counts);
  if (isForSomebody(round, scans, counts))
    facts.push({ round, kind: 'flagged', severity: rankOf(flaggedSeverity(flags)), reasons: flags });
  return facts;
}

/**
 * Order, speed, bursts and devices are judged once the round has ended: before, what is still on its way would lie
 * between scans that only seem to follow each other.
 */
export function flagsOfRound(round: SuspectRound, scans: readonly SuspectScan[]): FlagCounts {
  const isJudged = round.endedAtMs !== null && round.planned !== null;
  const sequence = isJudged ? sequenceFlags(round, scans, round.context) : new Map();
  return countRoundFlags(scans, sequence, round.events);
}

/** By any of the settings that were in force when something of it arrived, so that a later scan never takes an item's reason away. */
function isForSomebody(
  { context, events }: SuspectRound,
  scans: readonly SuspectScan[],
  counts: FlagCounts,
): boolean {
  if (counts.size === 0) return false;
  const arrivals = [...scans, ...events];
  const inForce = new Set(arrivals.map(({ receivedAtMs }) => settingsAt(context.settings, receivedAtMs)));
  return [...inForce].some((settings) => needsCheck(counts, settings));
}
