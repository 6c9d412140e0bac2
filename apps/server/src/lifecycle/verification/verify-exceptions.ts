// Every missed, late, incomplete and doubtful round has its one exception, which says what the round says.
import { byRound } from '@watchpost/domain/by-round';
import { type ExceptionReason, flaggedSeverity, rankOf } from '@watchpost/domain/exceptions';
import { type TrustFlag, trustFlags } from '@watchpost/domain/trust';
import { flagsIn } from '@watchpost/domain/trust-score';
import { findSuspectRounds, findSuspectScans } from '../../patrol/exceptions/raise-exceptions.queries.ts';
import { flagsOfRound, factsOf, type RoundFact } from '../../patrol/exceptions/round-suspicions.ts';
import {
  type DueFault,
  type FactDifference,
  findAwaited,
  findCappedSince,
  findCourseDifferences,
  findDueFactDifferences,
  findDueFaults,
  findExceptionCountDifferences,
  findRoundsOfExceptions,
  findWalkedFactDifferences,
  type RoundOfExceptions,
  type WalkedException,
} from './exceptions.queries.ts';

type Db = Parameters<typeof findAwaited>[0];
type SuspectRound = RoundFact['round'];
type SuspectScan = Awaited<ReturnType<typeof findSuspectScans>>[number];

const roundsAtOnce = 2_000;

/**
 * A sentence for each exception that is missing, is there without its fact, or says otherwise than its round. What the
 * field sent a moment ago and a job has still to look at is passed over. Rounds of before `fromMs` need no exception.
 */
export async function exceptionDifferences(db: Db, tenantId: string, fromMs: number): Promise<string[]> {
  const due = await findDueFaults(db, tenantId, fromMs);
  const dueFacts = await findDueFactDifferences(db, tenantId);
  const awaited = await findAwaited(db, tenantId);
  const walkedFacts = await findWalkedFactDifferences(db, tenantId);
  const course = await findCourseDifferences(db, tenantId);
  const counts = await findExceptionCountDifferences(db, tenantId);
  return [
    ...due.map(dueSentence),
    ...dueFacts.map(factSentence),
    ...walkedFacts.filter(({ subjectId }) => !awaited.has(subjectId)).map(factSentence),
    ...course.map(factSentence),
    ...counts.map(
      ({ whose, kept, recounted }) =>
        `counter of exceptions, ${whose}: kept ${kept ?? 'nothing'}, rows say ${recounted ?? 'nothing'}`,
    ),
    ...(await walkedDifferences(db, tenantId, fromMs, awaited)),
  ];
}

function dueSentence({ kind, dueRoundId, fault }: DueFault): string {
  if (fault === 'none') return `due round ${dueRoundId} was ${kind}, which no exception says`;
  return fault === 'double'
    ? `due round ${dueRoundId} was missed, and an exception still calls it late`
    : `an exception calls due round ${dueRoundId} ${kind}, of which its history knows nothing`;
}

const factSentence = ({ id, kind, subjectId, fact, kept, found }: FactDifference): string =>
  `exception ${id} (${kind}) of round ${subjectId}: ${fact} is ${kept ?? 'nothing'}, should be ${found ?? 'nothing'}`;

async function walkedDifferences(
  db: Db,
  tenantId: string,
  fromMs: number,
  awaited: ReadonlySet<string>,
): Promise<string[]> {
  const differences: string[] = [];
  const cappedSinceMs = await findCappedSince(db);
  for (let last: string | null = null; ; ) {
    const batch: RoundOfExceptions[] = await findRoundsOfExceptions(db, tenantId, fromMs, last, roundsAtOnce);
    last = batch.at(-1)?.id ?? null;
    if (last === null) return differences;
    const judged = batch.filter(({ id, isNew, exceptions }) => {
      return !awaited.has(id) && (isNew || exceptions.length > 0);
    });
    const rounds = await findSuspectRounds(
      db,
      tenantId,
      judged.map(({ id }) => id),
    );
    const scans = byRound(await findSuspectScans(db, tenantId, rounds));
    const storedOf = new Map(judged.map((round) => [round.id, round]));
    for (const round of rounds) {
      const stored = storedOf.get(round.id);
      const own = scans.get(round.id) ?? [];
      const isOlder = own.every(({ receivedAtMs }) => receivedAtMs < cappedSinceMs);
      if (stored !== undefined) differences.push(...roundDifferences(stored, round, own, isOlder));
    }
  }
}

