// Streams over real connections to two servers on one database, each with a pool and a listening connection of its own.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../platform/notify/notify.queries.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';
import { openStream, type SentEvent, type Stream } from '../../testing/event-stream.ts';

let store: TestDatabase;
let servers: [LiveServer, LiveServer];
let tenant: MadeTenant;
let userId: string;
let headers: Record<string, string>;
let siteId: string;
const open: Stream[] = [];

beforeAll(async () => {
  store = await testDatabase();
  servers = [await startServer(store, 60_000), await startServer(store, 60_000)];
  atFileEnd(async () => {
    for (const server of servers) await server.close();
  });
});
beforeEach(async () => {
  tenant = await makeTenant(store.owner);
  siteId = await makeSite(store.owner, tenant);
  userId = (await makeUser(store.owner, tenant)).id;
  headers = await sessionHeaders(store.owner, tenant, { userId });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.breakOff();
});

const address = (server: LiveServer) => `${server.url}/api/${tenant.slug}/secure/events`;

async function follow(server: LiveServer, more: Record<string, string> = {}, query = ''): Promise<Stream> {
  const stream = await openStream(address(server) + query, { ...headers, ...more });
  open.push(stream);
  return stream;
}

/** Of the n-th notice, told through a server as its own transaction. */
async function notifyTimes(server: LiveServer, number: number): Promise<void> {
  const params = { guard: `Guard ${number}`, site: 'Gate' };
  await server.database
    .forTenant(tenant.id)
    .transaction()
    .execute((db) => notify(db, { tenantId: tenant.id, kind: 'sosRaised', siteId, params, link: null }));
}

const sequence = (events: readonly SentEvent[]) =>
  events.flatMap(({ name, data }) =>
    name === 'notification' ? [data.message?.split(' called')[0] ?? ''] : [],
  );
const counts = (events: readonly SentEvent[]) =>
  events.flatMap(({ name, data }) => (name === 'unread' ? [data.unReadcount] : []));
const guards = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Guard ${from + at}`);
const isOpen = (events: readonly SentEvent[]) => counts(events).length > 0;

describe('a stream', () => {
  it('says how many are unread, and what comes as soon as another server commits it', async () => {
    await notifyTimes(servers[0], 1);
    const stream = await follow(servers[1]);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await stream.until(isOpen);
    expect([sequence(stream.events), counts(stream.events)]).toEqual([[], [1]]);
    await notifyTimes(servers[0], 2);
    // The count and the notice come as they are read: either may be the first.
    await stream.until((events) => counts(events).includes(2) && sequence(events).length > 0);
    expect(sequence(stream.events)).toEqual(['Guard 2']);
  });

  it('tells every console of the user when one of them opens the panel', async () => {
    await notifyTimes(servers[0], 1);
    const streams = [await follow(servers[0]), await follow(servers[1])];
    for (const stream of streams) await stream.until(isOpen);
    const reply = await fetch(`${servers[0].url}/api/${tenant.slug}/secure/notification/seen`, {
      method: 'PUT',
      headers,
    });
    expect(reply.status).toBe(200);
    for (const stream of streams) await stream.until((events) => counts(events).includes(0));
  });

  it('a sub admin hears of its site alone', async () => {
    const elsewhere = await makeSite(store.owner, tenant);
    const user = await makeUser(store.owner, tenant, { siteId: elsewhere });
    headers = await sessionHeaders(store.owner, tenant, { userId: user.id });
    const stream = await follow(servers[0]);
    await stream.until(isOpen);
    await notifyTimes(servers[0], 1);
    siteId = elsewhere;
    await notifyTimes(servers[1], 2);
    await stream.until((events) => sequence(events).length > 0);
    expect(sequence(stream.events)).toEqual(['Guard 2']);
  });

  it('resumes after the last event on whichever server, by header or address, in the language asked for', async () => {
    const first = await follow(servers[0]);
    await first.until(isOpen);
    const lastId = first.events.at(-1)?.id ?? '';
    first.breakOff();
    for (let at = 1; at <= 150; at += 1) await notifyTimes(servers[0], at);
    const byHeader = await follow(servers[1], { 'last-event-id': lastId });
    await byHeader.until(isOpen);
    expect(sequence(byHeader.events)).toEqual(guards(1, 150));
    const byAddress = await follow(servers[0], {}, `?after=${lastId}&language=hi`);
    await byAddress.until(isOpen);
    expect(byAddress.events[0]?.data.message).toBe('Guard 1 ने Gate पर मदद माँगी है।');
    const done = await follow(servers[0], { 'last-event-id': byHeader.events.at(-1)?.id ?? '' });
    await done.until(isOpen);
    expect(sequence(done.events)).toEqual([]);
  });

  it('starts again with an id that is not its own or lies ahead', async () => {
    await notifyTimes(servers[0], 1);
    for (const lastId of [`${crypto.randomUUID()}.0`, `${userId}.99`, 'x', `${userId}.-1`]) {
      const stream = await follow(servers[0], { 'last-event-id': lastId });
      await stream.until(isOpen);
      expect(sequence(stream.events)).toEqual([]);
    }
  });

  it('answers those who ask for JSON with the same events', async () => {
    const ask = async (query = '') => (await fetch(address(servers[0]) + query, { headers })).json();
    const start = await ask();
    expect(start).toEqual({ notifications: [], unReadcount: 0, lastEventId: `${userId}.0` });
    await notifyTimes(servers[1], 1);
    const newer = await ask(`?after=${start.lastEventId}`);
    expect(newer).toMatchObject({ unReadcount: 1, lastEventId: `${userId}.1` });
    expect(newer.notifications).toHaveLength(1);
  });

  it('a user holds twenty at most, and others are not touched by that', async () => {
    for (let at = 0; at < 20; at += 1) expect((await follow(servers[0])).status).toBe(200);
    const refused = await follow(servers[0]);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    const colleague = (await makeUser(store.owner, tenant)).id;
    headers = await sessionHeaders(store.owner, tenant, { userId: colleague });
    expect((await follow(servers[0])).status).toBe(200);
  });

  it('needs a session', async () => {
    headers = {};
    expect((await follow(servers[0])).status).toBe(401);
  });
});

describe('connections that break', () => {
  it('lose and repeat nothing, wherever and whenever they break', async () => {
    const step = fc.record({
      notices: fc.integer({ min: 0, max: 4 }),
      through: fc.integer({ min: 0, max: 1 }),
      on: fc.integer({ min: 0, max: 1 }),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const user = await makeUser(store.owner, tenant);
        headers = await sessionHeaders(store.owner, tenant, { userId: user.id });
        const received: string[] = [];
        let sent = 0;
        let lastId = `${user.id}.0`;
        for (const { notices, through, on, waits } of steps) {
          const stream = await follow(servers[on] ?? servers[0], { 'last-event-id': lastId });
          const notifying = Promise.all(
            Array.from({ length: notices }, () => notifyTimes(servers[through] ?? servers[0], (sent += 1))),
          );
          if (waits) await stream.until((events) => sequence(events).length > 0 || notices === 0);
          stream.breakOff();
          await stream.ended;
          received.push(...sequence(stream.events));
          lastId = stream.events.findLast((event) => event.id !== '')?.id ?? lastId;
          await notifying;
        }
        const last = await follow(servers[0], { 'last-event-id': lastId });
        await last.until(isOpen);
        received.push(...sequence(last.events));
        last.breakOff();
        expect(received.length).toBe(sent);
        expect(new Set(received)).toEqual(new Set(guards(1, sent)));
      }),
      { numRuns: 25, seed: 20_261_121 },
    );
  });

  it('of the server to its database are made good, and what was told in the meantime is sent', async () => {
    const stream = await follow(servers[0]);
    await stream.until(isOpen);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'watchpost listen'`.execute(store.owner);
    await notifyTimes(servers[1], 1);
    await stream.until((events) => sequence(events).includes('Guard 1'));
    await notifyTimes(servers[1], 2);
    await stream.until((events) => sequence(events).includes('Guard 2'));
    expect(sequence(stream.events)).toEqual(['Guard 1', 'Guard 2']);
  });

  it('leave nothing behind on the server', async () => {
    for (let at = 0; at < 60; at += 1) {
      const stream = await follow(servers[0]);
      expect(stream.status).toBe(200);
      stream.breakOff();
      await stream.ended;
    }
  });
});

