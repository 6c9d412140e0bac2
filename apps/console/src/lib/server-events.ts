// The server's events as they happen, over a connection that is made again whenever it breaks, and goes on where it was.
import { followEvents, type Notification } from '@watchpost/contract/notifications';
import { noticeLanguages } from '@watchpost/domain/notice-kinds';
import { browserHttp } from './browser-http.ts';
import { type EventConnection, openEventConnection } from './event-connection.ts';
import { toAddress } from './http.ts';
import { currentLanguage } from './labels.ts';

/** `place` is the event's place in the user's sequence: '<user id>.<number>'. */
export type ServerEvent =
  | { readonly kind: 'notification'; readonly place: string; readonly notification: Notification }
  | { readonly kind: 'unread'; readonly place: string; readonly count: number }
  /** The tenant's settings are now of this version. */
  | { readonly kind: 'settings'; readonly place: string; readonly version: number }
  /** An SOS of the user's sites was raised or changed, or may have been while no stream was open. */
  | { readonly kind: 'sos'; readonly place: string }
  /** Exceptions of the user's sites changed, or may have while no stream was open. */
  | { readonly kind: 'exceptions'; readonly place: string }
  /** The same of guards' phones. */
  | { readonly kind: 'devices'; readonly place: string };

function addressAfter(place: string | null): string {
  const language = noticeLanguages.find((known) => known === currentLanguage());
  return browserHttp.baseUrl() + toAddress(followEvents.path, {}, { language, after: place });
}

/** Hears everything after `place()`, or from now on while that is null. Every connection names its place again. */
export function openServerEvents(
  place: () => string | null,
  onEvent: (event: ServerEvent) => void,
  onBreak: () => void,
): EventConnection {
  return openEventConnection({
    address: () => addressAfter(place()),
    events: {
      notification: (message) => onEvent(readNotification(message)),
      unread: (message) => onEvent(readUnread(message)),
      settings: (message) => onEvent(readSettings(message)),
      sos: ({ lastEventId }) => onEvent({ kind: 'sos', place: lastEventId }),
      exceptions: ({ lastEventId }) => onEvent({ kind: 'exceptions', place: lastEventId }),
      devices: ({ lastEventId }) => onEvent({ kind: 'devices', place: lastEventId }),
    },
    onBreak,
  });
}

interface Message {
  readonly data: unknown;
  readonly lastEventId: string;
}

// The server writes by the schemas that type these; checking them again would ship a validator with every page.
function readNotification({ data, lastEventId }: Message): ServerEvent {
  return { kind: 'notification', place: lastEventId, notification: JSON.parse(String(data)) as Notification };
}

function readUnread({ data, lastEventId }: Message): ServerEvent {
  const { unReadcount } = JSON.parse(String(data)) as { readonly unReadcount: number };
  return { kind: 'unread', place: lastEventId, count: unReadcount };
}

function readSettings({ data, lastEventId }: Message): ServerEvent {
  const { version } = JSON.parse(String(data)) as { readonly version: number };
  return { kind: 'settings', place: lastEventId, version };
}
