// Tells people: stores a notification for each of those whom it concerns, wakes their consoles and queues their pushes.
import { CompiledQuery } from 'kysely';
import { type NoticeKind, type NoticeParams, notificationsMax } from '@watchpost/domain/notice-kinds';
import type { Statements } from '../db/statements.ts';
import { pushJobOf, pushPriority, sendPushJob } from './send-push-job.ts';

/** What happened. With `userId`, only that user is notified; else everybody who sees the site; without a site, all super admins. */
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
 * Notifies within the caller's transaction, so that a notice exists if and only if its cause commits. Obeys each
 * recipient's preferences. Locks the recipients' inboxes until the transaction ends: call it last, and once; several
 * notices go through notifyAll (NOTIF-05).
 */
export function notify<K extends NoticeKind>(db: Statements, notice: Notice<K>): Promise<void> {
  return notifyAll(db, [notice]);
}

/** The same for notices of one tenant, in their order; no two of one kind have the same `once`. */
export async function notifyAll(db: Statements, notices: readonly Notice[]): Promise<void> {
  const [first] = notices;
  if (first === undefined) return;
  const asked = notices.map((notice, no) => ({
    no,
    kind: notice.kind,
    site_id: notice.siteId,
    user_id: notice.userId ?? null,
    params: notice.params,
    link: notice.link,
    once: notice.once ?? null,
    push: pushJobOf(notice),
    priority: pushPriority(notice.kind),
  }));
  await db.executeQuery(CompiledQuery.raw(fanOut, [first.tenantId, JSON.stringify(asked)]));
}

const wants = (channel: string) => `coalesce((SELECT is_on FROM notification_preferences p
  WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id AND p.kind = a.kind AND p.channel = '${channel}'), true)`;
// Names and inboxes are taken in one order, so that two transactions that tell wait for each other instead of failing.
const fanOut = `
  WITH asked AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS x (no int, kind text, site_id uuid, user_id uuid, params jsonb,
      link text, once text, push jsonb, priority int)
  ), first_told AS (
    INSERT INTO told_notices (tenant_id, kind, subject)
    SELECT $1::uuid, kind, once FROM asked WHERE once IS NOT NULL ORDER BY kind, once
    ON CONFLICT DO NOTHING RETURNING kind, subject
  ), recipients AS (
    SELECT a.*, u.id, ${wants('console')} AS in_console, ${wants('push')} AS by_push
    FROM asked a CROSS JOIN users u
    LEFT JOIN sub_admins s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
    WHERE u.tenant_id = $1::uuid AND u.activated AND u.role IN ('superAdmin', 'subAdmin')
      AND (a.user_id IS NULL OR u.id = a.user_id)
      AND (u.role = 'superAdmin' OR s.site_id = a.site_id OR (a.site_id IS NULL AND a.user_id IS NOT NULL))
      AND (a.once IS NULL OR EXISTS (SELECT FROM first_told f WHERE f.kind = a.kind AND f.subject = a.once))
  ), numbered AS (
    INSERT INTO notification_inboxes AS i (tenant_id, user_id, last_no)
    SELECT $1::uuid, id, count(*) FROM recipients WHERE in_console GROUP BY id ORDER BY id
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET last_no = i.last_no + excluded.last_no
    RETURNING user_id, last_no
  ), stored AS (
    INSERT INTO notifications (tenant_id, user_id, no, id, kind, site_id, params, link)
    SELECT $1::uuid, r.id, n.last_no + 1 - row_number() OVER (PARTITION BY r.id ORDER BY r.no DESC),
      gen_random_uuid(), r.kind, r.site_id, r.params, r.link
    FROM recipients r JOIN numbered n ON n.user_id = r.id WHERE r.in_console
  ), trimmed AS (
    DELETE FROM notifications x USING numbered n
    WHERE x.tenant_id = $1::uuid AND x.user_id = n.user_id AND x.no <= n.last_no - ${notificationsMax}
  )
  SELECT pg_notify('${noticeChannel}', $1::text || ' ' || user_id::text)::text FROM numbered
  UNION ALL
  SELECT (graphile_worker.add_job('${sendPushJob.name}', max_attempts := ${sendPushJob.attemptsMax},
    priority := r.priority,
    payload := (r.push || jsonb_build_object('subscriptionId', b.id))::json)).id::text
  FROM recipients r JOIN push_subscriptions b ON b.tenant_id = $1::uuid AND b.user_id = r.id
  WHERE r.by_push`;
