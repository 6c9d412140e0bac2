// The ranking of sites, guards and checkpoints, put together from what they came to and from their names.
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import { noDue } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findBases, type StandingKind } from '../../platform/rollups/standings.queries.ts';
import { differencesOf, knownStanding, receivedStanding } from '../../platform/rollups/standings.ts';
import { noRounds } from './figures.queries.ts';
import { dueOfGuard, type Ranked, ranked, timesMissed } from './ranked-sums.ts';
import {
  type Bases,
  type Between,
  findSums,
  type FoundSums,
  type Sums,
  type SumsAsked,
} from './ranking.queries.ts';
import { firstNamed, type Names, namesOf, sitesNamed } from './ranking-names.ts';
import { findRankingState } from './ranking-state.queries.ts';
import { worstFirst } from './site-order.ts';

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
  readonly standingIds: readonly string[];
  readonly names: string | null;
  readonly ranking: FoundRanking;
}

/** By what was asked; sixty sites have some 20 kB. */
const answers = new LRUCache<string, Answered>({ max: 200 });

/** What was asked before: an answer is kept of what is asked for again, since most spans of any length are not. */
const askedBefore = new LRUCache<string, true>({ max: 1_000 });

/** With the key under which it is remembered. */
interface Question {
  readonly asked: RankingAsked;
  readonly sums: SumsAsked;
  readonly place: string;
}

export async function findRanking(scope: SiteScope, asked: RankingAsked): Promise<FoundRanking> {
  const { siteId, span, nowMs, seesRounds, seesDue } = asked;
  const kinds: StandingKind[] = [
    ...(seesRounds ? (['rounds', 'missed'] as const) : []),
    ...(seesDue ? (['due'] as const) : []),
  ];
  const sums: SumsAsked = { siteId, span, kinds, nowMs };
  const place = `${scope.tenantId} ${siteId} ${kinds.join()} ${span.fromMs} ${span.toMs}`;
  const question = { asked, sums, place };
  const answered = answers.get(place) ?? null;
  // Days that are over lie between two standings as a rule.
  const isLikelyBetween = answered !== null || (span.toMs <= nowMs && !guesses.has(place));
  const found = isLikelyBetween ? await findBetween(scope, question, answered) : null;
  return found ?? findAdded(scope, question);
}

/** Of a span that lies between standings, with nothing besides them; null for any other. */
async function findBetween(
  scope: SiteScope,
  question: Question,
  answered: Answered | null,
): Promise<FoundRanking | null> {
  const { siteId, span, kinds } = question.sums;
  const places = [span.fromMs, span.toMs].flatMap((atMs) => kinds.map((name) => ({ name, atMs })));
  const known = places.map((place) => knownStanding(scope, place));
  const knownIds = answered?.standingIds ?? known.flatMap((standing) => standing?.id ?? []);
  const state = await findRankingState(scope, { siteId, span, kinds, knownIds });
  if (state === null) return null;
  const ids = state.standings.map(({ id }) => id);
  if (answered !== null && isStateOf(answered, ids, state.names)) return answered.ranking;
  const standings = places.map((place, at) => {
    const sent = state.standings[at];
    return sent === undefined ? null : receivedStanding(scope, place, { sent, known: known[at] ?? null });
  });
  const pairs = kinds.flatMap((kind, at) => {
    const [before = null, after = null] = [standings[at], standings[at + kinds.length]];
    return before === null || after === null ? [] : [{ kind, before, after }];
  });
  // What was answered before is no longer the answer, and its numbers are not known any more.
  if (pairs.length < kinds.length) return answered === null ? null : findBetween(scope, question, null);
  const differences = await differencesOf(scope, pairs);
  if (differences === null) return null;
  const sums = Object.fromEntries(kinds.map((kind, at) => [kind, differences[at]]));
  return named(scope, question, { sums, standingIds: ids, namesVersion: state.names });
}

const isStateOf = (answered: Answered, ids: readonly string[], names: string | null): boolean =>
  answered.names === names && isDeepStrictEqual(answered.standingIds, ids);

/** With names, as it is answered; remembered when it is the answer as long as its standings are there. */
async function named(
  scope: SiteScope,
  { asked, place }: Question,
  {
    sums,
    standingIds,
    namesVersion,
  }: Pick<FoundSums, 'standingIds' | 'namesVersion'> & { readonly sums: Sums },
): Promise<FoundRanking> {
  const { siteId } = asked;
  const summed = ranked(sums, siteId);
  const names = await namesOf(scope, namesVersion, { siteId, ranked: summed });
  const ranking = rankingOf(asked, summed, names);
  if (standingIds !== null && askedBefore.has(place))
    answers.set(place, { standingIds, names: names.version, ranking });
  askedBefore.set(place, true);
  return ranking;
}

function rankingOf({ siteId, seesRounds, seesDue }: RankingAsked, sums: Ranked, names: Names): FoundRanking {
  const sites = sitesNamed(names, siteId, sums.siteIds).map(({ id, name }) => ({
    id,
    name,
    rounds: seesRounds ? (sums.rounds.get(id) ?? noRounds) : null,
    due: seesDue ? (sums.due.get(id) ?? noDue) : null,
  }));
  const guards = firstNamed(sums.guards, names.guards, rankedGuardsMax);
  const missed = firstNamed(sums.missed, names.checkpoints, rankedCheckpointsMax);
  return {
    sites: worstFirst(sites),
    guards: seesDue ? guards.map(([first, { id, name }]) => ({ id, name, due: dueOfGuard(first) })) : null,
    missed: seesRounds
      ? missed.map(([first, { id, name, siteName }]) => ({ id, name, siteName, missed: timesMissed(first) }))
      : null,
  };
}

/**
 * Where a span began the last time, to be tried when it is asked for again: standings are then not looked for. What is
 * wrong is noticed and costs a statement; nearer standings are seen in a minute.
 */
const guesses = new LRUCache<string, Bases>({ max: 500, ttl: 60_000, noUpdateTTL: true });

/** Of any span: what no standing covers is added up. */
async function findAdded(scope: SiteScope, question: Question): Promise<FoundRanking> {
  const { sums: asked, place } = question;
  const guess = guesses.get(place);
  for await (const bases of basesToTry(scope, asked, guess)) {
    const found = await findSums(scope, asked, bases);
    const sums = await found?.read();
    if (found === null || sums === null || sums === undefined) continue;
    if (guess !== bases) guesses.set(place, bases);
    return named(scope, question, { ...found, sums });
  }
  throw new Error('sums that nothing is kept of can always be added up');
}

/** Standings may be taken away between looking for them and reading them. */
const triesMax = 3;

async function* basesToTry(
  scope: SiteScope,
  asked: SumsAsked,
  guess: Bases | undefined,
): AsyncGenerator<Bases> {
  const { kinds, span, nowMs } = asked;
  if (guess !== undefined && Object.values(guess).some((between) => between !== null)) yield guess;
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