function roundDifferences(
  { id, isNew, exceptions }: RoundOfExceptions,
  round: SuspectRound,
  scans: readonly SuspectScan[],
  isOlder: boolean,
): string[] {
  const facts = factsOf(round, scans).filter(({ reasons }) => !isOlder || !reasons.every(isCapped));
  const flags = flagsIn(flagsOfRound(round, scans));
  const missing = facts.filter(({ kind }) => isNew && !exceptions.some((stored) => stored.kind === kind));
  return [
    ...missing.map(
      ({ kind, reasons }) => `round ${id} is ${kind} (${reasons.join(', ')}), which no exception says`,
    ),
    ...exceptions.flatMap((stored) => {
      const fact = facts.find(({ kind }) => kind === stored.kind);
      const found =
        stored.kind === 'flagged'
          ? flagDifferences(stored, fact, { flags, scans, isOlder })
          : shortDifferences(stored, fact);
      return found.map((sentence) => `exception (${stored.kind}) of round ${id}: ${sentence}`);
    }),
  ];
}

/** A round that was completed later keeps its item; scans that came since can have made it milder, never graver. */
function shortDifferences({ severity, reasons }: WalkedException, fact: RoundFact | undefined): string[] {
  const mildest = fact?.severity ?? rankOf('medium');
  return [
    ...(reasons.join() === 'incomplete' ? [] : [`reasons are ${reasons.join(', ')}, should be incomplete`]),
    ...(severity >= mildest && severity <= rankOf('high')
      ? []
      : [`severity is ${severity}, should be ${mildest}`]),
  ];
}

/** Doubts about the order of scans, which one that arrives later may dispel; the item keeps what it was opened for. */
const passingFlags: ReadonlySet<ExceptionReason> = new Set(['unplanned', 'outOfOrder']);
/** Doubts that other rounds raise, and dispel when they arrive later or are removed to an archive. */
const mutualFlags: ReadonlySet<ExceptionReason> = new Set([
  'tooFast',
  'burst',
  'teleport',
  'sharedDevice',
  'sharedCode',
]);
/** What a vague position excused without a limit before. */
const isCapped = (reason: ExceptionReason): boolean => reason === 'tooFast' || reason === 'teleport';

interface Judged {
  /** What the scans say, whether or not it is enough for an item. */
  readonly flags: readonly TrustFlag[];
  readonly scans: readonly SuspectScan[];
  /** Whether all of them came before positions that are vague excused less. */
  readonly isOlder: boolean;
}

function flagDifferences(
  { severity, reasons, openedAtMs }: WalkedException,
  fact: RoundFact | undefined,
  { flags: found, scans, isOlder }: Judged,
): string[] {
  const hasLaterScans = scans.some(({ receivedAtMs }) => receivedAtMs > openedAtMs);
  const mayPass = (flag: ExceptionReason) =>
    mutualFlags.has(flag) || (hasLaterScans && passingFlags.has(flag));
  const lacking = (fact?.reasons ?? []).filter(
    (reason) => !reasons.some((stored) => stored === reason) && !(isOlder && isCapped(reason)),
  );
  const unfounded = reasons.filter((stored) => !found.some((flag) => flag === stored) && !mayPass(stored));
  const flags: readonly TrustFlag[] = trustFlags.filter((flag) => reasons.includes(flag));
  const due = rankOf(flaggedSeverity(flags));
  return [
    ...lacking.map((reason) => `does not say ${reason}, which its scans do`),
    ...unfounded.map((reason) => `says ${reason}, which its scans do not`),
    ...(severity === due ? [] : [`severity is ${severity}, should be ${due}`]),
  ];
}
