import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export async function isFreshSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
  minutes: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`greatest(created_at, confirmed_at) > now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateConfirmedSession(db: Db, tenantId: string, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}
