// Signals an open live board to reload, as text/event-stream. Stores no events: each reload reads the whole board.
import { setTimeout as delay } from 'node:timers/promises';
import { boardBatchMs } from '@watchpost/domain/live-board';
import type { SiteScope } from '../../platform/access/caller.ts';
import { Alarm } from '../../platform/http/alarm.ts';
import { AccessWatch } from '../../company/notifications/access-watch.ts';
import { boardWatchers } from '../../company/notifications/board-signals.queries.ts';

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

/** However much happens, events are boardGatherMs apart at least: what happens in the meantime is one of them. */
export async function* boardFeed(feed: BoardFeed): AsyncGenerator<string> {
  const { tenantId, siteId, db } = feed.scope;
  const alarm = new Alarm(feed.ends);
  let hasChanged = false;
  const unwatch = boardWatchers(db).add({
    tenantId,
    userId: feed.userId,
    siteId,
    wake: () => {
      hasChanged = true;
      alarm.ring();
    },
  });
  const access = new AccessWatch({ db, tenantId, userId: feed.userId }, feed.beatMs, () => alarm.ring());
  let sentAtMs = performance.now();
  try {
    yield `retry: ${retryMs}\n\n`;
    yield event('open');
    while (!alarm.isOver) {
      const untilBeatMs = sentAtMs + feed.beatMs - performance.now();
      await alarm.within(Math.max(0, untilBeatMs));
      if (alarm.isOver) return;
      if (access.takeDue() && !(await feed.mayStillView())) return;
      const isChange = hasChanged;
      if (!isChange && performance.now() - sentAtMs < feed.beatMs) continue;
      hasChanged = false;
      sentAtMs = performance.now();
      yield event(isChange ? 'changed' : 'beat');
      if (isChange) await delay(boardBatchMs);
    }
  } finally {
    unwatch();
    access.end();
    alarm.end();
  }
}

const event = (name: string) => `event: ${name}\ndata: ${JSON.stringify({ atMs: Date.now() })}\n\n`;
