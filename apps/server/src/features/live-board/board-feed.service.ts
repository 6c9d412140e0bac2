// Tells an open live board when to look again: text/event-stream without memory, since whoever looks sees everything.
import { setTimeout as delay } from 'node:timers/promises';
import { boardGatherMs } from '@watchpost/domain/live-board';
import type { SiteScope } from '../../access/caller.ts';
import { Alarm } from '../../http/alarm.ts';
import { boardWatchers } from '../../notices/board-signals.queries.ts';
import { accessWakers } from '../../notices/notice-signals.queries.ts';

export interface BoardFeed {
  readonly scope: SiteScope;
  readonly userId: string;
  /** Silence after which the stream shows that it lives and looks whether the viewer still may; milliseconds. */
  readonly beatMs: number;
  readonly mayStillView: () => Promise<boolean>;
  /** Each ends the stream. */
  readonly ends: readonly AbortSignal[];
}

const retryMs = 2_000;

/** However much happens, events are boardGatherMs apart at least: what happens meanwhile is one of them. */
export async function* boardFeed(feed: BoardFeed): AsyncGenerator<string> {
  const { tenantId, siteId, db } = feed.scope;
  const alarm = new Alarm(feed.ends);
  let hasChanged = false;
  const leave = boardWatchers(db).add({
    tenantId,
    userId: feed.userId,
    siteId,
    wake: () => {
      hasChanged = true;
      alarm.ring();
    },
  });
  let mustLook = false;
  const leaveAccess = accessWakers(db).add(tenantId, feed.userId, () => {
    mustLook = true;
    alarm.ring();
  });
  let lookedAtMs = Date.now();
  let saidAtMs = lookedAtMs;
  try {
    yield `retry: ${retryMs}\n\n`;
    yield event('open');
    while (!alarm.isOver) {
      await alarm.within(Math.max(0, saidAtMs + feed.beatMs - Date.now()));
      if (alarm.isOver) return;
      if (mustLook || Date.now() - lookedAtMs >= feed.beatMs) {
        mustLook = false;
        if (!(await feed.mayStillView())) return;
        lookedAtMs = Date.now();
      }
      const isChange = hasChanged;
      if (!isChange && Date.now() - saidAtMs < feed.beatMs) continue;
      hasChanged = false;
      saidAtMs = Date.now();
      yield event(isChange ? 'changed' : 'beat');
      if (isChange) await delay(boardGatherMs);
    }
  } finally {
    leave();
    leaveAccess();
    alarm.end();
  }
}

const event = (name: string) => `event: ${name}\ndata: ${JSON.stringify({ atMs: Date.now() })}\n\n`;
