// The ranking of sites, guards and checkpoints, put together from sums, from what the clock says now, and from names.
import type { DashboardRanking, RoundTally } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import type { SiteScope } from '../../access/caller.ts';
import { noDue } from './figures.queries.ts';
import { KeptSums } from './kept-sums.ts';
import {
  type DueSums,
  findPresent,
  findPresentAndSums,
  type RankingAsked,
  type RankingPresent,
  type RankingSums,
  type UnbegunSums,
} from './ranking.queries.ts';
import { findRankedNames, type Placed } from './ranking-names.queries.ts';

/** Those of whom something is told; what ranks less comes first. */
interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/** What holds as long as the stamp does. */
interface SettledRanking {
  readonly rounds: ReadonlyMap<string, RoundTally>;
  readonly due: ReadonlyMap<string, DueTally>;
  readonly guards: ReadonlyMap<string, DueTally>;
  /** By rank. */
  readonly rankedGuards: readonly Ranked[];
  readonly missed: ReadonlyMap<string, number>;
}

export type KeptRankings = KeptSums<RankingPresent, SettledRanking>;

/** Sites, guards and checkpoints of kept rankings in all: some 10 MB. */
const keptSubjectsMax = 40_000;

export const keptRankings = (subjectsMax = keptSubjectsMax): KeptRankings =>
  new KeptSums(
    subjectsMax,
    ({ rounds, due, guards, missed }) => 10 + rounds.size + due.size + guards.size + missed.size,
  );

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

/** `isSliding`: whether the span follows the clock, so that nobody will ask for the same again. */
export async function findRanking(
  scope: SiteScope,
  kept: KeptRankings,
  asked: RankingAsked & { readonly isSliding: boolean },
): Promise<FoundRanking> {
  const { siteId, span, seesRounds, seesDue } = asked;
  const whole = async () => {
    const { rounds, due, guards, missed, ...present } = await findPresentAndSums(scope, asked);
    return { present, sums: settledRanking({ rounds, due, guards, missed }) };
  };
  const key = [scope.tenantId, siteId, span.fromMs, span.toMs, seesRounds, seesDue].join(' ');
  const { present, sums } = asked.isSliding
    ? await whole()
    : await kept.read({ key, present: () => findPresent(scope, asked), whole });
  const due = withUnbegun(sums.due, present.unbegunSites);
  const unbegunGuards = withUnbegun(sums.guards, present.unbegunGuards);
  const guardOf = (id: string): DueTally => unbegunGuards.get(id) ?? sums.guards.get(id) ?? noDue;
  const names = await findRankedNames(scope, {
    siteId,
    siteIds: [...new Set([...sums.rounds.keys(), ...sums.due.keys(), ...due.keys()])],
    guards: placed(guardsNow(sums.rankedGuards, unbegunGuards), rankedGuardsMax),
    checkpoints: placed(
      [...sums.missed].map(([id, missed]) => ({ id, rank: -missed })),
      rankedCheckpointsMax,
    ),
  });
  return {
    sites: names.sites.map(({ id, name }) => ({
      id,
      name,
      rounds: sums.rounds.get(id) ?? null,
      due: due.get(id) ?? sums.due.get(id) ?? null,
    })),
    guards: seesDue ? names.guards.map((guard) => ({ ...guard, due: guardOf(guard.id) })) : null,
    missed: seesRounds
      ? names.checkpoints.map((point) => ({ ...point, missed: sums.missed.get(point.id) ?? 0 }))
      : null,
  };
}

function settledRanking({ rounds, due, guards, missed }: RankingSums): SettledRanking {
  const tallies = new Map(guards.map(([id, ...sums]) => [id, dueTallyOf(sums)]));
  return {
    rounds: new Map(
      rounds.map(([id, inProgress, incompleted, completed, planned, scanned]) => [
        id,
        { inProgress, incompleted, completed, planned, scanned },
      ]),
    ),
    due: new Map(due.map(([id, ...sums]) => [id, dueTallyOf(sums)])),
    guards: tallies,
    rankedGuards: [...tallies].flatMap(rankedGuard).toSorted(byRank),
    missed: new Map(missed),
  };
}

const dueTallyOf = ([onTime, doneLate, incomplete, missed, excused, underWay]: DueSums): DueTally => ({
  onTime,
  doneLate,
  incomplete,
  missed,
  excused,
  underWay,
  waiting: 0,
});

/** Tallies of those alone of whom rounds have not been begun. */
function withUnbegun(
  settled: ReadonlyMap<string, DueTally>,
  unbegun: readonly (readonly [id: string, ...UnbegunSums])[],
): Map<string, DueTally> {
  return new Map(
    unbegun.map(([id, missed, waiting]) => {
      const tally = settled.get(id) ?? noDue;
      return [id, { ...tally, missed: tally.missed + missed, waiting }];
    }),
  );
}

const byRank = (one: Ranked, other: Ranked): number => one.rank - other.rank;

/** More than any guard's rounds on time in the longest span. */
const onTimeMax = 2 ** 28;

/** Those with the most rounds that were not done on time come first; of others than these and those on time nothing is told. */
function rankedGuard([id, { onTime, doneLate, incomplete, missed }]: readonly [string, DueTally]): Ranked[] {
  const wrong = doneLate + incomplete + missed;
  return wrong + onTime > 0 ? [{ id, rank: onTime - wrong * onTimeMax }] : [];
}

/** Candidates for the first places. */
function guardsNow(settled: readonly Ranked[], unbegun: ReadonlyMap<string, DueTally>): Ranked[] {
  const others = settled.filter(({ id }) => !unbegun.has(id));
  return [...first(others, rankedGuardsMax), ...[...unbegun].flatMap(rankedGuard)];
}

/** The first so many of those in order, and those that equal the last of them: names decide between them. */
function first(ordered: readonly Ranked[], count: number): readonly Ranked[] {
  const last = ordered[count - 1];
  if (last === undefined) return ordered;
  const end = ordered.findIndex(({ rank }) => rank > last.rank);
  return end < 0 ? ordered : ordered.slice(0, end);
}

/** Equals have the same place. */
function placed(candidates: readonly Ranked[], count: number): Placed[] {
  const ordered = first(candidates.toSorted(byRank), count);
  const places = new Map<number, number>();
  return ordered.map(({ id, rank }, index) => {
    const place = places.get(rank) ?? index;
    places.set(rank, place);
    return { id, place };
  });
}
