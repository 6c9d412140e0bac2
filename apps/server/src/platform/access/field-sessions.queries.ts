import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';

/** Signs guards out of every phone. */
export async function endFieldSessions(db: Db, tenantId: string, guardIds: readonly string[]): Promise<void> {
  const text = 'DELETE FROM sessions WHERE tenant_id = $1::uuid AND guard_id = ANY($2::uuid[])';
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, guardIds]));
}

/** Those that would last longer end after so many hours. */
export async function endFieldSessionsLater(
  db: Db,
  tenantId: string,
  guardIds: readonly string[],
  hours: number,
): Promise<void> {
  const text = `UPDATE sessions SET expires_at = least(expires_at, now() + make_interval(hours => $3::int))
    WHERE tenant_id = $1::uuid AND guard_id = ANY($2::uuid[])`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, guardIds, hours]));
}
