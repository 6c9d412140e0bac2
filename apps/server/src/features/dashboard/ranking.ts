// The ranking of sites, guards and checkpoints, put together from what they came to and from their names.
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { rankedSitesMax } from '@watchpost/domain/dashboard';
import { complianceOf } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { findBases, type StandingKind } from '../../rollups/standings.queries.ts';
import { noDue, noRounds } from './figures.queries.ts';
import { dueTallyOf, type First, type Ranked, ranked } from './ranked-sums.ts';
import {
  type Bases,
  type Between,
  type FoundSums,
  findSums,
  type SumsAsked,
  type SumsGuessed,
} from './ranking.queries.ts';
import { findRankedNames, type RankedNames } from './ranking-names.queries.ts';
import { findRankingState, rankingState } from './ranking-state.queries.ts';

export interface RankingAsked {
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly nowMs: number;
  readonly seesRounds: boolean;
  readonly seesDue: boolean;
}

/** Sites, worst first; the worst guards and checkpoints, null for what is not seen. */
export type FoundRanking = Omit<DashboardRanking, 'span'>;

/** What was answered, and the state in which it is the answer. */
interface Answered {
  readonly state: string;
  readonly ranking: FoundRanking;
}

/** By what was asked; sixty sites have some 20 kB. */
const answers = new LRUCache<string, Answered>({ max: 200 });

export async function findRanking(scope: SiteScope, asked: RankingAsked): Promise<FoundRanking> {
  const { siteId, span, nowMs, seesRounds, seesDue } = asked;
  const kinds: StandingKind[] = [
    ...(seesRounds ? (['rounds', 'missed'] as const) : []),
    ...(seesDue ? (['due'] as const) : []),
  ];
  const sums: SumsAsked = { siteId, span, kinds, nowMs };
  const place = `${scope.tenantId} ${siteId} ${kinds.join()} ${span.fromMs} ${span.toMs}`;
  const answered = answers.get(place);
  if (answered !== undefined && (await findRankingState(scope, sums)) === answered.state)
    return answered.ranking;
  const { found, ranked, names } = await findRanked(scope, sums, place);
  const ranking = rankingOf(asked, ranked, names);
  if (found.standingIds !== null) {
    const state = rankingState(found.standingIds, names.version);
    answers.set(place, { state, ranking });
  }
  return ranking;
}

function rankingOf({ seesRounds, seesDue }: RankingAsked, sums: Ranked, names: RankedNames): FoundRanking {
  const sites = names.sites.map(({ id, name }) => ({
    id,
    name,
    rounds: seesRounds ? (sums.rounds.get(id) ?? noRounds) : null,
    due: seesDue ? (sums.due.get(id) ?? noDue) : null,
  }));
  return {
    sites: worstFirst(sites),
    guards: seesDue ? told(names.guards, sums.guards, (numbers) => ({ due: dueTallyOf(numbers) })) : null,
    missed: seesRounds ? told(names.checkpoints, sums.missed, ([times = 0]) => ({ missed: times })) : null,
  };
}

type RankedSite = FoundRanking['sites'][number];

/** By compliance, then by what was scanned of the plan; sites of which nothing is told come last. */
function worstFirst(sites: readonly RankedSite[]): RankedSite[] {
  const share = ({ due, rounds }: RankedSite): number => {
    const compliance = due === null ? null : complianceOf(due);
    if (compliance !== null) return compliance;
    return rounds === null || rounds.planned === 0 ? 201 : 101 + (rounds.scanned / rounds.planned) * 99;
  };
  return sites.toSorted((one, other) => share(one) - share(other)).slice(0, rankedSitesMax);
}

/**
 * What was asked of a span before, to be guessed at when it is asked for again: standings are then not looked for, and
 * names come with the sums. A guess that is wrong is noticed and costs a statement; nearer standings are seen in a minute.
 */
const guesses = new LRUCache<string, SumsGuessed>({ max: 500, ttl: 60_000, noUpdateTTL: true });

interface FoundRanked {
  readonly found: FoundSums;
  readonly ranked: Ranked;
  readonly names: RankedNames;
}

async function findRanked(scope: SiteScope, asked: SumsAsked, place: string): Promise<FoundRanked> {
  const guess = guesses.get(place);
  for await (const bases of basesToTry(scope, asked, guess)) {
    const found = await findSums(scope, asked, { bases, names: guess?.names ?? null });
    const sums = await found?.read();
    if (found === null || sums === null || sums === undefined) continue;
    const made = ranked(sums, asked.siteId);
    const { named } = made;
    if (guess?.bases !== bases || guess.names !== named) guesses.set(place, { bases, names: named });
    const isGuessed = found.names !== null && isDeepStrictEqual(guess?.names, named);
    const names = isGuessed ? found.names : await findRankedNames(scope, named);
    return { found, ranked: made, names };
  }
  throw new Error('sums that nothing is kept of can always be added up');
}

/** Standings may be taken away between looking for them and reading them. */
const triesMax = 3;

async function* basesToTry(
  scope: SiteScope,
  asked: SumsAsked,
  guess: SumsGuessed | undefined,
): AsyncGenerator<Bases> {
  const { kinds, span, nowMs } = asked;
  if (guess !== undefined && Object.values(guess.bases).some((between) => between !== null))
    yield guess.bases;
  // Days that are over lie between two standings as a rule: looking for them is saved.
  if (nowMs !== null && span.toMs <= nowMs) yield basesOf(kinds, () => [span.fromMs, span.toMs]);
  for (let tries = 0; tries < triesMax; tries += 1) {
    const found = await findBases(scope, kinds, [span.fromMs, span.toMs]);
    yield basesOf(kinds, (_, at) => {
      const [from = null, to = null] = found[at] ?? [];
      return from === null || to === null || from === to ? null : [from, to];
    });
  }
  yield {};
}

const basesOf = (
  kinds: readonly StandingKind[],
  betweenOf: (kind: StandingKind, at: number) => Between | null,
): Bases => Object.fromEntries(kinds.map((kind, at) => [kind, betweenOf(kind, at)]));

/** What there is to tell of those that were named. */
function told<Named extends { readonly id: string }, More>(
  named: readonly Named[],
  first: readonly First[],
  tell: (numbers: Int32Array) => More,
): (Named & More)[] {
  const numbers = new Map(first.map((one) => [one.id, one.numbers]));
  return named.map((one) => ({ ...one, ...tell(numbers.get(one.id) ?? new Int32Array()) }));
}
