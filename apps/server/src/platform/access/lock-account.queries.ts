import type { Db } from '../db/database.ts';

interface Account {
  readonly tenantId: string;
  readonly userId: string;
}

/** Serialises changes of one account: what a transaction reads of it stays true until that transaction writes. */
export async function lockAccount(transaction: Db, { tenantId, userId }: Account): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
}
