import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';
import { isSecretRetired } from './retired-secrets.ts';

/** Those of the guards whose secrets open nothing more: see isSecretRetired. */
export async function findRetiredSecrets(
  db: Db,
  tenantId: string,
  guardIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = `SELECT r.id FROM guards r
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) AND ${isSecretRetired('r')}`;
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId, guardIds]));
  return new Set(rows.map(({ id }) => id));
}

export const hasRetiredSecret = async (db: Db, tenantId: string, guardId: string): Promise<boolean> =>
  (await findRetiredSecrets(db, tenantId, [guardId])).has(guardId);
