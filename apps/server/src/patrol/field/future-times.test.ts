// What a phone dates later than it arrives, and where the line lies; by hand, as an attacker would send it.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { type FieldSite, makeFieldSite, roundStarted, scanned } from './field-site.testing.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let server: TestApp;
let site: FieldSite;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  site = await makeFieldSite(server);
  admin = await browserOfNew(server, site.tenant);
});
afterEach(() => {
  vi.useRealTimers();
});

const get = async (path: string, query: Record<string, string> = {}) => {
  const reply = await admin('GET', path, { query, headers: { timezone: 'UTC' } });
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return reply.json();
};
const position = { latitude: 18.52, longitude: 73.85, accuracyMetres: 6 };

describe('a scan by a clock that is right as it sends', () => {
  test.each([
    ['two minutes after it arrives', 120_000, [], 120_000, null],
    ['a millisecond later than that', 120_001, ['fromFuture'], 0, 120_001],
    ['a day later', dayMs, ['fromFuture'], 0, dayMs],
  ])('[TRUTH-02] dated %s is flagged or not', async (_when, laterMs, flags, storedMs, phoneMs) => {
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    const scan = scanned(site, randomUUID(), 0, { deviceAtMs: nowMs + laterMs });
    const reply = await site.device('POST', '/field/event', { body: { sentAtMs: nowMs, event: scan } });
    expect(reply.statusCode).toBe(200);
    // Apps of before read no other flags than they know.
    expect([...reply.json().flags, ...(reply.json().laterFlags ?? [])]).toEqual(flags);
    expect(reply.json().flags).toEqual([]);
    const row = await server.owner
      .selectFrom('scans')
      .select(['device_at_ms', 'phone_at_ms', 'flags'])
      .where('id', '=', scan.id)
      .executeTakeFirst();
    expect(row).toEqual({
      device_at_ms: nowMs + storedMs,
      phone_at_ms: phoneMs === null ? null : nowMs + phoneMs,
      flags,
    });
  });

  test.each([
    ['two minutes ahead', 120_000, 120_000, null],
    ['three minutes ahead', 180_000, 60_000, 180_000],
    ['four minutes ahead', 240_000, 0, 240_000],
    ['four minutes behind', -240_000, 0, -240_000],
  ])('[TRUTH-03] whose clock is %s is put right by degrees', async (_how, errorMs, leftMs, phoneMs) => {
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    const scan = scanned(site, randomUUID(), 0, { deviceAtMs: nowMs - hourMs + errorMs });
    const body = { sentAtMs: nowMs + errorMs, event: scan };
    expect((await site.device('POST', '/field/event', { body })).statusCode).toBe(200);
    const row = await server.owner
      .selectFrom('scans')
      .select(['device_at_ms', 'phone_at_ms'])
      .where('id', '=', scan.id)
      .executeTakeFirst();
    expect(row).toEqual({
      device_at_ms: nowMs - hourMs + leftMs,
      phone_at_ms: phoneMs === null ? null : nowMs - hourMs + phoneMs,
    });
  });
});