describe('with a short heartbeat', () => {
  let server: LiveServer;
  beforeAll(async () => {
    server = await startServer(store, 50);
    return () => server.close();
  });

  it('shows that it lives', async () => {
    const stream = await follow(server);
    await stream.until((events) => events.filter(({ name }) => name === ':').length >= 2);
    expect(counts(stream.events)).toEqual([0]);
  });

  it('[OUT-01] ends when its session does, and cannot be opened again', async () => {
    const stream = await follow(server);
    await stream.until(isOpen);
    const reply = await fetch(`${servers[1].url}/api/${tenant.slug}/secure/signout`, {
      method: 'DELETE',
      headers,
    });
    expect(reply.status).toBe(200);
    await stream.ended;
    expect((await follow(server)).status).toBe(401);
  });

  it('[OUT-01] ends with its session however much there is to tell', async () => {
    const stream = await follow(server);
    await stream.until(isOpen);
    await store.owner.deleteFrom('sessions').where('tenant_id', '=', tenant.id).execute();
    let isOver = false;
    void stream.ended.then(() => (isOver = true));
    for (let at = 0; at < 400 && !isOver; at += 1) await notifyTimes(servers[0], at);
    expect(isOver).toBe(true);
  });

  it('ends when its account is deactivated', async () => {
    const stream = await follow(server);
    await stream.until(isOpen);
    await store.owner.updateTable('users').set({ activated: false }).where('id', '=', userId).execute();
    await stream.ended;
  });

  it('follows a sub admin to its new site', async () => {
    const user = await makeUser(store.owner, tenant, { siteId });
    headers = await sessionHeaders(store.owner, tenant, { userId: user.id });
    const stream = await follow(server);
    await stream.until(isOpen);
    const elsewhere = await makeSite(store.owner, tenant);
    await store.owner
      .updateTable('sub_admins')
      .set({ site_id: elsewhere })
      .where('user_id', '=', user.id)
      .execute();
    await notifyTimes(servers[0], 1);
    siteId = elsewhere;
    await notifyTimes(servers[0], 2);
    await stream.until((events) => sequence(events).includes('Guard 2'));
    expect(sequence(stream.events)).toEqual(['Guard 2']);
  });
});

it('a server that closes ends its streams', async () => {
  const server = await startServer(store, 60_000);
  const stream = await follow(server);
  await stream.until(isOpen);
  await server.close();
  await stream.ended;
});
