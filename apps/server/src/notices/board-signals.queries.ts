// Tells the open live boards that something changed at some sites, whichever server process changed it (DASH-03).
import { CompiledQuery } from 'kysely';
import { type Db, listenerOf } from '../db/database.ts';
import type { Listener } from '../db/listener.ts';
import type { Statements } from '../db/pipeline.ts';

/** Payload: 'tenantId site,site,...', or 'tenantId *' for any site. */
const boardChannel = 'watchpost_board';
/** A signal holds 8,000 bytes at most. */
const namedSitesMax = 100;

/** Within a transaction: boards of the sites look again once it has committed. One signal, however many events. */
export async function signalBoard(
  db: Statements,
  tenantId: string,
  siteIds: readonly (string | null)[],
): Promise<void> {
  const sites = [...new Set(siteIds)];
  const isNamed = sites.length <= namedSitesMax && !sites.includes(null);
  const payload = `${tenantId} ${isNamed ? sites.join(',') : '*'}`;
  await db.executeQuery(CompiledQuery.raw('SELECT pg_notify($1::text, $2::text)', [boardChannel, payload]));
}

export interface BoardWatcher {
  readonly tenantId: string;
  readonly userId: string;
  /** Null for all sites. */
  readonly siteId: string | null;
  readonly wake: () => void;
}

export interface BoardWatchers {
  /** How many boards of the user this process serves now. */
  count(tenantId: string, userId: string): number;
  /** Returns what stops the watching. */
  add(watcher: BoardWatcher): () => void;
}

const watchersOf = new WeakMap<Listener, BoardWatchers>();

/** The watchers of the process that `db`, a handle of forTenant(), belongs to. */
export function boardWatchers(db: Db): BoardWatchers {
  const listener = listenerOf(db);
  const known = watchersOf.get(listener);
  if (known !== undefined) return known;
  const made = makeWatchers(listener);
  watchersOf.set(listener, made);
  return made;
}

function makeWatchers(listener: Listener): BoardWatchers {
  const tenants = new Map<string, Set<BoardWatcher>>();
  const wakeTenant = (tenantId: string, sites: string) => {
    for (const { siteId, wake } of tenants.get(tenantId) ?? [])
      if (siteId === null || sites === '*' || sites.includes(siteId)) wake();
  };
  listener.listen(boardChannel, {
    onPayload: (payload) => {
      const [tenantId = '', sites = '*'] = payload.split(' ');
      wakeTenant(tenantId, sites);
    },
    onConnected: () => {
      for (const tenantId of tenants.keys()) wakeTenant(tenantId, '*');
    },
  });
  return {
    count: (tenantId, userId) =>
      [...(tenants.get(tenantId) ?? [])].filter((watcher) => watcher.userId === userId).length,
    add(watcher) {
      const group = tenants.get(watcher.tenantId) ?? new Set();
      group.add(watcher);
      tenants.set(watcher.tenantId, group);
      return () => {
        group.delete(watcher);
        if (group.size === 0 && tenants.get(watcher.tenantId) === group) tenants.delete(watcher.tenantId);
      };
    },
  };
}