test('[TRUTH-02] a login dated 30 days ahead is one of now, and no duty from next month', async () => {
  const [dutyId, beforeMs] = [randomUUID(), Date.now()];
  const event = {
    kind: 'dutyStarted',
    id: dutyId,
    siteId: site.siteId,
    deviceAtMs: beforeMs + 30 * dayMs,
  };
  const reply = await site.device('POST', '/field/event', { body: { sentAtMs: beforeMs, event } });
  expect(reply.statusCode).toBe(200);
  const { session, phoneLoginAtMs } = await get(`/secure/login-logout/${dutyId}`);
  expect(session.loginTime).toBeGreaterThanOrEqual(beforeMs);
  expect(session.loginTime).toBeLessThanOrEqual(Date.now());
  expect(phoneLoginAtMs).toBe(event.deviceAtMs);
  const later = { ...event, id: randomUUID(), deviceAtMs: Date.now() };
  await site.device('POST', '/field/event', { body: { sentAtMs: Date.now(), event: later } });
  const { data } = await get('/secure/login-logout');
  expect(data.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([later.id, dutyId]);
});

test('[TRUTH-02] a call for help and a report of the future are of now, and say what their phone said', async () => {
  const beforeMs = Date.now();
  const at = () => ({ id: randomUUID(), deviceAtMs: beforeMs + 5 * hourMs });
  const sos = { ...at(), siteId: site.siteId, position };
  const safe = at();
  const incident = {
    ...at(),
    siteId: site.siteId,
    type: 'fire',
    severity: 'low',
    description: 'Smoke.',
    position: null,
  };
  for (const [path, body] of [
    ['/field/sos', { sos }],
    [`/field/sos/${sos.id}/safe`, { safe }],
    ['/field/incident', { incident }],
  ] as const) {
    const reply = await site.device('POST', path, { body: { sentAtMs: beforeMs, ...body } });
    expect([path, reply.statusCode]).toEqual([path, 200]);
  }
  const { call, history } = await get(`/secure/sos/${sos.id}`);
  expect(call.isFromFuture).toBe(true);
  expect(call.raisedAtMs).toBeGreaterThanOrEqual(beforeMs);
  expect(call.raisedAtMs).toBeLessThanOrEqual(Date.now());
  expect(
    history.map((event: { isFromFuture: boolean; phoneAtMs: number }) => [
      event.isFromFuture,
      event.phoneAtMs,
    ]),
  ).toEqual([
    [true, sos.deviceAtMs],
    [true, safe.deviceAtMs],
  ]);
  const details = await get(`/secure/incidents/${incident.id}`);
  expect(details.incident.isFromFuture).toBe(true);
  expect(details.history[0].isFromFuture).toBe(true);
  expect(details.phoneAtMs).toBe(incident.deviceAtMs);
  expect(details.deviceAt).toBeGreaterThanOrEqual(beforeMs);
  expect(details.deviceAt).toBeLessThanOrEqual(Date.now());
});

test('[TRUTH-02] what lies at no date of any calendar is taken, and shown on every page of its round', async () => {
  const start = roundStarted(site, { deviceAtMs: Number.MAX_SAFE_INTEGER });
  const scan = scanned(site, start.id, 0, { deviceAtMs: Number.MIN_SAFE_INTEGER });
  const sentAtMs = Date.now();
  const reply = await site.device('POST', '/field/events', { body: { sentAtMs, events: [start, scan] } });
  expect(reply.json()).toMatchObject({ accepted: [{ id: start.id }, { id: scan.id }], refused: [] });
  const details = await get(`/secure/scanned-checkpoints/${start.id}`);
  expect(details.phoneStartedAtMs).toBe(Number.MAX_SAFE_INTEGER);
  expect(details.points[0].scan).toMatchObject({ id: scan.id, phoneAtMs: Number.MIN_SAFE_INTEGER });
});

describe('a guard who was moved to another site', () => {
  test.each([
    ['the future', 9 * hourMs, 'fromFuture'],
    ['1970', -Date.now() + 720_000, 'clockSkew'],
  ])(
    '[TRUTH-02] hands over what is dated in %s, flagged for the site and for the time',
    async (_when, byMs, flag) => {
      const moved = await makeFieldSite(server);
      const scan = scanned(moved, randomUUID(), 0, { deviceAtMs: Date.now() + byMs });
      await server.owner
        .deleteFrom('guard_sites')
        .where('tenant_id', '=', moved.tenant.id)
        .where('site_id', '=', moved.siteId)
        .execute();
      await server.owner
        .updateTable('past_postings')
        .set({ until: new Date(Date.now() - 3 * dayMs) })
        .where('tenant_id', '=', moved.tenant.id)
        .execute();
      const body = { sentAtMs: Date.now(), event: scan };
      const reply = await moved.device('POST', '/field/event', { body });
      expect(reply.statusCode).toBe(200);
      const flags = [...reply.json().flags, ...(reply.json().laterFlags ?? [])];
      expect(flags).toEqual(expect.arrayContaining(['formerSite', flag]));
    },
  );
});
