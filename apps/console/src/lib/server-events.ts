// The server's events as they happen, over a connection that is made anew whenever it breaks, and goes on where it was.
import { followEvents, type Notification } from '@watchpost/contract/notifications';
import { noticeLanguages } from '@watchpost/domain/notice-kinds';
import { browserHttp } from './browser-http.ts';
import { toAddress } from './http.ts';
import { currentLanguage } from './labels.ts';

/** `place` is the event's place in the user's sequence: '<user id>.<number>'. */
export type ServerEvent =
  | { readonly kind: 'notification'; readonly place: string; readonly notification: Notification }
  | { readonly kind: 'unread'; readonly place: string; readonly count: number }
  /** The tenant's settings are now of this version. */
  | { readonly kind: 'settings'; readonly place: string; readonly version: number };

export interface ServerEvents {
  /** Connects anew at once, e.g. because what is connected seems to be dead. */
  renew(): void;
  close(): void;
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** Milliseconds before the next try, growing with the tries before; scattered, so that consoles do not return together. */
export function retryDelayMs(tries: number, random: () => number = Math.random): number {
  return Math.min(firstDelayMs * 2 ** tries, longestDelayMs) * (0.5 + random() / 2);
}

function addressAfter(place: string | null): string {
  const language = noticeLanguages.find((known) => known === currentLanguage());
  return browserHttp.baseUrl() + toAddress(followEvents.path, {}, { language, after: place });
}

/**
 * Hears everything after `place()`, or from now on while that is null. Every connection names its place anew: the
 * browser's own reconnecting gives up for good when a server that restarts answers with an error.
 */
export function openServerEvents(
  place: () => string | null,
  onEvent: (event: ServerEvent) => void,
): ServerEvents {
  let source: EventSource | null = null;
  let timer = 0;
  let tries = 0;
  const disconnect = () => {
    window.clearTimeout(timer);
    source?.close();
  };
  const connect = () => {
    disconnect();
    const opened = new EventSource(addressAfter(place()));
    source = opened;
    opened.addEventListener('notification', (event) => onEvent(readNotification(event)));
    opened.addEventListener('unread', (event) => {
      tries = 0;
      onEvent(readUnread(event));
    });
    opened.addEventListener('settings', (event) => onEvent(readSettings(event)));
    opened.addEventListener('error', () => {
      disconnect();
      timer = window.setTimeout(connect, retryDelayMs(tries));
      tries += 1;
    });
  };
  const renew = () => {
    tries = 0;
    connect();
  };
  window.addEventListener('online', renew);
  connect();
  return {
    renew,
    close: () => {
      window.removeEventListener('online', renew);
      disconnect();
    },
  };
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
