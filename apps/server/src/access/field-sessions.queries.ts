import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';

/** Signs guards out of every phone. */
export async function endFieldSessions(db: Db, tenantId: string, guardIds: readonly string[]): Promise<void> {
  const text = 'DELETE FROM sessions WHERE tenant_id = $1::uuid AND guard_id = ANY($2::uuid[])';
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, guardIds]));
}
