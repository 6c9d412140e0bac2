// Boards over real connections to two servers on one database.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { openStream, type Stream } from '../../testing/event-stream.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import {
  type BoardWorld,
  dutyStarted,
  makeBoardWorld,
  raise,
  roundStarted,
  scanned,
  sendEvents,
  sosOf,
} from './live-board.testing.ts';

let server: TestApp;
let other: LiveServer;
let impatient: LiveServer;
let world: BoardWorld;
let headers: Record<string, string>;
const open: Stream[] = [];

beforeAll(async () => {
  server = await testApp();
  other = await startServer(server, 3_600_000);
  impatient = await startServer(server, 50);
});
afterAll(async () => {
  await other.close();
  await impatient.close();
});
beforeEach(async () => {
  world = await makeBoardWorld(server);
  headers = await sessionHeaders(server.owner, world.tenant, { userId: world.adminId });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.breakOff();
});

async function follow(at = other, query = ''): Promise<Stream> {
  const url = `${at.url}/api/${world.tenant.slug}/secure/live-board/events${query}`;
  const stream = await openStream(url, headers);
  open.push(stream);
  await stream.until((events) => events.some(({ name }) => name === 'open'));
  return stream;
}
const changes = ({ events }: Stream) => events.filter(({ name }) => name === 'changed').length;
const changed = (stream: Stream, times = 1) => stream.until(() => changes(stream) >= times);
const look = async (query = '') =>
  (await fetch(`${other.url}/api/${world.tenant.slug}/secure/live-board${query}`, { headers })).json();

describe('the stream of a live board', () => {
  it('[TRUTH-12] ends at once, and not at its next beat, when the session is signed out', async () => {
    const stream = await follow();
    await fetch(`${impatient.url}/api/${world.tenant.slug}/secure/signout`, { method: 'DELETE', headers });
    await stream.ended;
  });

  it('[DASH-03] tells by a signal of what another server took from the field', async () => {
    const stream = await follow();
    const round = roundStarted(world.versionId);
    const scan = scanned(round.id, world.checkpointIds[0]);
    const sentMs = Date.now();
    await sendEvents(world.device, [dutyStarted(world.siteId), round, scan]);
    await changed(stream);
    const { scans } = await look();
    expect(scans).toMatchObject([{ id: scan.id }]);
    // Before the next beat, which would tell of it, too.
    expect(Date.now() - sentMs).toBeLessThan(10_000);
  });

  it('[DASH-03] tells of calls for help and incidents, and of what the back office does with them', async () => {
    const stream = await follow();
    const sos = sosOf();
    await raise(world.device, sos);
    await changed(stream, 1);
    expect((await look()).sos.count).toBe(1);
    const safe = { id: randomUUID(), deviceAtMs: Date.now() };
    await world.device('POST', `/field/sos/${sos.id}/safe`, { body: { sentAtMs: Date.now(), safe } });
    await changed(stream, 2);
    await world.admin('POST', `/secure/sos/${sos.id}/resolve`, { body: { comment: 'All is well' } });
    await changed(stream, 3);
    const incident = {
      id: randomUUID(),
      siteId: world.siteId,
      type: 'fire',
      severity: 'high',
      description: '',
      deviceAtMs: Date.now(),
      position: null,
    };
    await world.device('POST', '/field/incident', { body: { sentAtMs: Date.now(), incident } });
    await changed(stream, 4);
    expect((await look()).incidents.count).toBe(1);
  });

  it('[DASH-03] a batch of 5,000 scans is a handful of messages', async () => {
    const stream = await follow();
    const round = roundStarted(world.versionId);
    await sendEvents(world.device, [dutyStarted(world.siteId), round]);
    const batches = Array.from({ length: 50 }, () =>
      Array.from({ length: 100 }, () => scanned(round.id, world.checkpointIds[1])),
    );
    const beganMs = Date.now();
    await Promise.all(batches.map((batch) => sendEvents(world.device, batch)));
    const last = scanned(round.id, world.checkpointIds[0]);
    await sendEvents(world.device, [last]);
    // Wait for the last event.
    const before = changes(stream);
    await changed(stream, before + 1);
    expect(changes(stream)).toBeLessThanOrEqual((Date.now() - beganMs) / 300 + 3);
    expect((await look()).scans[0].id).toBe(last.id);
  });

  it('of one site, and of a sub admin, hears nothing of other sites', async () => {
    const elsewhere = await makeUser(server.owner, world.tenant, { siteId: world.otherSiteId });
    const ofAll = await follow();
    const ofOther = await follow(other, `?site=${world.otherSiteId}`);
    headers = await sessionHeaders(server.owner, world.tenant, { userId: elsewhere.id });
    const ofSubAdmin = await follow();
    await sendEvents(world.device, [dutyStarted(world.siteId)]);
    await changed(ofAll);
    expect([changes(ofOther), changes(ofSubAdmin)]).toEqual([0, 0]);
    const url = `${other.url}/api/${world.tenant.slug}/secure/live-board/events?site=${world.siteId}`;
    expect((await openStream(url, headers)).status).toBe(404);
  });

  it('shows that it lives, and ends with the session', async () => {
    const stream = await follow(impatient);
    await stream.until((events) => events.filter(({ name }) => name === 'beat').length >= 2);
    await server.owner.deleteFrom('sessions').where('tenant_id', '=', world.tenant.id).execute();
    await stream.ended;
  });

  it('a user holds twenty at most', async () => {
    for (let at = 0; at < 20; at += 1) await follow();
    const url = `${other.url}/api/${world.tenant.slug}/secure/live-board/events`;
    expect((await openStream(url, headers)).status).toBe(429);
  });

  it('is no sign of a leak, however many are open', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    const third = await startServer(server, 60_000);
    for (let at = 0; at < 15; at += 1) await follow(third);
    process.off('warning', note);
    await third.close();
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });
});
