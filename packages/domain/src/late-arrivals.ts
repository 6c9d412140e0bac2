// What was sent late changes no due round that was settled by then, until a person accepts it (TRUTH-04).
import { roundStatus, type RoundStatusCode, statusOf } from './round-status.ts';
import { type StartedRound, type DueStatus, type ExpectedRound, isStartedFor, matchRounds } from './tours.ts';

export interface ArrivedRound extends StartedRound {
  /** When its start arrived, where that was sent late; null where it was not. */
  readonly lateStartAtMs: number | null;
}

export interface ExpectedAtArrival extends ExpectedRound {
  readonly isExcused: boolean;
  /** Whether a round that was sent late waits for its acceptance. */
  readonly hasOffer: boolean;
}

/** Due round -> round. */
export interface Matched {
  /** Started for it, as far as that needs no one's word. */
  readonly tied: ReadonlyMap<string, string>;
  /** Round -> due round: sent late when the due round was settled, so that somebody has to accept it. */
  readonly offered: ReadonlyMap<string, string>;
}

/** By its times alone, whether or not anybody has written it down; what somebody excused is settled as well. */
const isSettled = (due: ExpectedAtArrival, atMs: number): boolean => due.isExcused || atMs >= due.missedAtMs;

/** As matchRounds, rounds sent on time first. Of several that were sent late for one due round each is offered. */
export function matchArrivals(dues: readonly ExpectedAtArrival[], started: readonly ArrivedRound[]): Matched {
  const isLate = ({ lateStartAtMs }: ArrivedRound) => lateStartAtMs !== null;
  const tied = matchRounds(
    dues,
    started.filter((round) => !isLate(round)),
  );
  const offered = new Map<string, string>();
  const late = started.filter(isLate);
  const left = dues.filter(({ id }) => !tied.has(id));
  const fresh = left.filter(({ hasOffer }) => !hasOffer);
  const lateOf = new Map([...matchRounds(fresh, late)].map(([dueId, roundId]) => [roundId, dueId]));
  const dueOf = new Map(left.map((due) => [due.id, due]));
  for (const round of late) {
    const due = dueOf.get(lateOf.get(round.id) ?? '') ?? nearestSettled(left, round);
    if (due === undefined) continue;
    if (isSettled(due, round.lateStartAtMs ?? 0)) offered.set(round.id, due.id);
    else tied.set(due.id, round.id);
  }
  return { tied, offered };
}

function nearestSettled(
  dues: readonly ExpectedAtArrival[],
  round: ArrivedRound,
): ExpectedAtArrival | undefined {
  const away = ({ dueAtMs }: ExpectedAtArrival) => Math.abs(round.startedAtMs - dueAtMs);
  return dues
    .filter((due) => isStartedFor(due, round) && isSettled(due, round.lateStartAtMs ?? 0))
    .toSorted((one, other) => away(one) - away(other) || one.dueAtMs - other.dueAtMs)[0];
}

export interface ArrivedScan {
  /** Where it counts; null for nowhere. */
  readonly checkpointId: string | null;
  /** When it arrived, where it was sent late; null where it was not. */
  readonly lateAtMs: number | null;
  /** Its phone dated it later than it arrived. */
  readonly isFromFuture: boolean;
}

/** What a due round is by its round; undefined for a code that no one knows. */
export function dueStatusOf(statusCode: number): DueStatus | undefined {
  if (statusCode === roundStatus.inProgress) return 'inProgress';
  if (statusCode === roundStatus.completed) return 'completed';
  return statusCode === roundStatus.incompleted ? 'incompleted' : undefined;
}

export interface Counted {
  /** What the round gives its due round, without what no one accepted. */
  readonly statusCode: RoundStatusCode;
  /** Whether acceptance would give it something else. */
  readonly isOpen: boolean;
}

/**
 * What a walked round gives its due round: a scan sent late counts if it arrived while the due round could still be
 * started, or if a person accepted what had arrived by then. One from the future never counts (TRUTH-02).
 */
export function countedFor(
  due: { readonly missedAtMs: number; readonly acceptedUntilMs: number | null },
  round: { readonly hasEnded: boolean; readonly planned: ReadonlySet<string> },
  scans: readonly ArrivedScan[],
): Counted {
  const { hasEnded, planned } = round;
  const statusWith = (counting: readonly ArrivedScan[]) => {
    const scanned = new Set(
      counting.flatMap(({ checkpointId: id }) => (id !== null && planned.has(id) ? [id] : [])),
    );
    return statusOf({ hasEnded, totalCheckPoints: planned.size, scannedCheckPoints: scanned.size });
  };
  const counts = ({ lateAtMs }: ArrivedScan) =>
    lateAtMs === null || lateAtMs < due.missedAtMs || lateAtMs <= (due.acceptedUntilMs ?? 0);
  const arrived = scans.filter(({ isFromFuture }) => !isFromFuture);
  const statusCode = statusWith(arrived.filter(counts));
  return { statusCode, isOpen: statusCode !== statusWith(arrived) };
}
