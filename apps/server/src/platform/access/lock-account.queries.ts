import type { Db } from '../db/database.ts';

interface Account {
  readonly tenantId: string;
  readonly userId: string;
}

/** Whoever else holds the account is before this transaction or after it, so that what both read and change fits together. */
export async function lockAccount(transaction: Db, { tenantId, userId }: Account): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
}
