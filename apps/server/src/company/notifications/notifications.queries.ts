import { sql } from 'kysely';
import type { NoticeKind } from '@watchpost/domain/notice-kinds';
import { findConsoleSession } from '../../platform/access/caller.queries.ts';
import type { SiteScope } from '../../platform/access/caller.ts';
import { noticeWakers, wakeConsoles } from './notice-signals.queries.ts';

/** One user's notifications, as far as the user's sites go now. */
export interface InboxScope extends SiteScope {
  readonly userId: string;
}

export interface FoundNotification {
  readonly no: number;
  readonly id: string;
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, string | number>>;
  readonly link: string | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

function visible({ db, tenantId, userId, siteId }: InboxScope) {
  return db
    .selectFrom('notifications as n')
    .where('n.tenant_id', '=', tenantId)
    .where('n.user_id', '=', userId)
    .where(sql<boolean>`(${siteId}::uuid IS NULL OR n.site_id IS NULL OR n.site_id = ${siteId}::uuid)`);
}

function found(scope: InboxScope) {
  return visible(scope).select([
    'n.no',
    'n.id',
    sql<NoticeKind>`n.kind`.as('kind'),
    'n.params',
    'n.link',
    'n.created_at as createdAt',
    'n.read_at as readAt',
  ]);
}

/** Newest first, none newer than `upTo`. */
export async function findPage(
  scope: InboxScope,
  page: { readonly upTo: number; readonly offset: number; readonly limit: number },
): Promise<FoundNotification[]> {
  return found(scope)
    .where('n.no', '<=', page.upTo)
    .orderBy('n.no', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Those after number `after`, oldest first. */
export async function findAfter(
  scope: InboxScope,
  after: number,
  limit: number,
): Promise<FoundNotification[]> {
  return found(scope).where('n.no', '>', after).orderBy('n.no').limit(limit).execute();
}

export interface Inbox {
  readonly lastNo: number;
  readonly unread: number;
  /** Of all the tenant's settings, as replies to its consoles bear it. */
  readonly settingsVersion: number;
}

/** Unread are those that came since the panel was last opened and were not read otherwise (HEAD-03). */
export async function findInbox(scope: InboxScope): Promise<Inbox> {
  const { db, tenantId, userId } = scope;
  const unread = visible(scope)
    .select(sql<number>`count(*)`.as('unread'))
    .where('n.read_at', 'is', null)
    .where(sql<boolean>`n.no > i.seen_no`);
  // An open console asks for this again and again, so it is one statement, also for a user who never had a notice.
  const { rows } = await sql<Inbox>`SELECT coalesce(i.last_no, 0) AS "lastNo", ${unread} AS unread,
      coalesce(s.version, 0) AS "settingsVersion"
    FROM (VALUES (1)) AS one (row)
    LEFT JOIN notification_inboxes AS i ON i.tenant_id = ${tenantId}::uuid AND i.user_id = ${userId}::uuid
    LEFT JOIN tenant_settings AS s ON s.tenant_id = ${tenantId}::uuid`.execute(db);
  return rows[0] ?? { lastNo: 0, unread: 0, settingsVersion: 0 };
}

/** From now on everything that came so far counts as seen. */
export async function markSeen({ db, tenantId, userId }: InboxScope): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('notification_inboxes')
      .set((eb) => ({ seen_no: eb.ref('last_no') }))
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .whereRef('seen_no', '<', 'last_no')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await wakeConsoles(transaction, tenantId, userId);
  });
}

/** Marks those of the ids that are the user's, or all without ids. */
export async function markRead(scope: InboxScope, ids: readonly string[] | null): Promise<void> {
  const { db, tenantId, userId } = scope;
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('notifications')
      .set({ read_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where(sql<boolean>`(${ids}::uuid[] IS NULL OR id = ANY (${ids}::uuid[]))`)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await wakeConsoles(transaction, tenantId, userId);
  });
}

/** The scope that a session has now; null when it has ended, or its user may no longer enter. */
export async function findScope(scope: InboxScope, tokenHash: Buffer): Promise<InboxScope | null> {
  const session = await findConsoleSession(scope.db, scope.tenantId, tokenHash);
  if (session === null || !session.activated || session.userId !== scope.userId) return null;
  if (session.role === 'superAdmin') return { ...scope, siteId: null };
  if (session.role !== 'subAdmin' || session.siteId === null) return null;
  return { ...scope, siteId: session.siteId };
}

/** Consoles of the user that this process keeps up to date, and how to be one of them. */
export function consolesOf({ db, tenantId, userId }: InboxScope) {
  const wakers = noticeWakers(db);
  return {
    count: () => wakers.count(tenantId, userId),
    add: (wake: () => void) => wakers.add(tenantId, userId, wake),
  };
}
