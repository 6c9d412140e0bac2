import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';

/** The records of those ids that are in the log and no longer stored. */
export async function findRemoved(
  db: Statements,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const gone = (
    table: string,
  ) => `SELECT l.record_id AS id FROM unnest($2::uuid[]) AS asked (id) JOIN log_leaves l
    ON l.tenant_id = $1::uuid AND l.source = '${table}' AND l.record_id = asked.id
    WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.tenant_id = $1::uuid AND t.id = asked.id)`;
  const text = `${gone('scans')} UNION ALL ${gone('field_events')}`;
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId, ids]));
  return new Set(rows.map(({ id }) => id));
}
