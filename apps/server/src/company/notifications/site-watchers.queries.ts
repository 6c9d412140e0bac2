// Who in this process waits for signals about sites. A payload: 'tenantId site,site,...', or 'tenantId *' for any site.
import { type Db, listenerOf } from '../../platform/db/database.ts';
import type { Listener } from '../../platform/db/listener.ts';

export interface SiteWatcher {
  readonly tenantId: string;
  readonly userId: string;
  /** Null for all sites; read at each signal. */
  readonly siteId: string | null;
  readonly wake: () => void;
}

export interface SiteWatchers {
  /** How many watchers of the user this process serves now. */
  count(tenantId: string, userId: string): number;
  /** Returns what stops the watching. */
  add(watcher: SiteWatcher): () => void;
}

const watchersOf = new WeakMap<Listener, Map<string, SiteWatchers>>();

/** The watchers of a channel in the process that `db`, a handle of forTenant(), belongs to. */
export function siteWatchers(db: Db, channel: string): SiteWatchers {
  const listener = listenerOf(db);
  const channels = watchersOf.get(listener) ?? new Map<string, SiteWatchers>();
  watchersOf.set(listener, channels);
  const known = channels.get(channel);
  if (known !== undefined) return known;
  const made = makeWatchers(listener, channel);
  channels.set(channel, made);
  return made;
}

function makeWatchers(listener: Listener, channel: string): SiteWatchers {
  const tenants = new Map<string, Set<SiteWatcher>>();
  const wakeTenant = (tenantId: string, sites: string) => {
    for (const { siteId, wake } of tenants.get(tenantId) ?? [])
      if (siteId === null || sites === '*' || sites.includes(siteId)) wake();
  };
  listener.listen(channel, {
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
