// What tells whether a ranking is still what it was, and what one of a span between standings is made from: one small
// statement for all that ask meanwhile.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../access/caller.ts';
import type { Db } from '../../db/database.ts';
import { Gatherer } from '../../db/gatherer.ts';
import { readBriefly } from '../../db/brief-reads.ts';
import { StatementValues } from '../../db/statement-values.ts';
import {
  type StandingSent,
  sentStandingOf,
  sentStanding,
  standingKinds,
} from '../../rollups/standings.queries.ts';
import type { SumsAsked } from './ranking.queries.ts';
import { namesVersion } from './ranking-names.queries.ts';

/**
 * Of a span that lies between standings, with nothing besides them. What standings say under their ids never changes, nor
 * names under a version: of equal states rankings are equal.
 */
export interface RankingState {
  /** Of each kind at the span's begin, then at its end. */
  readonly standings: readonly StandingSent[];
  readonly names: string | null;
}

export interface StateAsked extends Pick<SumsAsked, 'siteId' | 'span' | 'kinds'> {
  /** Ids of standings, of which no more than the id is sent. */
  readonly knownIds: readonly string[];
}

/** Null if something besides standings counts, or one of them is missing. */
export const findRankingState = (scope: SiteScope, asked: StateAsked): Promise<RankingState | null> =>
  gathererOf(scope).ask(asked);

const gatherers = new WeakMap<Db, Gatherer<StateAsked, RankingState | null>>();

function gathererOf({ db, tenantId }: SiteScope): Gatherer<StateAsked, RankingState | null> {
  const known = gatherers.get(db);
  if (known !== undefined) return known;
  const made = new Gatherer((asked: readonly StateAsked[]) => findStates(db, tenantId, asked));
  gatherers.set(db, made);
  return made;
}

interface FoundState {
  readonly position: number;
  /** In the order of time and kind. */
  readonly sent: readonly string[] | null;
  readonly count: number;
  readonly isOpen: boolean;
  readonly names: string | null;
}

const maskOf = ({ kinds }: StateAsked): number =>
  kinds.reduce((mask, name) => mask | (1 << standingKinds[name].kind), 0);

async function findStates(
  db: Db,
  tenantId: string,
  asked: readonly StateAsked[],
): Promise<(RankingState | null)[]> {
  const values = new StatementValues();
  const tenant = values.add(tenantId, 'uuid');
  const listOf = (of: (one: StateAsked) => unknown, type: string) => values.add(asked.map(of), `${type}[]`);
  const questions = `unnest(${listOf(({ siteId }) => siteId, 'uuid')}, ${listOf(({ span }) => span.fromMs, 'bigint')},
    ${listOf(({ span }) => span.toMs, 'bigint')}, ${listOf(maskOf, 'int')}, ${listOf(({ knownIds }) => knownIds.join(), 'text')})
    WITH ORDINALITY AS asked (site_id, from_ms, to_ms, kinds, known, position)`;
  // Of due rounds that nobody began the clock tells, and no standing.
  const isOpen = `asked.kinds & ${1 << standingKinds.due.kind} <> 0 AND EXISTS (SELECT FROM due_rounds
    WHERE tenant_id = ${tenant} AND (asked.site_id IS NULL OR site_id = asked.site_id) AND status IN ('due', 'late')
      AND due_at_ms >= asked.from_ms AND due_at_ms < asked.to_ms)`;
  const standings = `SELECT json_agg(${sentStandingOf(`position(encode(uuid_send(id), 'hex') IN asked.known) > 0`)} ORDER BY at_ms, kind) AS sent,
      count(*)::int AS count
    FROM standings WHERE tenant_id = ${tenant} AND at_ms = ANY (ARRAY[asked.from_ms, asked.to_ms])
      AND asked.kinds & (1 << kind) <> 0 AND body IS NOT NULL`;
  const text = `SELECT asked.position::int AS position, found.sent, found.count, ${isOpen} AS "isOpen",
      ${namesVersion(tenant)} AS names
    FROM ${questions} CROSS JOIN LATERAL (${standings}) AS found`;
  const { rows } = await readBriefly<FoundState>(db, CompiledQuery.raw(text, values.list));
  const found = new Map(rows.map((row) => [row.position, row]));
  return asked.map(({ kinds }, at) => {
    const row = found.get(at + 1);
    if (row === undefined || row.isOpen || row.sent === null || row.count < 2 * kinds.length) return null;
    return { standings: row.sent.map(sentStanding), names: row.names };
  });
}
