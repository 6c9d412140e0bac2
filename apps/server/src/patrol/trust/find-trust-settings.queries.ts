import { CompiledQuery } from 'kysely';
import {
  readTrustSettings,
  type TrustSettings,
  type TrustSettingsSince,
} from '@watchpost/domain/trust-thresholds';
import type { Db } from '../../platform/db/database.ts';

/** All settings that ever were in force for a tenant, the latest first; none while it has the product's own. */
export async function findTrustHistory(db: Db, tenantId: string): Promise<TrustSettingsSince[]> {
  const text = `SELECT since_ms AS "sinceMs", settings FROM trust_settings WHERE tenant_id = $1::uuid
    ORDER BY version DESC`;
  const { rows } = await db.executeQuery<{ sinceMs: number; settings: unknown }>(
    CompiledQuery.raw(text, [tenantId]),
  );
  return rows.map(({ sinceMs, settings }) => ({ sinceMs, settings: readTrustSettings(settings) }));
}

/** Those of now. */
export async function findTrustInForce(db: Db, tenantId: string): Promise<TrustSettings> {
  const text = `SELECT settings FROM trust_settings WHERE tenant_id = $1::uuid ORDER BY version DESC LIMIT 1`;
  const { rows } = await db.executeQuery<{ settings: unknown }>(CompiledQuery.raw(text, [tenantId]));
  return readTrustSettings(rows[0]?.settings);
}

/**
 * Stores settings as the next version, in force from now on. False, and nothing stored, when there is a later one than
 * the version that was edited: anyone who saves at once takes the same number.
 */
export async function insertTrustSettings(
  db: Db,
  tenantId: string,
  editedVersion: number,
  settings: TrustSettings,
  sinceMs: number,
): Promise<boolean> {
  const text = `INSERT INTO trust_settings (tenant_id, version, since_ms, settings)
    SELECT $1::uuid, $2::int + 1, greatest($3::bigint, max(since_ms) + 1), $4::jsonb
    FROM trust_settings WHERE tenant_id = $1::uuid HAVING coalesce(max(version), 0) = $2::int
    ON CONFLICT DO NOTHING RETURNING version`;
  const values = [tenantId, editedVersion, sinceMs, JSON.stringify(settings)];
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return rows.length === 1;
}
