// Ids that imported records had in the system that they come from (migration 0098).
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../access/caller.ts';

/** SQL of the former ids of a record of the alias r; null for one that was not imported. */
export const formerIdOf = `(SELECT string_agg(f.former_id, ', ' ORDER BY f.former_id) FROM former_ids f
  WHERE f.tenant_id = r.tenant_id AND f.record_id = r.id)`;

/** SQL of whether a record of the alias r had this id. */
export const hadId = (tenant: string, formerId: string): string =>
  `EXISTS (SELECT FROM former_ids f WHERE f.tenant_id = ${tenant} AND f.record_id = r.id AND f.former_id = ${formerId})`;

/** Whether the tenant has any. */
export async function hasFormerIds({ db, tenantId }: SiteScope): Promise<boolean> {
  const text = 'SELECT EXISTS (SELECT FROM former_ids WHERE tenant_id = $1::uuid) AS has';
  const { rows } = await db.executeQuery<{ has: boolean }>(CompiledQuery.raw(text, [tenantId]));
  return rows[0]?.has === true;
}

/** By record; of those that have one. */
export async function findFormerIds(
  { db, tenantId }: SiteScope,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (recordIds.length === 0) return new Map();
  const text = `SELECT record_id AS id, string_agg(former_id, ', ' ORDER BY former_id) AS "formerId" FROM former_ids
    WHERE tenant_id = $1::uuid AND record_id = ANY($2::uuid[]) GROUP BY record_id`;
  const { rows } = await db.executeQuery<{ id: string; formerId: string }>(
    CompiledQuery.raw(text, [tenantId, recordIds]),
  );
  return new Map(rows.map(({ id, formerId }) => [id, formerId]));
}
