import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import { fieldBatchMax } from '@watchpost/domain/limits';
import { buildApp } from '../../app.ts';
import { consoleFolder } from '../../env.ts';
import { openDatabase, serveAs } from '../../platform/db/database.ts';
import { type Caller, fieldDevice, testApp, testSecret } from '../../testing/test-app.ts';
import { countDifferences, misfoldedRounds, missedDifferences, storedRows } from './field-rows.testing.ts';
import { makeFieldSite, roundEnded, roundStarted, scanned, send, sendBatch } from './field-site.testing.ts';
import { stories, type Uploads } from './field-world.testing.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testSealing } from '../../testing/test-sealing.ts';

const test = await testApp();
const { owner } = test;
const at = 1_750_000_000_000;

async function sendAll(devices: readonly Caller[], uploads: Uploads): Promise<void> {
  for (const upload of uploads) {
    const [first] = upload;
    const device = devices[first?.device ?? 0];
    if (first === undefined || device === undefined) continue;
    const events = upload.map(({ event }) => event);
    const isRefused =
      events.length === 1
        ? (await send(device, first.event)).statusCode !== 200
        : (await sendBatch(device, events)).refused.length > 0;
    if (isRefused) throw new Error(`refused: ${JSON.stringify(events)}`);
  }
}

it('[FIELD-02] a scan and every other event keep the time of the phone and that of the server, each as it was', async () => {
  const site = await makeFieldSite(test);
  const start = roundStarted(site);
  const events = [start, scanned(site, start.id, 0), roundEnded(start.id)];
  const before = Date.now();
  const { accepted } = await sendBatch(site.device, events);
  const stored = async (table: 'scans' | 'field_events') =>
    owner
      .selectFrom(table)
      .select(['id', 'device_at_ms', 'received_at_ms'])
      .where('tenant_id', '=', site.tenant.id)
      .execute();
  const rows = new Map(
    [...(await stored('scans')), ...(await stored('field_events'))].map((row) => [row.id, row]),
  );
  expect(rows.size).toBe(events.length);
  for (const [index, { id, deviceAtMs }] of events.entries()) {
    const { receivedAtMs = 0 } = accepted[index] ?? {};
    expect(receivedAtMs).toBeGreaterThanOrEqual(before);
    expect(rows.get(id)).toEqual({ id, device_at_ms: deviceAtMs, received_at_ms: receivedAtMs });
  }
});

