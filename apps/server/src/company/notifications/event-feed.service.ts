// What a console hears while it is open: text/event-stream made from what is stored, so that a lost connection or
// signal loses nothing and repeats nothing.
import { deviceBatchMs } from '@watchpost/domain/devices';
import { exceptionBatchMs } from '@watchpost/domain/exceptions';
import { Alarm } from '../../platform/http/alarm.ts';
import { AccessWatch } from './access-watch.ts';
import { deviceWatchers } from './device-signals.ts';
import { exceptionWatchers } from './exception-signals.ts';
import type { SiteWatchers } from './site-watchers.queries.ts';
import { sosWatchers } from './sos-signals.queries.ts';
import { BatchedSignal } from './batched-signal.ts';
import {
  type Inbox,
  type InboxScope,
  consolesOf,
  findAfter,
  findInbox,
  findScope,
} from './notifications.queries.ts';
import { readPosition, toWire, writePosition } from './wire.ts';

export interface FeedSettings {
  /** Silence after which a comment is sent, the session looked at and the store read again; milliseconds. */
  readonly heartbeatMs: number;
  readonly language: string;
  readonly deviceMark: string | null;
  readonly tokenHash: Buffer;
  /** The last event that the console has, from Last-Event-ID; null for a console that starts again. */
  readonly lastEventId: string | null;
  /** Each ends the stream. */
  readonly ends: readonly AbortSignal[];
}

/** The console asks again this long after its stream broke. */
const retryMs = 2_000;
const batch = 100;
/** A call has its event at once; those of the positions that follow it are so far apart at least. */
const sosBatchMs = 250;

/**
 * Events `sos` (a call of the user's sites was raised or changed, or may have been before the stream), `notification`
 * (with an id to resume by), `unread`, `settings` (their version), `exceptions` (the same as `sos` of exceptions) and
 * `devices` (of guards' phones), until the session ends, the console goes or the server closes. Reads the store
 * whenever something was signalled, and at every heartbeat.
 */
export async function* feedOf(scope: InboxScope, settings: FeedSettings): AsyncGenerator<string> {
  const alarm = new Alarm(settings.ends);
  let now: InboxScope | null = scope;
  const batched = {
    sos: new BatchedSignal(sosBatchMs),
    exceptions: new BatchedSignal(exceptionBatchMs),
    devices: new BatchedSignal(deviceBatchMs),
  };
  const sources = Object.values(batched);
  for (const each of sources) each.note();
  const unwatch = watch(
    () => now ?? scope,
    () => alarm.ring(),
    batched,
  );
  const access = new AccessWatch(scope, settings.heartbeatMs, () => alarm.ring());
  try {
    const sent: SentState = { unread: null, settingsVersion: null };
    let last = await startOf(scope, settings.lastEventId);
    /** No notice up to here is left that is the user's at the site that the user has. */
    let readTo = -1;
    yield `retry: ${retryMs}\n\n`;
    while (now !== null && !alarm.isOver) {
      const inbox = await findInbox(now);
      if (inbox.lastNo > readTo) {
        const rows = await findAfter(now, last, batch);
        for (const row of rows) {
          last = row.no;
          yield eventText('notification', toWire(row, settings), writePosition(scope.userId, last));
        }
        if (rows.length === batch) continue;
        readTo = inbox.lastNo;
      }
      yield* changesToSend(inbox, sent, writePosition(scope.userId, last));
      for (const [name, each] of Object.entries(batched))
        if (each.take()) yield eventText(name, {}, writePosition(scope.userId, last));
      await alarm.within(Math.min(access.waitMs, ...sources.map((each) => each.waitMs())));
      // However busy the stream is, it does not outlive its session.
      if (alarm.isOver || !access.takeDue()) continue;
      const siteId: string | null = now.siteId;
      now = await findScope(scope, settings.tokenHash);
      if (now?.siteId !== siteId) readTo = -1;
      if (now !== null) yield ': still here\n\n';
    }
  } finally {
    unwatch();
    access.end();
    alarm.end();
  }
}

/** What the console knows. */
interface SentState {
  unread: number | null;
  settingsVersion: number | null;
}

function* changesToSend({ unread, settingsVersion }: Inbox, sent: SentState, id: string): Generator<string> {
  if (unread !== sent.unread) yield eventText('unread', { unReadcount: unread }, id);
  sent.unread = unread;
  if (settingsVersion !== sent.settingsVersion) yield eventText('settings', { version: settingsVersion }, id);
  sent.settingsVersion = settingsVersion;
}

interface BatchedSignals {
  readonly sos: BatchedSignal;
  readonly exceptions: BatchedSignal;
  readonly devices: BatchedSignal;
}

/** Rings for what is the user's, and for what happens at the site that the user has then; returns what stops it. */
function watch(now: () => InboxScope, ring: () => void, batched: BatchedSignals): () => void {
  const scope = now();
  const removeConsole = consolesOf(scope).add(ring);
  const add = (watchers: SiteWatchers, signal: BatchedSignal) =>
    watchers.add({
      tenantId: scope.tenantId,
      userId: scope.userId,
      get siteId() {
        return now().siteId;
      },
      wake: () => {
        if (signal.note()) ring();
      },
    });
  const leaves = [
    removeConsole,
    add(sosWatchers(scope.db), batched.sos),
    add(exceptionWatchers(scope.db), batched.exceptions),
    add(deviceWatchers(scope.db), batched.devices),
  ];
  return () => {
    for (const unwatch of leaves) unwatch();
  };
}

/** Number after which a console wants to hear: what it has, or everything that comes from now on. */
export async function startOf(scope: InboxScope, lastEventId: string | null): Promise<number> {
  const { lastNo } = await findInbox(scope);
  const position = readPosition(scope.userId, lastEventId);
  return position === null || position > lastNo ? lastNo : position;
}

function eventText(name: string, data: object, id: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
