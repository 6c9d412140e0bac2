// What sites, guards and checkpoints come to, and which of them are told of, from sums alone.
import type { RoundTally } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import { type StandingKind, standingKinds } from '../../rollups/standings.queries.ts';
import { countOfSites, eachSubject, ofSite, siteOf, subjectOf } from '../../rollups/ranked-tallies.ts';
import { countOf, listOf, numbersOf, type TallyList } from '../../rollups/tally-list.ts';
import type { Sums } from './ranking.queries.ts';

export interface Ranked {
  readonly rounds: ReadonlyMap<string, RoundTally>;
  readonly due: ReadonlyMap<string, DueTally>;
  /** Of which there is something to tell. */
  readonly siteIds: readonly string[];
  readonly guards: readonly First[];
  readonly missed: readonly First[];
}

/** Of one site, or of all. */
export function ranked(sums: Sums, siteId: string | null): Ranked {
  const of = (name: StandingKind): TallyList => {
    const list = sums[name] ?? listOf(null, standingKinds[name].width);
    return siteId === null ? list : ofSite(list, siteId);
  };
  const [due, missed] = [of('due'), of('missed')];
  const sitesOfDue = countOfSites(due);
  const rounds = talliesOfSites(of('rounds'), roundTallyOf);
  const dueOfSites = talliesOfSites(due, dueTallyOf, sitesOfDue);
  return {
    rounds,
    due: dueOfSites,
    siteIds: [...new Set([...rounds.keys(), ...dueOfSites.keys()])],
    guards: firstOf(due, sitesOfDue, rankOfGuard, rankedGuardsMax),
    missed: firstOf(missed, 0, rankOfMissed, rankedCheckpointsMax),
  };
}

/** By site, of the first so many entries; not of sites where nothing was. */
function talliesOfSites<Tally>(
  list: TallyList,
  tallyOf: (numbers: Int32Array) => Tally,
  count = countOf(list),
): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (let entry = 0; entry < count; entry += 1) {
    const numbers = numbersOf(list, entry);
    if (numbers.some((number) => number !== 0)) tallies.set(siteOf(list, entry), tallyOf(numbers));
  }
  return tallies;
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

export const dueTallyOf = ([
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

/** What ranks less comes first, and nothing is told of what ranks infinitely. */
type RankOf = (numbers: Int32Array) => number;

/** Those with the most rounds that were not done on time come first; of others than these and those on time nothing is told. */
const rankOfGuard: RankOf = (numbers) => {
  const onTime = numbers[0] ?? 0;
  const wrong = (numbers[1] ?? 0) + (numbers[2] ?? 0) + (numbers[3] ?? 0);
  return wrong + onTime > 0 ? onTime - wrong * onTimeMax : Number.POSITIVE_INFINITY;
};

const rankOfMissed: RankOf = (numbers) => {
  const missed = numbers[0] ?? 0;
  return missed > 0 ? -missed : Number.POSITIVE_INFINITY;
};

/** One of those that come first, or that equal the last of them: names decide between these. */
export interface First {
  readonly id: string;
  /** Less for who comes before; the same for equals. */
  readonly rank: number;
  readonly numbers: Int32Array;
}

/** The first so many subjects of the entries from the n-th on, and those that equal the last of them; in any order. */
function firstOf(list: TallyList, from: number, rankOf: RankOf, count: number): First[] {
  // The least ranks in their order, as many as there are to be.
  const least: number[] = [];
  eachSubject(list, from, (_, numbers) => {
    const rank = rankOf(numbers);
    if (rank >= (least[count - 1] ?? Number.POSITIVE_INFINITY)) return;
    const place = least.findIndex((other) => other > rank);
    least.splice(place < 0 ? least.length : place, 0, rank);
    if (least.length > count) least.pop();
  });
  const last = least.at(-1) ?? Number.NEGATIVE_INFINITY;
  const first: First[] = [];
  eachSubject(list, from, (entry, numbers) => {
    const rank = rankOf(numbers);
    if (rank <= last) first.push({ id: subjectOf(list, entry), rank, numbers: numbers.slice() });
  });
  return first;
}
