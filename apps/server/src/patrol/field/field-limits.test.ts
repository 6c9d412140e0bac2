// A guard's token is no fire hose: what comes too fast comes later, and nothing of it is lost.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { fieldLimits } from '../../platform/access/field-limits.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeUser } from '../../testing/factories.ts';
import { type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';
import { plainPicture, formOf } from '../../testing/test-files.ts';
import { type FieldSite, makeFieldSite, roundStarted } from './field-site.testing.ts';

/** As they are, with bursts that a test can use up. */
const limits = {
  ...fieldLimits,
  events: { burst: 6, perMinute: 600 },
  answers: { burst: 3, perMinute: 60 },
  notes: { burst: 3, perMinute: 60 },
  incidents: { burst: 3, perMinute: 60 },
  photos: { burst: 2, perMinute: 60 },
  positions: { burst: 4, perMinute: 60 },
};

let server: TestApp;
let site: FieldSite;

beforeAll(async () => {
  server = await testApp({ fieldLimits: limits });
});
async function newDevice(): Promise<Caller> {
  site = await makeFieldSite(server);
  return fieldDevice(server.app, site.tenant, site.guard.employeeId);
}

const incident = () => ({
  id: randomUUID(),
  siteId: site.siteId,
  type: 'fire',
  severity: 'critical',
  description: 'Smoke',
  deviceAtMs: Date.now(),
  position: null,
});
const report = (device: Caller, one = incident()) =>
  device('POST', '/field/incident', { body: { sentAtMs: Date.now(), incident: one } });
const note = () => ({
  kind: 'handoverNoted',
  id: randomUUID(),
  siteId: site.siteId,
  text: 'Keys are in the box.',
  isUrgent: false,
  deviceAtMs: Date.now(),
});
const batch = (device: Caller, events: readonly object[]) =>
  device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
const call = (device: Caller) =>
  device('POST', '/field/sos', {
    body: {
      sentAtMs: Date.now(),
      sos: { id: randomUUID(), siteId: site.siteId, deviceAtMs: Date.now(), position: null },
    },
  });
const statuses = (replies: readonly { readonly statusCode: number }[]) =>
  replies.map(({ statusCode }) => statusCode);
const unread = async (watcher: Caller): Promise<number> =>
  (await watcher('GET', '/secure/notification/unreadcount')).json().unReadcount;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('what one guard hands in', () => {
  test('[TRUTH-12] many critical incidents at once arrive one after the other, none of them lost', async () => {
    const device = await newDevice();
    const all = Array.from({ length: 5 }, incident);
    const replies = await Promise.all(all.map((one) => report(device, one)));
    expect(statuses(replies).filter((status) => status === 200)).toHaveLength(limits.incidents.burst);
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    for (const reply of refused) {
      expect(reply.json().general[0].code).toBe('slowDown');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(2);
    }
    await pause(2_100);
    const later = all.filter((_, at) => replies[at]?.statusCode === 429);
    expect(statuses(await Promise.all(later.map((one) => report(device, one))))).toEqual([200, 200]);
  });

  test('[TRUTH-12] an upload is taken as a whole or not at all, each kind by its own count', async () => {
    const device = await newDevice();
    const notes = Array.from({ length: limits.notes.burst }, note);
    expect((await batch(device, notes)).json().accepted).toHaveLength(limits.notes.burst);
    const start = roundStarted(site);
    expect((await batch(device, [start, note()])).statusCode).toBe(429);
    // Nothing was taken for the round, which comes by itself.
    const alone = await batch(device, [start]);
    expect([alone.statusCode, alone.json().accepted]).toMatchObject([200, [{ id: start.id }]]);
  });

  test('[TRUTH-12] a phone that was long without a network hands in more than its count by and by', async () => {
    const device = await newDevice();
    const starts = Array.from({ length: 10 }, () => roundStarted(site));
    const accepted: string[] = [];
    for (let at = 0; at < starts.length; at += 5) {
      const some = starts.slice(at, at + 5);
      let reply = await batch(device, some);
      while (reply.statusCode === 429) {
        await pause(Number(reply.headers['retry-after']) * 1_000);
        reply = await batch(device, some);
      }
      accepted.push(...reply.json().accepted.map(({ id }: { id: string }) => id));
    }
    expect(accepted).toEqual(starts.map(({ id }) => id));
  });

  test('[TRUTH-12] a call for help is never sent away, whatever else comes and however many', async () => {
    const device = await newDevice();
    const watcher = await browserOf(server, site.tenant, (await makeUser(server.owner, site.tenant)).id);
    await Promise.all(Array.from({ length: 20 }, () => report(device)));
    await batch(device, Array.from({ length: 20 }, note));
    const before = await unread(watcher);
    for (let at = 0; at < 40; at += 1) expect((await call(device)).statusCode).toBe(200);
    expect((await watcher('GET', '/secure/open-sos')).json().count).toBe(40);
    // One by one, and then one notice for all that come within the hour.
    const told = (await unread(watcher)) - before;
    expect([21, 22]).toContain(told);
  });

  test('[TRUTH-12] photos are counted before they are read', async () => {
    const device = await newDevice();
    const one = incident();
    await report(device, one);
    const bytes = await plainPicture();
    const send = () => device('POST', `/field/incident/${one.id}/photo/${randomUUID()}`, formOf(bytes));
    expect(statuses([await send(), await send(), await send()])).toEqual([200, 200, 429]);
  });

  test('[TRUTH-12] another guard is not held up by it', async () => {
    const device = await newDevice();
    await Promise.all(Array.from({ length: 10 }, () => report(device)));
    const own = site;
    const { employeeId } = own.guard;
    expect((await report(device)).statusCode).toBe(429);
    const other = await newDevice();
    expect(site.guard.employeeId).not.toBe(employeeId);
    expect((await report(other)).statusCode).toBe(200);
  });
});

test('[TRUTH-12] many incidents of one guard are notified one by one, and then once an hour', async () => {
  const free = await testApp();
  const own = await makeFieldSite(free);
  site = own;
  const watcher = await browserOf(free, own.tenant, (await makeUser(free.owner, own.tenant)).id);
  const device = await fieldDevice(free.app, own.tenant, own.guard.employeeId);
  for (let at = 0; at < 30; at += 1) expect((await report(device)).statusCode).toBe(200);
  // Two where the hour ends while they come.
  expect([21, 22]).toContain(await unread(watcher));
});
