// The pair of keys that push services know a tenant by (VAPID, RFC 8292). The private one is stored sealed.
import { openText, reseal, sealText } from '../../platform/access/sealed-text.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';

export interface StoredPushKeys {
  readonly publicKey: string;
  readonly sealedKey: string;
}

async function findPushKeys(db: Db, tenantId: string): Promise<StoredPushKeys | null> {
  const row = await db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'private_key as sealedKey'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the keys unless another server was faster. */
async function insertPushKeys(db: Db, tenantId: string, keys: StoredPushKeys): Promise<void> {
  await db
    .insertInto('push_keys')
    .values({ tenant_id: tenantId, public_key: keys.publicKey, private_key: keys.sealedKey })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const purposeOf = (tenantId: string) => `push keys ${tenantId}`;

/** The tenant's keys as stored, made now if there are none; of several servers that make some, one is first. */
export async function ensurePushKeys(
  db: Db,
  tenantId: string,
  secret: ServerSecret,
): Promise<StoredPushKeys> {
  const known = await findPushKeys(db, tenantId);
  if (known !== null) return known;
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const sealedKey = sealText(secret, purposeOf(tenantId), privateKey);
  await insertPushKeys(db, tenantId, { publicKey, sealedKey });
  const stored = await findPushKeys(db, tenantId);
  if (stored === null) throw new Error('push keys were stored, but are not there');
  return stored;
}

/** At the start of a server: every tenant gets its keys before a browser asks for them. */
export async function makePushKeys(database: Database, secret: ServerSecret): Promise<void> {
  for (const id of await findTenantIds(database.shared))
    await ensurePushKeys(database.forTenant(id), id, secret);
}

/** Seals the tenant's private key with the secret in use; how many that took, 1 or 0. */
export async function resealPushKeys(db: Db, tenantId: string, secret: ServerSecret): Promise<number> {
  const known = await findPushKeys(db, tenantId);
  const resealed = known === null ? null : reseal(secret, purposeOf(tenantId), known.sealedKey);
  if (known === null || resealed === null) return 0;
  await db
    .updateTable('push_keys')
    .set({ private_key: resealed })
    .where('tenant_id', '=', tenantId)
    .where('private_key', '=', known.sealedKey)
    .execute();
  return 1;
}

/** Throws when the keys were sealed with another server secret. */
export function openPushKeys(
  secret: ServerSecret,
  tenantId: string,
  { publicKey, sealedKey }: StoredPushKeys,
): PushKeys {
  const privateKey = openText(secret, purposeOf(tenantId), sealedKey);
  if (privateKey === null) throw new Error("the tenant's push keys were made with another server secret");
  return { publicKey, privateKey };
}

/** Whether the stored keys open with the secret, or there are none yet: false for a server that was given another one. */
export async function isSecretOfDatabase(database: Database, secret: ServerSecret): Promise<boolean> {
  for (const id of await findTenantIds(database.shared)) {
    const keys = await findPushKeys(database.forTenant(id), id);
    if (keys !== null) return openText(secret, purposeOf(id), keys.sealedKey) !== null;
  }
  return true;
}
