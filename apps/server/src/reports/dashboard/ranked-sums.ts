// What sites, guards and checkpoints come to, and which of them are told of, from sums alone.
import type { RoundTally } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import { type StandingKind, standingKinds } from '../../platform/rollups/standings.queries.ts';
import {
  countOfSites,
  eachSubject,
  ofSite,
  siteOf,
  subjectOf,
  sumsOfSubject,
} from '../../platform/rollups/ranked-tallies.ts';
import { countOf, isSome, listOf, type TallyList } from '../../platform/rollups/tally-list.ts';
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

/** A tally of the numbers that begin at a place. */
type TallyOf<Tally> = (numbers: Int32Array, at: number) => Tally;

/** By site, of the first so many entries; not of sites where nothing was. */
function talliesOfSites<Tally>(
  list: TallyList,
  tallyOf: TallyOf<Tally>,
  count = countOf(list),
): Map<string, Tally> {
  const { numbers, width } = list;
  const tallies = new Map<string, Tally>();
  for (let entry = 0; entry < count; entry += 1)
    if (isSome(list, entry)) tallies.set(siteOf(list, entry), tallyOf(numbers, entry * width));
  return tallies;
}

const roundTallyOf: TallyOf<RoundTally> = (numbers, at) => {
  const [incompleted, completed] = [numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
  return {
    inProgress: (numbers[at] ?? 0) - incompleted - completed,
    incompleted,
    completed,
    planned: numbers[at + 3] ?? 0,
    scanned: numbers[at + 4] ?? 0,
  };
};

const dueTallyOf: TallyOf<DueTally> = (numbers, at) => ({
  onTime: numbers[at] ?? 0,
  doneLate: numbers[at + 1] ?? 0,
  incomplete: numbers[at + 2] ?? 0,
  missed: numbers[at + 3] ?? 0,
  excused: numbers[at + 4] ?? 0,
  underWay: numbers[at + 5] ?? 0,
  waiting: numbers[at + 6] ?? 0,
});

export const dueOfGuard = ({ list, entry }: First): DueTally => dueTallyOf(sumsOfSubject(list, entry), 0);
export const timesMissed = ({ list, entry }: First): number => sumsOfSubject(list, entry)[0] ?? 0;

/** More than any guard's rounds on time in the longest span. */
const onTimeMax = 2 ** 28;

/** What ranks less comes first, and nothing is told of what ranks infinitely. */
type RankOf = (numbers: Int32Array) => number;

/** Those with the most rounds that were not done on time come first, of as many whoever did fewer on time; who has none needs no look. */
const rankOfGuard: RankOf = (numbers) => {
  const onTime = numbers[0] ?? 0;
  const wrong = (numbers[1] ?? 0) + (numbers[2] ?? 0) + (numbers[3] ?? 0);
  return wrong > 0 ? onTime - wrong * onTimeMax : Number.POSITIVE_INFINITY;
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
  readonly list: TallyList;
  /** The first one of its own. */
  readonly entry: number;
}

/** The first so many subjects of the entries from the n-th on, and those that equal the last of them; in any order. */
function firstOf(list: TallyList, from: number, rankOf: RankOf, count: number): First[] {
  // The least ranks in their order, as many as there are to be.
  const least: number[] = [];
  const lastOfLeast = () => least[count - 1] ?? Number.MAX_VALUE;
  const [entries, ranks]: [number[], number[]] = [[], []];
  eachSubject(list, from, (entry, numbers) => {
    const rank = rankOf(numbers);
    if (rank > lastOfLeast()) return;
    entries.push(entry);
    ranks.push(rank);
    if (rank === lastOfLeast()) return;
    const place = least.findIndex((other) => other > rank);
    least.splice(place < 0 ? least.length : place, 0, rank);
    if (least.length > count) least.pop();
  });
  const first: First[] = [];
  for (const [at, entry] of entries.entries()) {
    const rank = ranks[at] ?? Number.POSITIVE_INFINITY;
    if (rank <= lastOfLeast()) first.push({ id: subjectOf(list, entry), rank, list, entry });
  }
  return first;
}
