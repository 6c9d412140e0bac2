// What arrives long after it happened is taken and flagged, whatever it is; nothing of it is refused.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldEvent, Receipt } from '@watchpost/contract/field';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { storedRows } from './field-rows.testing.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundEnded,
  roundStarted,
  scanned,
  sendBatch,
} from './field-site.testing.ts';

const hour = 3_600_000;
let server: TestApp;
let site: FieldSite;

beforeAll(async () => {
  server = await testApp();
  site = await makeFieldSite(server);
});
afterEach(() => vi.useRealTimers());

/** A duty and a whole round, all at one instant. */
function shift(deviceAtMs: number): { readonly roundId: string; readonly events: FieldEvent[] } {
  const round = roundStarted(site, { deviceAtMs });
  const dutyId = randomUUID();
  return {
    roundId: round.id,
    events: [
      { kind: 'dutyStarted', id: dutyId, siteId: site.siteId, deviceAtMs },
      round,
      ...site.planned.map((_, index) => scanned(site, round.id, index, { deviceAtMs })),
      roundEnded(round.id, { deviceAtMs }),
      {
        kind: 'handoverNoted',
        id: randomUUID(),
        siteId: site.siteId,
        deviceAtMs,
        text: 'All quiet',
        isUrgent: false,
      },
      { kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs },
    ],
  };
}

async function flagsOf(events: readonly FieldEvent[]): Promise<Set<string>> {
  const stored = await storedRows(server.owner, site.tenant.id);
  const ids = new Set<unknown>(events.map(({ id }) => id));
  const rows = [...stored.scans, ...stored.events].filter(({ id }) => ids.has(id));
  expect(rows).toHaveLength(events.length);
  return new Set(rows.map(({ flags }) => JSON.stringify(flags)));
}

/** The server's clock stands while a phone sends. */
async function sendAt(nowMs: number, events: readonly FieldEvent[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  return sendBatch(site.device, events);
}

describe('what a phone sends', () => {
  it('[TRUTH-04] is flagged from the first millisecond after the threshold on, of whatever kind it is', async () => {
    const nowMs = Date.now();
    const onTime = shift(nowMs - defaultTrust.sentLateMs);
    const late = shift(nowMs - defaultTrust.sentLateMs - 1);
    expect((await sendAt(nowMs, [...onTime.events, ...late.events])).refused).toEqual([]);
    expect(await flagsOf(onTime.events)).toEqual(new Set(['[]']));
    expect(await flagsOf(late.events)).toEqual(new Set(['["sentLate"]']));
  });

  it('[TRUTH-04] gets the flag in a receipt that apps of before can read, and the same one when it is sent again', async () => {
    const changes = { deviceAtMs: Date.now() - 29 * 24 * hour };
    const [start, scan] = [roundStarted(site, changes), scanned(site, randomUUID(), 0, changes)];
    const first = await sendBatch(site.device, [start, scan]);
    expect(first.refused).toEqual([]);
    const [ofStart, ofScan]: Receipt[] = first.accepted;
    expect([ofStart?.flags, ofScan?.flags, ofScan?.laterFlags]).toEqual([[], [], ['sentLate']]);
    expect(await sendBatch(site.device, [start, scan])).toEqual(first);
  });

  it('[TRUTH-04] is judged by the threshold that its tenant has chosen when it arrives', async () => {
    const own = await makeFieldSite(server);
    const admin = await browserOfNew(server, own.tenant);
    const sendOfAge = async (ageMs: number) => {
      const scan = scanned(own, randomUUID(), 0, { deviceAtMs: Date.now() - ageMs });
      return (await sendBatch(own.device, [scan])).accepted[0]?.laterFlags ?? [];
    };
    expect(await sendOfAge(3 * hour)).toEqual([]);
    await chooseLate(admin, 2 * hour);
    expect(await sendOfAge(3 * hour)).toEqual(['sentLate']);
    expect(await sendOfAge(hour)).toEqual([]);
    await chooseLate(admin, 48 * hour);
    expect(await sendOfAge(47 * hour)).toEqual([]);
  });

  it('[TRUTH-04] is no less late for a phone that claims that its clock is behind', async () => {
    const ageMs = 29 * 24 * hour;
    const scan = scanned(site, randomUUID(), 0, { deviceAtMs: Date.now() - ageMs });
    const sentAtMs = Date.now() - 5 * hour;
    const reply = await site.device('POST', '/field/events', { body: { sentAtMs, events: [scan] } });
    expect(reply.json().accepted).toMatchObject([{ flags: ['clockSkew'], laterFlags: ['sentLate'] }]);
  });
});

async function chooseLate(admin: Caller, sentLateMs: number): Promise<void> {
  const { version, settings } = (await admin('GET', '/secure/app-settings/trust')).json();
  const body = { version, settings: { ...settings, sentLateMs } };
  const reply = await admin('PUT', '/secure/app-settings/trust', { body });
  expect(reply.statusCode).toBe(200);
}
