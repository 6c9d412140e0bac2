// Phones whose clocks stand anywhere: nothing of theirs is refused, and everything goes by the time at which it happened.
import { beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '@watchpost/domain/time-zone';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { check } from '../evidence/evidence.testing.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { type FieldSite, makeFieldSite } from './field-site.testing.ts';
import {
  type Clock,
  minuteMs,
  type Shift,
  shiftMs,
  type SigningPhone,
  signingPhone,
} from './phone-clock.testing.ts';

const dayMs = 86_400_000;
const zone = 'Asia/Kolkata';
const stoppedAt = (ms: number): Clock => ({ errorMs: ms - Date.now() });

const clocks: [string, () => Clock][] = [
  ['1970', () => stoppedAt(720_000)],
  ['a time before 1970', () => stoppedAt(-300 * dayMs)],
  ['1999', () => stoppedAt(Date.UTC(1999, 11, 31, 12))],
  ['2038', () => stoppedAt(Date.UTC(2038, 0, 19, 3, 14, 8))],
  ['2101', () => stoppedAt(Date.UTC(2101, 0, 1))],
  ['a day ahead', () => ({ errorMs: dayMs })],
  ['a day behind', () => ({ errorMs: -dayMs })],
  ['1970, by an app that tells ages', () => ({ ...stoppedAt(720_000), tellsAges: true })],
  ['a day ahead, and right again to send', () => ({ errorMs: dayMs, sendingErrorMs: 0, tellsAges: true })],
  ['1970, and right again to send', () => ({ ...stoppedAt(0), sendingErrorMs: 0, tellsAges: true })],
];

let server: TestApp;
let site: FieldSite;
let admin: Caller;
const phones: SigningPhone[] = [];

beforeAll(async () => {
  server = await testApp();
  site = await makeFieldSite(server);
  for (const _clock of clocks) phones.push(await signingPhone(server, site));
  admin = await browserOf(server, site.tenant, (await makeUser(server.owner, site.tenant)).id);
});

/** Each clock has a phone of its own, enrolled before the log had its first head. */
function phoneOf(where: string): SigningPhone {
  const phone = phones[clocks.findIndex(([name]) => name === where)];
  if (phone === undefined) throw new Error(`no phone stands at ${where}`);
  return phone;
}

const get = async (path: string, query: Record<string, string> = {}) => {
  const reply = await admin('GET', path, { query, headers: { timezone: zone } });
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return reply;
};
const nearMs = 5_000;
const expectAt = (atMs: number | null | undefined, expectedMs: number) =>
  expect(Math.abs((atMs ?? Number.NaN) - expectedMs)).toBeLessThan(nearMs);

async function storedOf({ events }: Shift) {
  const ids = events.map(({ id }) => id);
  const columns = ['id', 'device_at_ms', 'phone_at_ms', 'flags'] as const;
  const of = (table: 'scans' | 'field_events') =>
    server.owner.selectFrom(table).select(columns).where('id', 'in', ids).execute();
  const rows = new Map([...(await of('scans')), ...(await of('field_events'))].map((row) => [row.id, row]));
  return events.map((event) => ({ event, row: rows.get(event.id) }));
}

describe.each(clocks)('a phone whose clock stands at %s', (where, clockOf) => {
  let shift: Shift;
  let startedAtMs: number;

  beforeAll(async () => {
    startedAtMs = Date.now() - shiftMs - minuteMs;
    shift = await phoneOf(where).work(clockOf());
  });

  test('[TRUTH-02] hands over its whole shift, a call for help and a report', async () => {
    expect(shift.refused).toEqual([]);
    expect(shift.statuses).toEqual([200, 200, 200, 200]);
    const flags = shift.accepted.map((receipt) => [...receipt.flags, ...(receipt.laterFlags ?? [])]);
    const ofScans = ['clockSkew'];
    expect(flags).toEqual(shift.events.map(({ kind }) => (kind === 'checkpointScanned' ? ofScans : [])));
    expect(await shift.again()).toMatchObject({
      accepted: shift.accepted,
      refused: [],
      statuses: shift.statuses,
    });
  });

  test('[TRUTH-03] has each event dated by when it happened, and what its clock said kept beside', async () => {
    for (const [index, { event, row }] of (await storedOf(shift)).entries()) {
      expectAt(row?.device_at_ms, startedAtMs + index * minuteMs);
      expect(row?.phone_at_ms).toBe(event.deviceAtMs);
    }
    const round = await server.owner
      .selectFrom('rounds')
      .selectAll()
      .where('id', '=', shift.roundId)
      .executeTakeFirst();
    expectAt(round?.started_at_ms, startedAtMs + minuteMs);
    expectAt(round?.ended_at_ms, startedAtMs + 6 * minuteMs);
    const duty = await server.owner
      .selectFrom('duty_sessions')
      .selectAll()
      .where('id', '=', shift.dutyId)
      .executeTakeFirst();
    expectAt(duty?.started_at_ms, startedAtMs);
    expectAt(duty?.ended_at_ms, startedAtMs + 8 * minuteMs);
  });

  test('[TRUTH-03] calls for help and reports at the right time', async () => {
    const { call, track, history } = (await get(`/secure/sos/${shift.sosId}`)).json();
    expectAt(call.raisedAtMs, startedAtMs + 3 * minuteMs);
    expectAt(track[0]?.atMs, startedAtMs + 4 * minuteMs);
    expectAt(history[1]?.atMs, startedAtMs + 5 * minuteMs);
    const incident = await server.owner
      .selectFrom('incidents')
      .selectAll()
      .where('id', '=', shift.incidentId)
      .executeTakeFirst();
    expectAt(incident?.device_at_ms, startedAtMs + 6 * minuteMs);
    expect(incident?.phone_at_ms).not.toBeNull();
  });

  test('[TRUTH-03] has its round in the list and the evidence of the day on which it was walked', async () => {
    const today = calendarDate(startedAtMs, zone);
    const { data } = (await get('/secure/scanned-checkpoints', { from: today, to: today })).json();
    expect(data.map((row: { id: string }) => row.id)).toContain(shift.roundId);
    const shown: { id: string; startedAtMs: number }[] = [];
    const file = await get('/secure/scanned-checkpoints/evidence', { from: today, to: today });
    const verdict = await check(file.body, { onRound: (round) => shown.push(round) });
    expect(verdict).toMatchObject({ faults: [], waiting: 0 });
    expect(verdict?.signed).toBe(verdict?.events);
    expectAt(shown.find(({ id }) => id === shift.roundId)?.startedAtMs, startedAtMs + minuteMs);
  });
});

test('[TRUTH-03] the check of everything stored finds no difference after phones of all clocks', async () => {
  const differences: string[] = [];
  for await (const verdict of verifyAll(server.owner)) differences.push(...verdict.differences);
  expect(differences).toEqual([]);
});
