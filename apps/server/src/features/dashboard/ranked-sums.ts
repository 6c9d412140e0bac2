// What sites, guards and checkpoints come to, and which of them are told of, from sums alone.
import type { RoundTally } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import { type StandingKind, standingKinds } from '../../rollups/standings.queries.ts';
import { bySubject, countOfSites, ofSite, siteOf, splitAt, subjectOf } from '../../rollups/ranked-tallies.ts';
import { countOf, entryWords, listOf, numbersOf, type TallyList } from '../../rollups/tally-list.ts';
import type { Sums } from './ranking.queries.ts';
import type { NamesAsked, Placed } from './ranking-names.queries.ts';

export interface Ranked {
  /** What is to be told of these by name. */
  readonly named: NamesAsked;
  readonly rounds: ReadonlyMap<string, RoundTally>;
  readonly due: ReadonlyMap<string, DueTally>;
  readonly guards: readonly First[];
  readonly missed: readonly First[];
}

/** Of one site, or of all. */
export function ranked(sums: Sums, siteId: string | null): Ranked {
  const of = (name: StandingKind): TallyList => {
    const list = sums[name] ?? listOf(null, standingKinds[name].width);
    return siteId === null ? list : ofSite(list, siteId);
  };
  const due = of('due');
  const [dueOfSites, dueOfGuards] = splitAt(due, countOfSites(due));
  const rounds = new Map(entriesOf(of('rounds'), siteOf, roundTallyOf));
  const ofSites = new Map(entriesOf(dueOfSites, siteOf, dueTallyOf));
  const guards = firstOf(bySubject(dueOfGuards), rankOfGuard, rankedGuardsMax);
  const missed = firstOf(bySubject(of('missed')), rankOfMissed, rankedCheckpointsMax);
  const placed = ({ id, place }: First): Placed => ({ id, place });
  return {
    rounds,
    due: ofSites,
    guards,
    missed,
    named: {
      siteId,
      siteIds: [...new Set([...rounds.keys(), ...ofSites.keys()])],
      guards: guards.map(placed),
      checkpoints: missed.map(placed),
    },
  };
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

export interface First extends Placed {
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
    // Its own, since what is ranked is kept longer than the list.
    const numbers = numbersOf(list, number).slice();
    first.push({ id: subjectOf(list, number), place: least.indexOf(rank), numbers });
  }
  return first;
}
