import {
  followEvents,
  getNotificationPreferences,
  getUnreadCount,
  listNotifications,
  markNotificationsRead,
  markNotificationsSeen,
  saveNotificationPreferences,
} from '@watchpost/contract/notifications';
import { defaultFetchLimit, notificationStartOffset } from '@watchpost/domain/limits';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { markOfBrowser } from '../../accounts/sign-in/known-device.ts';
import { feedOf, startOf } from './event-feed.service.ts';
import {
  consolesOf,
  findAfter,
  findInbox,
  findPage,
  type InboxScope,
  markRead,
  markSeen,
} from './notifications.queries.ts';
import { findPreferences, savePreferences } from './preferences.queries.ts';
import { type Reader, toWire, writePosition } from './wire.ts';

export interface NotificationSettings {
  /** Milliseconds of silence after which a stream shows that it lives. */
  readonly heartbeatMs?: number;
}

/** Well below the half minute after which proxies give up a silent connection. */
const heartbeatDefaultMs = 15_000;
/** A browser needs one, whatever its tabs; beyond this somebody is collecting connections. */
const streamsPerUserMax = 20;
const replayMax = 100;

const inboxOf = ({ scope, userId }: ConsoleCaller): InboxScope => ({ ...scope, userId });

async function unreadOf(caller: ConsoleCaller): Promise<{ unReadcount: number }> {
  return { unReadcount: (await findInbox(inboxOf(caller))).unread };
}

export function notificationRoutes(settings: NotificationSettings): Route[] {
  const { heartbeatMs = heartbeatDefaultMs } = settings;
  return [
    route(listNotifications, async (context) => {
      const { caller, query, language } = context;
      const reader = { language, deviceMark: markOfBrowser(context) };
      const { offset = notificationStartOffset, limit = defaultFetchLimit } = query;
      const scope = inboxOf(caller);
      const upTo = query.upTo ?? (await findInbox(scope)).lastNo;
      const rows = await findPage(scope, { upTo, offset, limit });
      return { data: rows.map((row) => toWire(row, reader)), limit, upTo };
    }),

    route(getUnreadCount, async ({ caller }) => unreadOf(caller)),

    route(markNotificationsSeen, async ({ caller }) => {
      await markSeen(inboxOf(caller));
      return unreadOf(caller);
    }),

    route(markNotificationsRead, async ({ caller, body }) => {
      await markRead(inboxOf(caller), body.ids);
      return unreadOf(caller);
    }),

    route(getNotificationPreferences, async ({ caller }) => ({
      preferences: await findPreferences(inboxOf(caller)),
    })),

    route(saveNotificationPreferences, async (context) => {
      const { caller, body } = context;
      const origin = auditOrigin(context);
      return { preferences: await savePreferences(inboxOf(caller), body.preferences, origin) };
    }),

    eventsRoute(heartbeatMs),
  ];
}

const eventsRoute = (heartbeatMs: number): Route =>
  route(followEvents, async (context) => {
    const { caller, query, language: asked, header, signal, closing } = context;
    const scope = inboxOf(caller);
    const lastEventId = header('last-event-id') ?? query.after ?? null;
    const reader = { language: query.language ?? asked, deviceMark: markOfBrowser(context) };
    if (header('accept')?.includes('text/event-stream') !== true)
      return missedSince(scope, lastEventId, reader);
    if (consolesOf(scope).count() >= streamsPerUserMax)
      throw new AppError('slowDown', { retryAfterSeconds: 60 });
    const { tokenHash } = caller;
    const ends = [signal, closing];
    return { events: feedOf(scope, { heartbeatMs, ...reader, tokenHash, lastEventId, ends }) };
  });

async function missedSince(scope: InboxScope, lastEventId: string | null, reader: Reader) {
  const from = await startOf(scope, lastEventId);
  const rows = await findAfter(scope, from, replayMax);
  return {
    notifications: rows.map((row) => toWire(row, reader)),
    unReadcount: (await findInbox(scope)).unread,
    lastEventId: writePosition(scope.userId, rows.at(-1)?.no ?? from),
  };
}
