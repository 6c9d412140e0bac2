// The ranking of sites, guards and checkpoints, put together from what they came to and from their names.
import type { DashboardRanking, RoundTally } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { findBases, type StandingKind, standingKinds } from '../../rollups/standings.queries.ts';
import { bySubject, countOfSites, ofSite, siteOf, splitAt, subjectOf } from '../../rollups/ranked-tallies.ts';
import { countOf, entryWords, listOf, numbersOf, type TallyList } from '../../rollups/tally-list.ts';
import { findSums, type Sums, type SumsAsked } from './ranking.queries.ts';
import { findRankedNames, type Placed } from './ranking-names.queries.ts';

export interface RankingAsked {
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly nowMs: number;
  readonly seesRounds: boolean;
  readonly seesDue: boolean;
}

interface FoundSite {
  readonly id: string;
  readonly name: string;
  readonly rounds: RoundTally | null;
  readonly due: DueTally | null;
}

/** Sites by name, with null where nothing is told; the worst guards and checkpoints, null for what is not seen. */
export interface FoundRanking extends Pick<DashboardRanking, 'guards' | 'missed'> {
  readonly sites: readonly FoundSite[];
}

export async function findRanking(scope: SiteScope, asked: RankingAsked): Promise<FoundRanking> {
  const { siteId, span, nowMs, seesRounds, seesDue } = asked;
  const kinds: StandingKind[] = [
    ...(seesRounds ? (['rounds', 'missed'] as const) : []),
    ...(seesDue ? (['due'] as const) : []),
  ];
  const sums = await sumsOf(scope, { siteId, span, kinds, nowMs });
  const of = (name: StandingKind): TallyList => {
    const list = sums[name] ?? listOf(null, standingKinds[name].width);
    return siteId === null ? list : ofSite(list, siteId);
  };
  const due = of('due');
  const [dueOfSites, dueOfGuards] = splitAt(due, countOfSites(due));
  const rounds = new Map(entriesOf(of('rounds'), siteOf, roundTallyOf));
  const dues = new Map(entriesOf(dueOfSites, siteOf, dueTallyOf));
  const guards = firstOf(bySubject(dueOfGuards), rankOfGuard, rankedGuardsMax);
  const missed = firstOf(bySubject(of('missed')), rankOfMissed, rankedCheckpointsMax);
  const names = await findRankedNames(scope, {
    siteId,
    siteIds: [...new Set([...rounds.keys(), ...dues.keys()])],
    guards,
    checkpoints: missed,
  });
  return {
    sites: names.sites.map(({ id, name }) => ({
      id,
      name,
      rounds: rounds.get(id) ?? null,
      due: dues.get(id) ?? null,
    })),
    guards: seesDue ? told(names.guards, guards, (numbers) => ({ due: dueTallyOf(numbers) })) : null,
    missed: seesRounds ? told(names.checkpoints, missed, ([times = 0]) => ({ missed: times })) : null,
  };
}

/** Standings may be taken away between looking for them and reading them. */
const triesMax = 3;

async function sumsOf(scope: SiteScope, asked: SumsAsked): Promise<Sums> {
  const { kinds, span, nowMs } = asked;
  // Days that are over lie between two standings as a rule: looking for them is saved.
  if (nowMs !== null && span.toMs <= nowMs) {
    const between = await findSums(scope, asked, [span.fromMs, span.toMs]);
    if (between !== null) return between;
  }
  for (let tries = 0; tries < triesMax; tries += 1) {
    const [from = null, to = null] = await findBases(scope, kinds, [span.fromMs, span.toMs]);
    const sums = await findSums(
      scope,
      asked,
      from === null || to === null || from === to ? null : [from, to],
    );
    if (sums !== null) return sums;
  }
  const sums = await findSums(scope, asked, null);
  return sums ?? {};
}

function entriesOf<Tally>(
  list: TallyList,
  idOf: (list: TallyList, entry: number) => string,
  tallyOf: (numbers: Int32Array) => Tally,
): [string, Tally][] {
  return Array.from({ length: countOf(list) }, (_, entry) => [
    idOf(list, entry),
    tallyOf(numbersOf(list, entry)),
  ]);
}

const roundTallyOf = ([
  begun = 0,
  incompleted = 0,
  completed = 0,
  planned = 0,
  scanned = 0,
]: Int32Array): RoundTally => ({
  inProgress: begun - incompleted - completed,
  incompleted,
  completed,
  planned,
  scanned,
});

const dueTallyOf = ([
  onTime = 0,
  doneLate = 0,
  incomplete = 0,
  missed = 0,
  excused = 0,
  underWay = 0,
  waiting = 0,
]: Int32Array): DueTally => ({
  onTime,
  doneLate,
  incomplete,
  missed,
  excused,
  underWay,
  waiting,
});

/** More than any guard's rounds on time in the longest span. */
const onTimeMax = 2 ** 28;

/** Of the numbers that begin somewhere in a list; what ranks less comes first, and nothing is told of what ranks infinitely. */
type RankOf = (words: Int32Array, at: number) => number;

/** Those with the most rounds that were not done on time come first; of others than these and those on time nothing is told. */
const rankOfGuard: RankOf = (words, at) => {
  const onTime = words[at] ?? 0;
  const wrong = (words[at + 1] ?? 0) + (words[at + 2] ?? 0) + (words[at + 3] ?? 0);
  return wrong + onTime > 0 ? onTime - wrong * onTimeMax : Number.POSITIVE_INFINITY;
};

const rankOfMissed: RankOf = (words, at) => {
  const missed = words[at] ?? 0;
  return missed > 0 ? -missed : Number.POSITIVE_INFINITY;
};

interface First extends Placed {
  readonly numbers: Int32Array;
}

/** The first so many, and those that equal the last of them: names decide between them. Equals have the same place. */
function firstOf(list: TallyList, rankOf: RankOf, count: number): First[] {
  const ranks = new Float64Array(countOf(list));
  const entry = entryWords(list.width);
  // The least ranks in their order, as many as there are to be.
  const least: number[] = [];
  for (let number = 0; number < ranks.length; number += 1) {
    const rank = rankOf(list.words, (number + 1) * entry - list.width);
    ranks[number] = rank;
    if (rank >= (least[count - 1] ?? Number.POSITIVE_INFINITY)) continue;
    const place = least.findIndex((other) => other > rank);
    least.splice(place < 0 ? least.length : place, 0, rank);
    if (least.length > count) least.pop();
  }
  const last = least.at(-1) ?? Number.NEGATIVE_INFINITY;
  const first: First[] = [];
  for (let number = 0; number < ranks.length; number += 1) {
    const rank = ranks[number] ?? last + 1;
    if (rank > last) continue;
    const numbers = numbersOf(list, number);
    first.push({ id: subjectOf(list, number), place: least.indexOf(rank), numbers });
  }
  return first;
}

/** What there is to tell of those that were named. */
function told<Named extends { readonly id: string }, More>(
  named: readonly Named[],
  first: readonly First[],
  tell: (numbers: Int32Array) => More,
): (Named & More)[] {
  const numbers = new Map(first.map((one) => [one.id, one.numbers]));
  return named.map((one) => ({ ...one, ...tell(numbers.get(one.id) ?? new Int32Array()) }));
}
