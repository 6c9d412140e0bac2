// Tells people: stores a notification for each of those whom it concerns, wakes their consoles and queues their pushes.
import { CompiledQuery } from 'kysely';
import { type NoticeKind, type NoticeParams, notificationsKept } from '@watchpost/domain/notice-kinds';
import type { Statements } from '../db/pipeline.ts';
import { pushJobOf, pushPriority, sendPushJob } from './send-push-job.ts';

/** What happened. With `userId` that user alone is told, else everybody who sees the site; without a site all super admins. */
export interface Notice<K extends NoticeKind = NoticeKind> {
  readonly tenantId: string;
  readonly kind: K;
  readonly siteId: string | null;
  readonly userId?: string;
  readonly params: NoticeParams[K];
  /** Route of the console that shows what it is about, e.g. '/scanned-checkpoints-details?id=...'. */
  readonly link: string | null;
  /** Names what happened, e.g. a round's id: whatever of this kind and name was told already is not told again. */
  readonly once?: string;
}

/** Payload of the signal: 'tenantId userId'. */
export const noticeChannel = 'watchpost_notices';

/**
 * Within the caller's transaction: whoever is told is told if and only if that commits. Obeys each recipient's
 * preferences. Holds the recipients' inboxes until the transaction ends, so it belongs at its end, once (NOTIF-05).
 */
export async function notify<K extends NoticeKind>(db: Statements, notice: Notice<K>): Promise<void> {
  const { tenantId, kind, siteId, userId, params, link, once } = notice;
  const told = [tenantId, kind, siteId, userId ?? null, JSON.stringify(params), link, once ?? null];
  const values = [...told, JSON.stringify(pushJobOf(notice)), pushPriority(kind)];
  await db.executeQuery(CompiledQuery.raw(fanOut, values));
}

const wants = (channel: string) => `coalesce((SELECT is_on FROM notification_preferences p
  WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id AND p.kind = $2 AND p.channel = '${channel}'), true)`;

// Inboxes are taken in one order, so that two notices at once wait for each other instead of failing.
const fanOut = `
  WITH first_told AS (
    INSERT INTO told_notices (tenant_id, kind, subject)
    SELECT $1::uuid, $2, $7::text WHERE $7::text IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING subject
  ), recipients AS (
    SELECT u.id, ${wants('console')} AS in_console, ${wants('push')} AS by_push
    FROM users u LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
    WHERE u.tenant_id = $1::uuid AND u.activated AND u.role IN ('superAdmin', 'subAdmin')
      AND ($4::uuid IS NULL OR u.id = $4::uuid)
      AND (u.role = 'superAdmin' OR a.site_id = $3::uuid OR ($3::uuid IS NULL AND $4::uuid IS NOT NULL))
      AND ($7::text IS NULL OR EXISTS (SELECT FROM first_told))
  ), numbered AS (
    INSERT INTO notification_inboxes AS i (tenant_id, user_id, last_no)
    SELECT $1::uuid, id, 1 FROM recipients WHERE in_console ORDER BY id
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET last_no = i.last_no + 1
    RETURNING user_id, last_no
  ), stored AS (
    INSERT INTO notifications (tenant_id, user_id, no, id, kind, site_id, params, link)
    SELECT $1::uuid, user_id, last_no, gen_random_uuid(), $2, $3::uuid, $5::jsonb, $6 FROM numbered
  ), trimmed AS (
    DELETE FROM notifications x USING numbered n
    WHERE x.tenant_id = $1::uuid AND x.user_id = n.user_id AND x.no <= n.last_no - ${notificationsKept}
  )
  SELECT pg_notify('${noticeChannel}', $1::text || ' ' || user_id::text)::text FROM numbered
  UNION ALL
  SELECT (graphile_worker.add_job('${sendPushJob.name}', max_attempts := ${sendPushJob.attemptsMax}, priority := $9::int,
    payload := ($8::jsonb || jsonb_build_object('subscriptionId', s.id))::json)).id::text
  FROM recipients r JOIN push_subscriptions s ON s.tenant_id = $1::uuid AND s.user_id = r.id
  WHERE r.by_push`;
