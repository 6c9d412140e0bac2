import type { Db } from '../../platform/db/database.ts';
import { deletePendingOf } from '../sign-in/second-step.queries.ts';
import { deletePasskeys } from './passkeys.queries.ts';
import { deleteCodes } from './recovery-codes.queries.ts';

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

export async function findPasswordHash(db: Db, tenantId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function findEmail(db: Db, tenantId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** The e-mail address of a sub admin; null for everybody else. */
export async function findSubAdminEmail(db: Db, tenantId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('role', '=', 'subAdmin')
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function removeAllFactors(trx: Db, owner: Owner): Promise<void> {
  const { tenantId, userId } = owner;
  await trx
    .deleteFrom('authenticators')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  await deletePasskeys(trx, owner);
  await deleteCodes(trx, owner);
  await deletePendingOf(trx, tenantId, userId);
  await trx.deleteFrom('sessions').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
}
