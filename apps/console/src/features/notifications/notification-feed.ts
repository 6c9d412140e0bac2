// Keeps the unread count and tells of arrivals while somebody is signed in (HEAD-03): one stream for all tabs of the
// browser, and a question every minute for whatever a stream cannot do.
import { getUnreadCount } from '@watchpost/contract/notifications';
import { notificationPollMs } from '@watchpost/domain/limits';
import { call } from '../../lib/api-client.ts';
import { emitAppEvent } from '../../lib/app-events.ts';
import { session } from '../../lib/current-session.ts';
import type { EventConnection } from '../../lib/event-connection.ts';
import { openServerEvents, type ServerEvent } from '../../lib/server-events.ts';
import { leadAmongTabs } from '../../lib/tab-leader.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { announceArrival } from './arrivals.ts';
import { createEventOrder, type EventOrder } from './event-order.ts';
import { setUnreadCount, unreadCount } from './unread-count.ts';

/** A clock that jumped this far between two looks at it belongs to a machine that slept, and its connection is dead. */
const sleptMs = 150_000;
const clockLookMs = 20_000;

/** What the tab with the stream says of it to the others. */
interface StreamTurned {
  readonly kind: 'stream';
  readonly isUp: boolean;
}

/** Follows the notifications of the user until the returned function is called. */
export function followNotifications(userId: string): () => void {
  const name = `watchpost notifications ${currentTenant()} ${userId}`;
  const channel = new BroadcastChannel(name);
  const order = createEventOrder();
  const heed = heedEvents(order);
  let stream: EventConnection | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<ServerEvent | StreamTurned>) => {
    if (data.kind === 'stream') emitAppEvent('streamTurned', { isUp: data.isUp });
    else heed(data);
  });
  const stopLeading = leadAmongTabs(name, () => {
    const reportState = turning((isUp) =>
      channel.postMessage({ kind: 'stream', isUp } satisfies StreamTurned),
    );
    const take = (event: ServerEvent) => {
      reportState(true);
      if (heed(event)) channel.postMessage(event);
    };
    stream = openServerEvents(order.place, take, () => reportState(false));
    return () => {
      stream?.close();
      stream = null;
      // This tab has none any more; another may have.
      emitAppEvent('streamTurned', { isUp: false });
    };
  });
  const stopPolling = poll(() => stream?.renew());
  const stopWatching = watchForSleep(() => stream?.renew());
  return () => {
    stopPolling();
    stopWatching();
    stopLeading();
    channel.close();
    setUnreadCount(0);
  };
}

/** What is to be done about an event; true for what the other tabs are to hear too. */
function heedEvents(order: EventOrder): (event: ServerEvent) => boolean {
  let isOpening = true;
  return (event) => {
    // What the session is refreshed to, the other tabs find stored.
    if (event.kind === 'settings') {
      if (event.version !== session.settingsVersion()) emitAppEvent('sessionStale', undefined);
      return false;
    }
    if (event.kind === 'sos' || event.kind === 'exceptions' || event.kind === 'devices') {
      emitAppEvent(`${event.kind}Changed`, undefined);
      return true;
    }
    if (!order.take(event)) return false;
    if (event.kind === 'unread') {
      setUnreadCount(event.count);
      // What was told between a page's first answer and the opening of the stream is told by no one any more.
      if (isOpening) emitAppEvent('incidentReported', undefined);
      isOpening = false;
    } else {
      announceArrival(event.notification);
      if (event.notification.kind === 'incidentReported') emitAppEvent('incidentReported', undefined);
    }
    return true;
  };
}

/** Says so, here and by `notifyOthers`, whenever the stream breaks or is heard again. */
function turning(notifyOthers: (isUp: boolean) => void): (isUp: boolean) => void {
  let known: boolean | null = null;
  return (isUp) => {
    if (isUp === known) return;
    known = isUp;
    emitAppEvent('streamTurned', { isUp });
    notifyOthers(isUp);
  };
}

/** Asks now and every minute. A stream that did not tell what this finds out is not worth keeping. */
function poll(onSurprise: () => void): () => void {
  const stopping = new AbortController();
  let isFirst = true;
  const ask = async () => {
    const before = unreadCount();
    try {
      const { unReadcount } = await call(getUnreadCount, { signal: stopping.signal, explainedBy: 'caller' });
      const isSurprise = !isFirst && unReadcount !== before && before === unreadCount();
      isFirst = false;
      if (before !== unreadCount()) return;
      setUnreadCount(unReadcount);
      if (isSurprise) onSurprise();
    } catch {
      // Out of reach: asked again in a minute. A session that ended has been acted on by the client.
    }
  };
  void ask();
  const timer = window.setInterval(() => void ask(), notificationPollMs);
  return () => {
    window.clearInterval(timer);
    stopping.abort();
  };
}

function watchForSleep(onWake: () => void): () => void {
  let lookedAt = Date.now();
  const timer = window.setInterval(() => {
    const now = Date.now();
    if (now - lookedAt > sleptMs) onWake();
    lookedAt = now;
  }, clockLookMs);
  return () => window.clearInterval(timer);
}
