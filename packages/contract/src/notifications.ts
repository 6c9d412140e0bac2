// The bell: notifications of the signed-in user, what the user wants to hear of, and the browsers that take Web Push.
import { pageSizeMax } from '@watchpost/domain/limits';
import { noticeChannels, noticeKinds, noticeLanguages } from '@watchpost/domain/notice-kinds';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id, pageLimit, queryInteger } from './values.ts';

export const notification = z.object({
  id,
  kind: z.enum(noticeKinds),
  createdAt: z.number(),
  title: z.string(),
  /** In the language that was asked in. */
  message: z.string(),
  /** Route of the console; null when there is nothing to open. */
  link: z.nullable(z.string()),
  readAt: z.nullable(z.number()),
});
export type Notification = z.output<typeof notification>;

const unread = z.object({ unReadcount: z.number() });
const place = queryInteger(0, 999_999_999);

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/secure/notification/list',
  access: 'signedIn',
  summary:
    "A page of the user's notifications, newest first; upTo of the first page keeps later ones steady.",
  query: z.strictObject({
    offset: z.optional(place),
    limit: z.optional(pageLimit),
    /** Leaves out what came after the page whose upTo this is. */
    upTo: z.optional(place),
  }),
  reply: z.object({ data: z.array(notification), limit: z.number(), upTo: z.number() }),
});

export const getUnreadCount = defineEndpoint({
  name: 'getUnreadCount',
  method: 'GET',
  path: '/secure/notification/unreadcount',
  access: 'signedIn',
  summary: 'How many notifications came since the user last opened the panel.',
  reply: unread,
});

export const markNotificationsSeen = defineEndpoint({
  name: 'markNotificationsSeen',
  method: 'PUT',
  path: '/secure/notification/seen',
  access: 'signedIn',
  summary: 'The panel was opened: the unread count is 0 again.',
  reply: unread,
});

export const markNotificationsRead = defineEndpoint({
  name: 'markNotificationsRead',
  method: 'PUT',
  path: '/secure/notification/read',
  access: 'signedIn',
  summary: "Marks those of the ids that are the user's as read; null all of the user's.",
  body: z.strictObject({ ids: z.nullable(z.array(id).check(z.maxLength(pageSizeMax))) }),
  reply: unread,
});

const preference = z.strictObject({
  kind: z.enum(noticeKinds),
  channel: z.enum(noticeChannels),
  isOn: z.boolean(),
});
export type NotificationPreference = z.output<typeof preference>;

const preferences = z.object({
  /** One for each kind and each channel. */
  preferences: z.array(preference),
});

export const getNotificationPreferences = defineEndpoint({
  name: 'getNotificationPreferences',
  method: 'GET',
  path: '/secure/notification/preferences',
  access: 'signedIn',
  summary: 'Which notifications the user wants, and by which channel.',
  reply: preferences,
});

export const saveNotificationPreferences = defineEndpoint({
  name: 'saveNotificationPreferences',
  method: 'PUT',
  path: '/secure/notification/preferences',
  access: 'signedIn',
  summary: 'Changes those named and leaves the others as they are.',
  body: z.strictObject({
    preferences: z
      .array(preference)
      .check(z.minLength(1), z.maxLength(noticeKinds.length * noticeChannels.length)),
  }),
  reply: preferences,
});

/** What a stream sends, and what those who cannot hold a stream open are answered. */
export const followEvents = defineEndpoint({
  name: 'followEvents',
  method: 'GET',
  path: '/secure/events',
  access: 'signedIn',
  summary:
    'What happened since Last-Event-ID; asked for as text/event-stream it stays open and sends on as it happens.',
  query: z.strictObject({
    /** For browsers, whose streams send no headers of one's own. */
    language: z.optional(z.enum(noticeLanguages)),
    /** As Last-Event-ID, which stands above it. */
    after: z.optional(
      z.string().check(z.regex(/^[0-9a-f-]{36}\.\d{1,9}$/, { error: 'Must be a lastEventId.' })),
    ),
  }),
  reply: z.object({
    notifications: z.array(notification),
    unReadcount: z.number(),
    /** To be sent back as Last-Event-ID. */
    lastEventId: z.string(),
  }),
});
