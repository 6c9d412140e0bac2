// Whether a ranking is still what it was, and what one of a span between standings is made from.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import {
  type StandingSent,
  sentStandingOf,
  sentStanding,
  standingKinds,
} from '../../platform/rollups/standings.queries.ts';
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

interface FoundState {
  /** In the order of time and kind. */
  readonly sent: readonly string[] | null;
  readonly count: number;
  readonly isOpen: boolean;
  readonly names: string | null;
}

const maskOf = ({ kinds }: StateAsked): number =>
  kinds.reduce((mask, name) => mask | (1 << standingKinds[name].kind), 0);

/** Null if something besides standings counts, or one of them is missing. */
export async function findRankingState(
  { db, tenantId }: SiteScope,
  asked: StateAsked,
): Promise<RankingState | null> {
  const values = new StatementValues();
  const tenant = values.add(tenantId, 'uuid');
  const ofSite = asked.siteId === null ? '' : `AND site_id = ${values.add(asked.siteId, 'uuid')}`;
  const from = values.add(asked.span.fromMs, 'bigint');
  const to = values.add(asked.span.toMs, 'bigint');
  const kinds = values.add(maskOf(asked), 'int');
  const known = values.add(asked.knownIds.join(), 'text');
  // The clock changes due rounds that were not started, and no standing counts them.
  const isOpen = `${kinds} & ${1 << standingKinds.due.kind} <> 0 AND EXISTS (SELECT FROM due_rounds
    WHERE tenant_id = ${tenant} ${ofSite} AND status IN ('due', 'late')
      AND due_at_ms >= ${from} AND due_at_ms < ${to})`;
  const sent = sentStandingOf(`position(encode(uuid_send(id), 'hex') IN ${known}) > 0`);
  const text = `SELECT json_agg(${sent} ORDER BY at_ms, kind) AS sent, count(*)::int AS count,
      ${isOpen} AS "isOpen", ${namesVersion(tenant)} AS names
    FROM standings WHERE tenant_id = ${tenant} AND at_ms = ANY (ARRAY[${from}, ${to}])
      AND ${kinds} & (1 << kind) <> 0 AND body IS NOT NULL`;
  const { rows } = await db.executeQuery<FoundState>(CompiledQuery.raw(text, values.list));
  const [row] = rows;
  if (row === undefined || row.isOpen || row.sent === null || row.count < 2 * asked.kinds.length) return null;
  return { standings: row.sent.map(sentStanding), names: row.names };
}
