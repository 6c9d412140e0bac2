// Seeded rows against the rows that the field API makes of the same events.
import { fieldBatchMax } from '@watchpost/domain/limits';
import { sendFieldEvents } from '@watchpost/contract/field';
import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword } from '../platform/access/password.ts';
import type { Db } from '../platform/db/database.ts';
import { patrolHistory } from './patrol-model/history.ts';
import { makeCompany } from './patrol-model/make-company.ts';
import { demoShape } from './patrol-model/shapes.ts';
import { testPassword } from '../testing/factories.ts';
import { fieldDevice, testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { insertCompany } from './demo-company.queries.ts';
import { insertTenant } from './demo-tenant.queries.ts';
import { insertHistory } from './patrol-history.queries.ts';

const nowMs = Date.now();
const company = makeCompany(1, demoShape(nowMs, 4));
const range = { fromMs: company.shape.openedAtMs, toMs: nowMs };
// Among them the weak guard; the latest rounds of the range are under way.
const chosen = new Set(
  company.guards.filter((guard) => guard.index % 6 === 0 || guard.isWeak).map((guard) => guard.id),
);
const history = [...patrolHistory(company, range)].filter((record) => chosen.has(record.guard.id));

afterEach(() => {
  vi.useRealTimers();
});

async function rowsOf(owner: Db) {
  const scans = await owner
    .selectFrom('scans')
    .select(['id', 'round_id', 'checkpoint_id', 'guard_id', 'device_id', 'device_at_ms', 'latitude'])
    .select(['longitude', 'accuracy_metres', 'distance_metres', 'method', 'flags', 'body_hash'])
    .select(['phone_at_ms', 'received_at_ms', 'clock_skew_ms'])
    .orderBy('id')
    .execute();
  const events = await owner
    .selectFrom('field_events')
    .select(['id', 'kind', 'guard_id', 'device_id', 'subject_id', 'device_at_ms', 'body_hash'])
    .select(['phone_at_ms', 'received_at_ms', 'clock_skew_ms'])
    .orderBy('id')
    .execute();
  const rounds = await owner
    .selectFrom('rounds')
    .select(['id', 'site_id', 'guard_id', 'device_id', 'route_version_id', 'started_at_ms', 'ended_at_ms'])
    .select(['status_code', 'total_check_points', 'scanned_check_points'])
    .orderBy('id')
    .execute();
  const counts = await owner.selectFrom('round_counts').selectAll().where('rounds', '>', 0).execute();
  return { scans, events, rounds, counts: counts.map((row) => JSON.stringify(row)).toSorted() };
}

test('seeded history is to the letter what the field API makes of the same events', async () => {
  const served = await testApp();
  const seeded = await testDatabase();
  const secretHash = await hashPassword(testPassword);
  for (const { owner } of [served, seeded]) {
    await insertTenant(owner, 'replayed', company);
    await insertCompany(owner, company.id, company, secretHash);
  }
  await insertHistory(seeded.owner, company.id, history, nowMs);
  for (const guard of company.guards.filter(({ id }) => chosen.has(id))) {
    const tenant = { id: company.id, slug: 'replayed' };
    const device = await fieldDevice(served.app, tenant, guard.employeeId, guard.deviceId);
    const reported = history
      .filter((record) => record.guard.id === guard.id)
      .flatMap((record) => record.events)
      .toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
    // A device whose clock is off by as much as the model says.
    for (const { sentAtMs, receivedAtMs, events } of uploadsOf(reported)) {
      vi.useFakeTimers({ toFake: ['Date'], now: receivedAtMs });
      const reply = await device('POST', '/field/events', { body: { sentAtMs, events } });
      expect(sendFieldEvents.reply.parse(reply.json()).refused).toEqual([]);
    }
    vi.useRealTimers();
  }
  const expected = await rowsOf(served.owner);
  expect(expected.rounds.length).toBeGreaterThan(100);
  expect(await rowsOf(seeded.owner)).toEqual(expected);
});

type Reported = (typeof history)[number]['events'];

interface Upload {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly events: Reported[number]['event'][];
}

/** Events that were sent together arrived together. */
function uploadsOf(reported: Reported): Upload[] {
  const uploads: Upload[] = [];
  for (const { event, sentAtMs, receivedAtMs } of reported) {
    const last = uploads.at(-1);
    const isTogether = last?.sentAtMs === sentAtMs && last.receivedAtMs === receivedAtMs;
    if (isTogether && last.events.length < fieldBatchMax) last.events.push(event);
    else uploads.push({ sentAtMs, receivedAtMs, events: [event] });
  }
  return uploads;
}
