import type { Db } from '../../platform/db/database.ts';

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

/** Puts new codes in place of all that the account has. */
export async function replaceCodes(
  trx: Db,
  { tenantId, userId }: Owner,
  salt: Buffer,
  stored: readonly Buffer[],
): Promise<void> {
  await deleteCodes(trx, { tenantId, userId });
  await trx
    .insertInto('recovery_codes')
    .values(stored.map((code_mac) => ({ tenant_id: tenantId, user_id: userId, code_mac, salt })))
    .execute();
}

export async function deleteCodes(trx: Db, { tenantId, userId }: Owner): Promise<void> {
  await trx
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
}

/** Salts of the account's codes: one, or null for codes of before there were any; none where it has no codes. */
export async function findSalts(db: Db, { tenantId, userId }: Owner): Promise<(Buffer | null)[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('salt')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ salt }) => salt);
}

/** Uses a code up; false when it is none, or was used before. */
export async function spendCode(db: Db, { tenantId, userId }: Owner, stored: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('code_mac', '=', stored)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countCodes(db: Db, { tenantId, userId }: Owner): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return n;
}
