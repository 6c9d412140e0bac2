// What tells whether a ranking is still what it was: one small statement instead of sums and names.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { standingKinds } from '../../rollups/standings.queries.ts';
import type { SumsAsked } from './ranking.queries.ts';
import { namesVersion } from './ranking-names.queries.ts';

interface FoundState {
  readonly standings: readonly string[];
  readonly isOpen: boolean;
  readonly names: string | null;
}

/** What standings say under their ids never changes, nor names under a version: of equal states rankings are equal. */
export const rankingState = (standingIds: readonly string[], names: string | null): string =>
  [...standingIds, names].join();

/** Of a span that lies between standings; null if something besides them counts. */
export async function findRankingState(
  { db, tenantId }: SiteScope,
  { siteId, span, kinds }: SumsAsked,
): Promise<string | null> {
  const values = new StatementValues();
  const tenant = values.add(tenantId, 'uuid');
  const [from, to] = [values.add(span.fromMs, 'bigint'), values.add(span.toMs, 'bigint')];
  const numbers = values.add(
    kinds.map((name) => standingKinds[name].kind),
    'smallint[]',
  );
  const ofSite = siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`;
  const standings = `ARRAY(SELECT encode(uuid_send(id), 'hex') FROM standings WHERE tenant_id = ${tenant}
    AND at_ms = ANY (ARRAY[${from}, ${to}]) AND kind = ANY (${numbers}) AND body IS NOT NULL ORDER BY at_ms, kind)`;
  // Of due rounds that nobody began the clock tells, and no standing.
  const open = `EXISTS (SELECT FROM due_rounds WHERE tenant_id = ${tenant} ${ofSite} AND status IN ('due', 'late')
    AND due_at_ms >= ${from} AND due_at_ms < ${to})`;
  const isOpen = kinds.includes('due') ? open : 'false';
  const text = `SELECT ${standings} AS standings, ${isOpen} AS "isOpen", ${namesVersion(tenant)} AS names`;
  const { rows } = await db.executeQuery<FoundState>(CompiledQuery.raw(text, values.list));
  const [found] = rows;
  if (found === undefined || found.isOpen || found.standings.length < 2 * kinds.length) return null;
  return rankingState(found.standings, found.names);
}
