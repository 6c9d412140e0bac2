import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly rpId: string;
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const columns = [
  'id',
  'user_id as userId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'rp_id as rpId',
  'name',
  'is_backed_up as isBackedUp',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export async function findPasskeys(db: Db, { tenantId, userId }: Owner): Promise<StoredPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskeyByCredential(
  db: Db,
  tenantId: string,
  credentialId: string,
): Promise<StoredPasskey | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

export type NewPasskey = Omit<StoredPasskey, 'createdAt' | 'lastUsedAt' | 'userId'>;

/** False, and nothing stored, when the credential is known already. */
export async function insertPasskey(trx: Db, owner: Owner, passkey: NewPasskey): Promise<boolean> {
  const row = await trx
    .insertInto('passkeys')
    .values({
      tenant_id: owner.tenantId,
      user_id: owner.userId,
      id: passkey.id,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      rp_id: passkey.rpId,
      name: passkey.name,
      is_backed_up: passkey.isBackedUp,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'credential_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes a use; false when the counter did not go on, so that two devices hold the same key. */
export async function updateCounter(db: Db, tenantId: string, id: string, counter: number): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    // Many keep none and always say 0.
    .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updatePasskeyName(
  trx: Db,
  { tenantId, userId }: Owner,
  id: string,
  name: string,
): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ name })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** The removed passkey's name; null when the account has no such one. */
export async function deletePasskey(
  trx: Db,
  { tenantId, userId }: Owner,
  id: string,
): Promise<string | null> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function deletePasskeys(trx: Db, { tenantId, userId }: Owner): Promise<void> {
  await trx.deleteFrom('passkeys').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
}

/** Uses a challenge up; false when it was signed before. */
export async function insertSpentChallenge(db: Db, tenantId: string, hash: Buffer): Promise<boolean> {
  await db
    .deleteFrom('spent_challenges')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`expires_at < now()`)
    .execute();
  const row = await db
    .insertInto('spent_challenges')
    // Longer than any challenge holds.
    .values({ tenant_id: tenantId, challenge_hash: hash, expires_at: sql<Date>`now() + interval '1 hour'` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tenant_id')
    .executeTakeFirst();
  return row !== undefined;
}
