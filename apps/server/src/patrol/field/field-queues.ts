import type { GuardScope } from '../../platform/access/caller.ts';
import { EventQueue } from './event-queue.ts';
import { RouteVersionCache } from './route-version-cache.ts';
import { writeEvents } from './write-events.queries.ts';

/** The queue of each tenant: no tenant's events wait for another's. */
export class FieldQueues {
  readonly #queues = new Map<string, EventQueue>();

  of({ db, tenantId }: GuardScope): EventQueue {
    const known = this.#queues.get(tenantId);
    if (known !== undefined) return known;
    const cache = new RouteVersionCache();
    const made = new EventQueue((sent) => writeEvents(db, tenantId, cache, sent));
    this.#queues.set(tenantId, made);
    return made;
  }
}
