// What an erasure reads and writes of a guard.
import { CompiledQuery } from 'kysely';
import type { SignedErasure } from '@watchpost/domain/evidence/erasures';
import type { Statements } from '../../platform/db/statements.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Rows added within the transaction are the tenant's own, also where its handle is the owner's. */
export async function actAsTenant(db: Statements, tenantId: string): Promise<void> {
  await run(db, `SELECT set_config('watchpost.tenant', $1::text, true)`, [tenantId]);
}

export interface LockedGuard {
  readonly activated: boolean;
  readonly version: number;
  readonly isErased: boolean;
}

/** Held until the transaction ends; null for one that is not there. */
export async function lockGuard(
  db: Statements,
  tenantId: string,
  guardId: string,
): Promise<LockedGuard | null> {
  const text = `SELECT activated, version, erased_at IS NOT NULL AS "isErased" FROM guards
    WHERE tenant_id = $1::uuid AND id = $2::uuid FOR UPDATE`;
  const [guard] = await run<LockedGuard>(db, text, [tenantId, guardId]);
  return guard ?? null;
}

/** False for one that is not there, or was erased. */
export async function deactivateMarked(db: Statements, tenantId: string, guardId: string): Promise<boolean> {
  const text = `UPDATE guards SET activated = false, version = version + 1, updated_at = now()
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND erased_at IS NULL RETURNING id`;
  return (await run(db, text, [tenantId, guardId])).length > 0;
}

export interface NamingLeaf {
  readonly source: string;
  readonly id: string;
  readonly hash: string;
}

/** Leaves of records that hold the guard's name. */
export async function findNamingLeaves(
  db: Statements,
  tenantId: string,
  guardId: string,
): Promise<NamingLeaf[]> {
  const text = `SELECT l.source, l.record_id AS id, encode(l.hash, 'hex') AS hash FROM (
      SELECT 'incident_history' AS source, h.id FROM incident_history h
        WHERE h.tenant_id = $1::uuid AND h.actor_kind = 'guard' AND h.actor_id = $2::uuid
      UNION ALL SELECT 'record_versions', v.id FROM record_versions v
        WHERE v.tenant_id = $1::uuid AND v.source = 'sos_history' AND v.row ->> 'actor_kind' = 'guard'
          AND v.row ->> 'actor_id' = $2::uuid::text
      UNION ALL SELECT 'audit_entries', a.id FROM audit_entries a
        WHERE a.tenant_id = $1::uuid AND a.subject_type = 'guard' AND a.subject_id = $2::uuid::text) AS named
    JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = named.source AND l.record_id = named.id
    ORDER BY l.leaf_no`;
  return run(db, text, [tenantId, guardId]);
}

export interface NewErasure extends SignedErasure {
  readonly records: readonly (SignedErasure['records'][number] & { readonly marks: string })[];
  readonly erasedBy: string | null;
}

/** Notes the erasure and erases; keys of the file store under which a photo lies that no one shows any more. */
export async function writeErasure(
  db: Statements,
  tenantId: string,
  { id, guardId, atMs, erasedBy, pseudonym, records, key, signature }: NewErasure,
): Promise<readonly string[]> {
  await run(
    db,
    `INSERT INTO guard_erasures (tenant_id, id, guard_id, at_ms, erased_by, pseudonym, records, key, signature)
      VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint, $5::uuid, $6::text, $7::jsonb, decode($8::text, 'hex'),
        decode($9::text, 'hex'))`,
    [tenantId, id, guardId, atMs, erasedBy, pseudonym, JSON.stringify(records), key, signature],
  );
  const [erased] = await run<{ keys: string[] }>(db, 'SELECT erase_guard($1::uuid) AS keys', [guardId]);
  return erased?.keys ?? [];
}