describe('arrival in any order, split and repetition', () => {
  it('[FIELD-02] ends in the same rows and counts as in order', async () => {
    const site = await makeFieldSite(test);
    const devices = [site.device, site.secondDevice];
    const clear = async () => {
      for (const table of ['scans', 'field_events', 'rounds', 'duty_sessions'] as const) {
        await owner.deleteFrom(table).where('tenant_id', '=', site.tenant.id).execute();
      }
    };
    await fc.assert(
      fc.asyncProperty(stories(site, false), async ({ inOrder, asSent }) => {
        await clear();
        await sendAll(devices, asSent);
        const mixed = await storedRows(owner, site.tenant.id);
        expect(await misfoldedRounds(owner, site.tenant.id)).toEqual([]);
        expect(await countDifferences(owner, site.tenant.id)).toEqual([]);
        expect(await missedDifferences(owner, site.tenant.id)).toEqual([]);
        await clear();
        await sendAll(
          devices,
          inOrder.map((sending) => [sending]),
        );
        expect(mixed).toEqual(await storedRows(owner, site.tenant.id));
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

describe('many requests at once', () => {
  /** Rounds of the site with every event, shuffled, each sent three times. */
  function crowd(site: Awaited<ReturnType<typeof makeFieldSite>>, rounds: number): FieldEvent[] {
    const events = Array.from({ length: rounds }, () => {
      const start = roundStarted(site);
      return [
        start,
        ...[0, 1, 2, 3, 0, 4].map((index) => scanned(site, start.id, index)),
        roundEnded(start.id),
      ];
    }).flat();
    const keyed = [...events, ...events, ...events].map((event) => ({ event, key: Math.random() }));
    return keyed.toSorted((a, b) => a.key - b.key).map(({ event }) => event);
  }

  async function look(tenantId: string) {
    const rows = await storedRows(owner, tenantId);
    const arrivals = await owner
      .selectFrom('rounds')
      .select('arrival_no')
      .where('tenant_id', '=', tenantId)
      .orderBy('arrival_no')
      .execute();
    return {
      rounds: rows.rounds.length,
      scans: rows.scans.length,
      events: rows.events.length,
      misfolded: await misfoldedRounds(owner, tenantId),
      miscounted: await countDifferences(owner, tenantId),
      arrivals: arrivals.map((row) => row.arrival_no),
    };
  }
  const exactly = (rounds: number) => ({
    rounds,
    scans: rounds * 6,
    events: rounds * 2,
    misfolded: [],
    miscounted: [],
    arrivals: Array.from({ length: rounds }, (_, index) => index + 1),
  });

  it('[FIELD-02] of two devices store each event once', async () => {
    const site = await makeFieldSite(test);
    const replies = await Promise.all(
      crowd(site, 12).map((event, index) => send(index % 2 === 0 ? site.device : site.secondDevice, event)),
    );
    expect(replies.every((reply) => reply.statusCode === 200)).toBe(true);
    expect(await look(site.tenant.id)).toEqual(exactly(12));
  });

  it('[FIELD-02] through two servers store each event once', async () => {
    const site = await makeFieldSite(test);
    const database = openDatabase({
      connection: await serveAs(owner, test.connection),
      poolSize: 4,
      onError: () => {},
    });
    const second = await buildApp({
      database,
      logger: false,
      trustProxy: 0,
      consoleFolder: consoleFolder(),
      defaultTenant: 'demo',
      isDemo: true,
      mailWay: 'outbox',
      files: testFiles(),
      sealing: testSealing(),
      secret: testSecret,
    });
    const there = await fieldDevice(second, site.tenant, site.guard.employeeId);
    const events = crowd(site, 12);
    await Promise.all(events.map((event, index) => send(index % 2 === 0 ? site.device : there, event)));
    await second.close();
    await database.close();
    expect(await look(site.tenant.id)).toEqual(exactly(12));
  });

  it('[FIELD-02] whose connections break are answered 503 or 200, and once sent again all is stored once', async () => {
    const site = await makeFieldSite(test);
    const statuses = new Set<number>();
    let toSend = crowd(site, 12);
    for (let attempt = 0; attempt < 20 && toSend.length > 0; attempt += 1) {
      const sending = toSend.map((event) => send(site.device, event));
      if (attempt < 3) {
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE usename = 'watchpost_app' AND datname = current_database()`.execute(owner);
      }
      const replies = await Promise.all(sending);
      for (const reply of replies) statuses.add(reply.statusCode);
      toSend = toSend.filter((_, index) => replies[index]?.statusCode !== 200);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await look(site.tenant.id)).toEqual(exactly(12));
  });

  it('one bad event in the crowd fails no one else', async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const good = [start, ...[0, 1, 2, 3].map((index) => scanned(site, start.id, index))];
    const bad = scanned(site, start.id, 0, { checkpointId: randomUUID() });
    const replies = await Promise.all([...good, bad].map((event) => send(site.device, event)));
    expect(replies.map((reply) => reply.statusCode)).toEqual([...good.map(() => 200), 404]);
    expect((await storedRows(owner, site.tenant.id)).scans).toHaveLength(4);
  });
});

describe('a batch', () => {
  it(`[FIELD-02] of ${fieldBatchMax} events is stored whole, and answered alike when sent again`, async () => {
    const site = await makeFieldSite(test);
    const start = roundStarted(site);
    const scans = Array.from({ length: fieldBatchMax - 2 }, (_, index) =>
      scanned(site, start.id, index % 5, { deviceAtMs: at + index }),
    );
    const events = [roundEnded(start.id), ...scans, start];
    const first = await sendBatch(site.device, events);
    expect(first.accepted.map((each) => each.id)).toEqual(events.map((event) => event.id));
    expect(await sendBatch(site.device, events)).toEqual(first);
    const rows = await storedRows(owner, site.tenant.id);
    expect([rows.scans.length, rows.rounds[0]?.['scanned_check_points']]).toEqual([fieldBatchMax - 2, 4]);
    expect(await countDifferences(owner, site.tenant.id)).toEqual([]);
  });
});
