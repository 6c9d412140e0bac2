import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export interface GuardSecret {
  readonly secretHash: string;
  readonly activated: boolean;
}

/** Of the guard with this e-mail address who signs in on a phone; of several who share it, the one last changed. */
export async function findGuardSecret(db: Db, tenantId: string, email: string): Promise<GuardSecret | null> {
  const row = await db
    .selectFrom('guards')
    .select(['secret_hash as secretHash', 'activated'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`email <> '' AND lower(email) = lower(${email})`)
    .where('secret_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .$narrowType<{ secretHash: string }>()
    .executeTakeFirst();
  return row ?? null;
}
