// Wakes the open consoles of a user when something of theirs changed, whichever server process changed it.
import { CompiledQuery } from 'kysely';
import { type Db, listenerOf } from '../../platform/db/database.ts';
import type { Listener } from '../../platform/db/listener.ts';
import type { Statements } from '../../platform/db/statements.ts';
import { noticeChannel } from '../../platform/notify/notify.queries.ts';

export interface Wakers {
  /** How many consoles of the user this process serves now. */
  count(tenantId: string, userId: string): number;
  /** Returns what stops the waking. */
  add(tenantId: string, userId: string, wake: () => void): () => void;
}

/** Sessions that ended and rights that changed, as triggers tell of them (migration 0086). */
const accessChannel = 'watchpost_access';

const noticeWakersOf = new WeakMap<Listener, Wakers>();
const accessWakersOf = new WeakMap<Listener, Wakers>();

/** The wakers of the process that `db`, a handle of forTenant(), belongs to. */
export const noticeWakers = (db: Db): Wakers => wakersOn(db, noticeChannel, noticeWakersOf);

/** Woken when a session of the user may have ended, or what the user may see may have changed. */
export const accessWakers = (db: Db): Wakers => wakersOn(db, accessChannel, accessWakersOf);

function wakersOn(db: Db, channel: string, wakersOf: WeakMap<Listener, Wakers>): Wakers {
  const listener = listenerOf(db);
  const known = wakersOf.get(listener);
  if (known !== undefined) return known;
  const made = makeWakers(listener, channel);
  wakersOf.set(listener, made);
  return made;
}

/** Within a transaction: the user's consoles look again once it has committed. */
export async function wakeConsoles(db: Statements, tenantId: string, userId: string): Promise<void> {
  const values = [noticeChannel, `${tenantId} ${userId}`];
  await db.executeQuery(CompiledQuery.raw('SELECT pg_notify($1::text, $2::text)', values));
}

/** Within a transaction: all open consoles of the tenant look again once it has committed. */
export async function wakeTenant(db: Statements, tenantId: string): Promise<void> {
  const values = [noticeChannel, tenantId];
  await db.executeQuery(CompiledQuery.raw('SELECT pg_notify($1::text, $2::text)', values));
}

function makeWakers(listener: Listener, channel: string): Wakers {
  const wakers = new Map<string, Set<() => void>>();
  const wakeAll = (prefix: string) => {
    for (const [key, group] of wakers) if (key.startsWith(prefix)) for (const wake of group) wake();
  };
  listener.listen(channel, {
    onPayload: (key) => {
      for (const wake of wakers.get(key) ?? []) wake();
      const [tenantId, userId = '*'] = key.split(' ');
      if (userId === '*') wakeAll(`${tenantId} `);
    },
    onConnected: () => {
      for (const group of wakers.values()) for (const wake of group) wake();
    },
  });
  return {
    count: (tenantId, userId) => wakers.get(`${tenantId} ${userId}`)?.size ?? 0,
    add(tenantId, userId, wake) {
      const key = `${tenantId} ${userId}`;
      const group = wakers.get(key) ?? new Set();
      group.add(wake);
      wakers.set(key, group);
      return () => {
        group.delete(wake);
        if (group.size === 0 && wakers.get(key) === group) wakers.delete(key);
      };
    },
  };
}
