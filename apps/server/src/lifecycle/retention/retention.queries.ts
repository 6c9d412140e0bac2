import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { ChangedFields } from '../../platform/audit/changed-fields.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';

export interface StoredRetention {
  /** 0 while no one chose anything. */
  readonly version: number;
  readonly monthsToKeep: number | null;
  readonly startsAtMs: number;
}

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export async function findRetention(db: Db, tenantId: string): Promise<StoredRetention> {
  const text = `SELECT version, months_to_keep AS "monthsToKeep", starts_at_ms AS "startsAtMs"
    FROM retention_settings WHERE tenant_id = $1::uuid`;
  const [found] = await run<StoredRetention>(db, text, [tenantId]);
  return found ?? { version: 0, monthsToKeep: null, startsAtMs: 0 };
}

/** Tenants that chose something once. */
export async function findTenantsWithRetention(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const id of await findTenantIds(database.shared)) {
    const { version } = await findRetention(database.forTenant(id), id);
    if (version > 0) found.push(id);
  }
  return found;
}

/** False, and nothing stored, when somebody else saved since the edited version. */
export async function saveRetention(
  { db, tenantId }: SiteScope,
  { version, monthsToKeep, startsAtMs }: StoredRetention,
  changes: ChangedFields,
  origin: AuditOrigin,
): Promise<boolean> {
  const text =
    version === 0
      ? `INSERT INTO retention_settings (tenant_id, version, months_to_keep, starts_at_ms)
          VALUES ($1::uuid, $2::int + 1, $3::smallint, $4::bigint) ON CONFLICT DO NOTHING RETURNING 1`
      : `UPDATE retention_settings SET version = $2::int + 1, months_to_keep = $3::smallint, starts_at_ms = $4::bigint
          WHERE tenant_id = $1::uuid AND version = $2::int RETURNING 1`;
  return db.transaction().execute(async (transaction) => {
    if ((await run(transaction, text, [tenantId, version, monthsToKeep, startsAtMs])).length === 0)
      return false;
    await insertAuditEntry(transaction, origin, {
      action: 'settings.changed',
      subject: { id: tenantId, label: 'Retention' },
      ...changes,
    });
    return true;
  });
}

/** When the oldest round began; null where there is none. */
export async function findOldestRoundMs(db: Db, tenantId: string): Promise<number | null> {
  const text = 'SELECT min(started_at_ms) AS "atMs" FROM rounds WHERE tenant_id = $1::uuid';
  const [found] = await run<{ atMs: number | null }>(db, text, [tenantId]);
  return found?.atMs ?? null;
}
