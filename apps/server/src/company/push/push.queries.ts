import { CompiledQuery, sql } from 'kysely';
import { pushBrowsersMax } from '@watchpost/domain/web-push';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { type PushOrder, pushPriority, sendPushJob } from '../../platform/notify/send-push-job.ts';
import type { StoredPushKeys } from './push-keys.queries.ts';

export interface NewSubscription {
  readonly userId: string;
  readonly tokenHash: Buffer;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: string;
}

/**
 * Stores a browser's subscription, or moves it to this session, and drops the oldest ones beyond pushBrowsersMax. Answers its
 * id; null when the endpoint belongs to somebody else with other keys, so that knowing an address is not enough to take it
 * over.
 */
export async function saveSubscription(
  scope: SiteScope,
  subscription: NewSubscription,
): Promise<string | null> {
  const { db, tenantId } = scope;
  const { userId, tokenHash, endpoint, p256dh, auth, language } = subscription;
  return db.transaction().execute(async (trx) => {
    // Two browsers of one user at once wait for each other, so that the count holds.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`push ${userId}`}, 0))`.execute(trx);
    const upsert = `INSERT INTO push_subscriptions AS s
        (tenant_id, id, user_id, token_hash, endpoint, p256dh, auth, language)
      VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bytea, $5, $6, $7, $8)
      ON CONFLICT (tenant_id, endpoint) DO UPDATE SET user_id = excluded.user_id, token_hash = excluded.token_hash,
        p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
      WHERE s.user_id = excluded.user_id OR (s.p256dh = excluded.p256dh AND s.auth = excluded.auth)
      RETURNING id`;
    const values = [tenantId, uuidv7(), userId, tokenHash, endpoint, p256dh, auth, language];
    const { rows } = await trx.executeQuery<{ id: string }>(CompiledQuery.raw(upsert, values));
    const [row] = rows;
    if (row === undefined) return null;
    const surplus = `DELETE FROM push_subscriptions WHERE tenant_id = $1::uuid AND id IN (
      SELECT id FROM push_subscriptions WHERE tenant_id = $1::uuid AND user_id = $2::uuid AND id <> $3::uuid
      ORDER BY created_at DESC, id DESC OFFSET ${pushBrowsersMax - 1})`;
    await trx.executeQuery(CompiledQuery.raw(surplus, [tenantId, userId, row.id]));
    return row.id;
  });
}

export async function deleteOwnSubscription(
  { db, tenantId }: SiteScope,
  userId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export interface FoundBrowser {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: Date;
  readonly tokenHash: Buffer;
}

/** The newest first. */
export async function findBrowsers({ db, tenantId }: SiteScope, userId: string): Promise<FoundBrowser[]> {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.token_hash', '=', 'p.token_hash'),
    )
    .select(['p.id', 's.agent', 'p.created_at as createdAt', 'p.token_hash as tokenHash'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.user_id', '=', userId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
}

export interface Delivery extends StoredPushKeys {
  readonly userId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: string;
}

/**
 * Where a notice of a site goes; null when no one is to be told there any more: signed out, deactivated, or no longer
 * of that site. A session that is merely idle still is one, since push is for those who are not looking.
 */
export async function findDelivery(
  db: Db,
  { tenantId, subscriptionId, siteId }: PushOrder,
): Promise<Delivery | null> {
  const text = `SELECT p.user_id AS "userId", p.endpoint, p.p256dh, p.auth, p.language,
      k.public_key AS "publicKey", k.private_key AS "sealedKey"
    FROM push_subscriptions p
    JOIN sessions s ON s.tenant_id = p.tenant_id AND s.token_hash = p.token_hash AND s.expires_at > now()
    JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id AND u.activated
    JOIN push_keys k ON k.tenant_id = p.tenant_id
    LEFT JOIN sub_admins a ON a.tenant_id = p.tenant_id AND a.user_id = p.user_id
    WHERE p.tenant_id = $1::uuid AND p.id = $2::uuid AND (u.role = 'superAdmin'
      OR (u.role = 'subAdmin' AND a.site_id IS NOT NULL AND ($3::uuid IS NULL OR a.site_id = $3::uuid)))`;
  const values = [tenantId, subscriptionId, siteId];
  const { rows } = await db.executeQuery<Delivery>(CompiledQuery.raw(text, values));
  return rows[0] ?? null;
}

/** Forgets a subscription that its push service no longer knows; one saved again since has another endpoint. */
export async function deleteStale(db: Db, tenantId: string, id: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .execute();
}

/** Has a notice tried again after a while. */
export async function requeuePush(db: Db, order: PushOrder, delayMs: number): Promise<void> {
  const key = `${order.subscriptionId} ${order.tag}`;
  const runAt = new Date(Date.now() + delayMs);
  await enqueueJob(
    db,
    sendPushJob,
    { ...order, tries: order.tries + 1 },
    { key, runAt, priority: pushPriority(order.kind) },
  );
}
