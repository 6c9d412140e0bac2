// The ranking of sites, guards and checkpoints, put together from what they came to and from their names.
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { DashboardRanking, RoundTally } from '@watchpost/contract/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { findBases, type StandingKind } from '../../rollups/standings.queries.ts';
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
  const [{ rounds, due, guards, missed }, names] = await findRanked(scope, { siteId, span, kinds, nowMs });
  return {
    sites: names.sites.map(({ id, name }) => ({
      id,
      name,
      rounds: rounds.get(id) ?? null,
      due: due.get(id) ?? null,
    })),
    guards: seesDue ? told(names.guards, guards, (numbers) => ({ due: dueTallyOf(numbers) })) : null,
    missed: seesRounds ? told(names.checkpoints, missed, ([times = 0]) => ({ missed: times })) : null,
  };
}

/** By the state of the sums, which names standings by their ids; what they say never changes. */
const known = new LRUCache<string, Ranked>({ max: 200 });

/**
 * What was asked of a span before, to be guessed at when it is asked for again: standings are then not looked for, and
 * names come with the sums. A guess that is wrong is noticed and costs a statement; nearer standings are seen in a minute.
 */
const guesses = new LRUCache<string, SumsGuessed>({ max: 500, ttl: 60_000, noUpdateTTL: true });

async function findRanked(scope: SiteScope, asked: SumsAsked): Promise<[Ranked, RankedNames]> {
  const { siteId, span, kinds } = asked;
  const place = `${scope.tenantId} ${siteId} ${kinds.join()} ${span.fromMs} ${span.toMs}`;
  const guess = guesses.get(place);
  for await (const bases of basesToTry(scope, asked, guess)) {
    const found = await findSums(scope, asked, { bases, names: guess?.names ?? null });
    const made = found === null ? null : await rankedBy(found, siteId);
    if (found === null || made === null) continue;
    const { named } = made;
    if (guess?.bases !== bases || guess.names !== named) guesses.set(place, { bases, names: named });
    const isGuessed = found.names !== null && isDeepStrictEqual(guess?.names, named);
    return [made, isGuessed ? found.names : await findRankedNames(scope, named)];
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

async function rankedBy({ state, read }: FoundSums, siteId: string | null): Promise<Ranked | null> {
  const name = state === null ? null : `${siteId} ${state}`;
  const before = name === null ? undefined : known.get(name);
  if (before !== undefined) return before;
  const sums = await read();
  if (sums === null) return null;
  const made = ranked(sums, siteId);
  if (name !== null) known.set(name, made);
  return made;
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
