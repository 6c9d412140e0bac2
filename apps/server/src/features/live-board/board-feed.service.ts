// Tells an open live board when to look again: text/event-stream without memory, since whoever looks sees everything.
import { setTimeout as delay } from 'node:timers/promises';
import { boardGatherMs } from '@watchpost/domain/live-board';
import type { SiteScope } from '../../access/caller.ts';
import { Alarm } from '../../http/alarm.ts';
import { boardWatchers } from '../../notices/board-signals.queries.ts';

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
  const leave = boardWatchers(db).add({ tenantId, userId: feed.userId, siteId, wake: () => alarm.ring() });
  let lookedAtMs = Date.now();
  try {
    yield `retry: ${retryMs}\n\n`;
    yield event('open');
    while (!alarm.isOver) {
      const hasChanged = await alarm.within(feed.beatMs);
      if (alarm.isOver) return;
      if (Date.now() - lookedAtMs >= feed.beatMs) {
        if (!(await feed.mayStillView())) return;
        lookedAtMs = Date.now();
      }
      yield event(hasChanged ? 'changed' : 'beat');
      if (hasChanged) await delay(boardGatherMs);
    }
  } finally {
    leave();
    alarm.end();
  }
}

const event = (name: string) => `event: ${name}\ndata: ${JSON.stringify({ atMs: Date.now() })}\n\n`;
