import type { Db } from '../../db/database.ts';

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

/** Puts new codes in place of all that the account has. */
export async function replaceCodes(
  trx: Db,
  { tenantId, userId }: Owner,
  macs: readonly Buffer[],
): Promise<void> {
  await deleteCodes(trx, { tenantId, userId });
  await trx
    .insertInto('recovery_codes')
    .values(macs.map((code_mac) => ({ tenant_id: tenantId, user_id: userId, code_mac })))
    .execute();
}

export async function deleteCodes(trx: Db, { tenantId, userId }: Owner): Promise<void> {
  await trx
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
}

/** Uses a code up; false when it is none, or was used before. */
export async function spendCode(db: Db, { tenantId, userId }: Owner, codeMac: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('code_mac', '=', codeMac)
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
