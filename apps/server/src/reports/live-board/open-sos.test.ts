// What every page of an open console follows: the SOS calls that are not resolved, as they come and change.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCheckpoint, makeGuard, makeTenant, makeUser } from '../../testing/factories.ts';
import { openStream, type SentEvent, type Stream } from '../../testing/event-stream.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';
import { browserOf, deviceOf, sessionHeaders } from '../../testing/made-sessions.ts';
import { makeSos } from '../../testing/make-sos.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { type BoardWorld, makeBoardWorld, raise, sosOf } from './live-board.testing.ts';

let server: TestApp;
let other: LiveServer;
let world: BoardWorld;
const streams: Stream[] = [];

beforeAll(async () => {
  server = await testApp();
  other = await startServer(server, 60_000);
});
afterAll(() => other.close());
beforeEach(async () => {
  world = await makeBoardWorld(server);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.breakOff();
});

const openSos = async (by: Caller) => (await by('GET', '/secure/open-sos')).json();
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe('the list of open SOS calls', () => {
  it('[TONIGHT-03] has those to acknowledge first, the oldest of each first, and no resolved one', async () => {
    const nowMs = Date.now();
    const call = (secondsAgo: number, values: object = {}) =>
      makeSos(server.owner, world.tenant, world.siteId, {
        received_at_ms: nowMs - secondsAgo * 1_000,
        ...values,
      });
    const seen = { acknowledged_at_ms: nowMs };
    const newest = await call(10);
    const seenLater = await call(20, seen);
    const oldest = await call(30);
    const seenBefore = await call(40, seen);
    await call(50, { resolved_at_ms: nowMs });
    const open = await openSos(world.admin);
    expect([open.count, idsOf(open)]).toEqual([4, [oldest, newest, seenBefore, seenLater]]);
    expect(Math.abs(open.atMs - Date.now())).toBeLessThan(5_000);
  });

  it('[TONIGHT-03] has only calls of the sites that its reader sees', async () => {
    const sos = sosOf();
    await raise(world.device, sos);
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    for (const by of [world.otherSubAdmin, stranger])
      expect(await openSos(by)).toMatchObject({ count: 0, data: [] });
    for (const by of [world.admin, world.subAdmin]) expect(idsOf(await openSos(by))).toEqual([sos.id]);
    const nowhere = await makeGuard(server.owner, world.tenant);
    const unposted = sosOf({ position: null });
    await raise(await deviceOf(server, world.tenant, nowhere.id), unposted);
    expect(idsOf(await openSos(world.admin))).toEqual([sos.id, unposted.id]);
    expect(idsOf(await openSos(world.subAdmin))).toEqual([sos.id]);
  });

  it('[TONIGHT-03] is refused to a site manager whose company shows its site managers no dashboard', async () => {
    const saved = await world.admin('PUT', '/secure/app-settings/access', {
      body: { version: 0, groups: [{ group: 'DASHBOARD', actions: [] }] },
    });
    expect(saved.statusCode).toBe(200);
    expect((await world.subAdmin('GET', '/secure/open-sos')).statusCode).toBe(403);
  });

  it('[TONIGHT-03] names the checkpoint that the guard is nearest to, and none that is far away', async () => {
    const { owner } = server;
    const at = (latitude: number) => ({ latitude, longitude: 73.9 });
    await makeCheckpoint(owner, world.tenant, world.siteId, { name: 'Weir', ...at(18.6) });
    await makeCheckpoint(owner, world.tenant, world.otherSiteId, { name: 'Not here', ...at(18.601) });
    const near = sosOf({ position: { ...at(18.601), accuracyMetres: 8 } });
    const far = sosOf({ position: { ...at(19.6), accuracyMetres: 8 } });
    const unknown = sosOf({ position: null });
    for (const sos of [near, far, unknown]) await raise(world.device, sos);
    const { data } = await openSos(world.admin);
    const found = new Map(
      data.map((call: { id: string; nearestCheckpoint: unknown }) => [call.id, call.nearestCheckpoint]),
    );
    expect(found.get(near.id)).toEqual({ name: 'Weir', metres: expect.closeTo(111.2, 0) });
    expect([found.get(far.id), found.get(unknown.id)]).toEqual([null, null]);
  });
});

const signals = (events: readonly SentEvent[]) => events.filter(({ name }) => name === 'sos').length;
const received = (stream: Stream, times: number) => stream.until((events) => signals(events) >= times);

/** The stream of every page of a console, through another server process, once it has said that it begins. */
async function follow(userId: string): Promise<Stream> {
  const headers = await sessionHeaders(server.owner, world.tenant, { userId });
  const stream = await openStream(`${other.url}/api/${world.tenant.slug}/secure/events`, headers);
  streams.push(stream);
  await received(stream, 1);
  return stream;
}

describe('the stream of a console', () => {
  it('[TONIGHT-03] has an event within a second of each change of an SOS, also for a user who wants no notices', async () => {
    const preferences = [{ kind: 'sosRaised', channel: 'console', isOn: false }];
    await world.admin('PUT', '/secure/notification/preferences', { body: { preferences } });
    const stream = await follow(world.adminId);
    const sos = sosOf();
    const at = { sentAtMs: Date.now(), deviceAtMs: Date.now() };
    const position = { ...sos.position, id: randomUUID(), deviceAtMs: at.deviceAtMs };
    const changes = [
      () => raise(world.device, sos),
      () =>
        world.device('POST', `/field/sos/${sos.id}/positions`, {
          body: { sentAtMs: at.sentAtMs, positions: [position] },
        }),
      () =>
        world.device('POST', `/field/sos/${sos.id}/safe`, {
          body: { sentAtMs: at.sentAtMs, safe: { id: randomUUID(), deviceAtMs: at.deviceAtMs } },
        }),
      () => world.subAdmin('POST', `/secure/sos/${sos.id}/acknowledge`, { body: {} }),
      () => world.admin('POST', `/secure/sos/${sos.id}/resolve`, { body: { comment: 'A drill.' } }),
    ];
    for (const [index, change] of changes.entries()) {
      const sentMs = Date.now();
      expect((await change()).statusCode).toBe(200);
      await received(stream, index + 2);
      expect(Date.now() - sentMs).toBeLessThan(1_000);
    }
  });

  it('[TONIGHT-03] of a site manager has events of the own site alone', async () => {
    const guard = await makeGuard(server.owner, world.tenant, { siteIds: [world.otherSiteId] });
    const own = await follow((await makeUser(server.owner, world.tenant, { siteId: world.siteId })).id);
    const other = await follow(
      (await makeUser(server.owner, world.tenant, { siteId: world.otherSiteId })).id,
    );
    await raise(await deviceOf(server, world.tenant, guard.id), sosOf());
    await received(other, 2);
    await raise(world.device, sosOf());
    await received(own, 2);
    expect([signals(own.events), signals(other.events)]).toEqual([2, 2]);
  });
});
