// Consoles hear of exceptions over real connections to two servers on one database, whichever path changed them.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exceptionBatchMs } from '@watchpost/domain/exceptions';
import { openStream, type SentEvent, type Stream } from '../../testing/event-stream.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { type ExceptionWorld, makeExceptionWorld } from './exceptions.testing.ts';

let server: TestApp;
let other: LiveServer;
let world: ExceptionWorld;
const open: Stream[] = [];

beforeAll(async () => {
  server = await testApp();
  other = await startServer(server, 60_000);
});
afterAll(() => other.close());
beforeEach(async () => {
  world = await makeExceptionWorld(server);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.breakOff();
});

const signals = (events: readonly SentEvent[]) => events.filter(({ name }) => name === 'exceptions').length;
const received = (stream: Stream, times: number) => stream.until((events) => signals(events) >= times);

/** A stream that has said that it begins. */
async function follow(userId: string): Promise<Stream> {
  const headers = await sessionHeaders(server.owner, world.tenant, { userId });
  const stream = await openStream(`${other.url}/api/${world.tenant.slug}/secure/events`, headers);
  open.push(stream);
  await received(stream, 1);
  return stream;
}

/** As the judging of rounds does it, through another process than the one that holds the streams. */
async function openAt(siteId: string): Promise<string> {
  const id = randomUUID();
  const text = `INSERT INTO exceptions (tenant_id, id, kind, severity, reasons, subject_id, site_id, happened_at_ms,
    opened_at_ms) VALUES ($1, $2, 'missed', 3, '{missed}', gen_random_uuid(), $3, $4, $4)`;
  const db = server.database.forTenant(world.tenant.id);
  await db.executeQuery(CompiledQuery.raw(text, [world.tenant.id, id, siteId, Date.now()]));
  return id;
}

describe('a stream tells of exceptions', () => {
  it('that another process opened, to each console of the tenant, by a signal', async () => {
    const streams = [
      await follow(world.adminId),
      await follow(world.adminId),
      await follow(world.subAdminId),
    ];
    const sentMs = Date.now();
    await openAt(world.siteId);
    for (const stream of streams) await received(stream, 2);
    // Before the next beat, which would tell of it, too.
    expect(Date.now() - sentMs).toBeLessThan(10_000);
  });

  it('that somebody took, and of comments on them', async () => {
    const id = await openAt(world.siteId);
    const stream = await follow(world.subAdminId);
    const taken = await world.admin('POST', '/secure/exceptions/take', {
      body: { items: [{ id, version: 1 }] },
    });
    expect(taken.statusCode).toBe(200);
    await received(stream, 2);
    const body = { text: 'Asked for the CCTV.' };
    const commented = await world.admin('POST', `/secure/exceptions/${id}/comments`, { body });
    expect(commented.statusCode).toBe(200);
    await received(stream, 3);
  });

  it('of the own site alone to a sub admin, also of those that leave it', async () => {
    const ofAll = await follow(world.adminId);
    const ofSite = await follow(world.subAdminId);
    const id = await openAt(world.otherSiteId);
    await received(ofAll, 2);
    expect(signals(ofSite.events)).toBe(1);
    const move = (siteId: string) =>
      server.owner.updateTable('exceptions').set({ site_id: siteId }).where('id', '=', id).execute();
    await move(world.siteId);
    await received(ofSite, 2);
    await move(world.otherSiteId);
    await received(ofSite, 3);
  });

  it('of the own tenant alone', async () => {
    const stream = await follow(world.adminId);
    const own = world;
    world = await makeExceptionWorld(server);
    await openAt(world.siteId);
    await received(await follow(world.adminId), 1);
    expect(signals(stream.events)).toBe(1);
    world = own;
    await openAt(world.siteId);
    await received(stream, 2);
  });

  it('seldom, however many there are, and of the last one, too', async () => {
    const stream = await follow(world.adminId);
    const beganMs = Date.now();
    for (let at = 0; at < 60; at += 1) await openAt(world.siteId);
    await received(stream, 2);
    const before = signals(stream.events);
    await openAt(world.siteId);
    await received(stream, before + 1);
    expect(signals(stream.events)).toBeLessThanOrEqual((Date.now() - beganMs) / exceptionBatchMs + 2);
  });
});
