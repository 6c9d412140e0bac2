// Forgotten logouts: ended by the rule, exactly once, and accounted for.
import { randomUUID } from 'node:crypto';
import { dutyLimitHours } from '@watchpost/domain/duty-sessions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeDuty,
  makeGuard,
  makeRound,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { closeForgottenDuties } from './close-forgotten.queries.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 9, 5, 6);
const limit = dutyLimitHours * hour;

let store: TestDatabase;
let tenant: MadeTenant;
let siteId: string;
let guardId: string;

beforeAll(async () => {
  store = await testDatabase();
});
beforeEach(async () => {
  tenant = await makeTenant(store.owner);
  siteId = await makeSite(store.owner, tenant);
  guardId = (await makeGuard(store.owner, tenant, { first_name: 'Ravi', last_name: '' })).id;
});

const onDuty = (values: object = {}) =>
  makeDuty(store.owner, tenant, { site_id: siteId, guard_id: guardId, started_at_ms: start, ...values });
const walked = (values: object) =>
  makeRound(store.owner, tenant, { site_id: siteId, guard_id: guardId, ...values });
const close = (nowMs: number, which: 'open' | 'closed' = 'open') =>
  closeForgottenDuties(store.database.forTenant(tenant.id), tenant.id, which, nowMs);
const stored = async (id: string) =>
  store.owner
    .selectFrom('duty_sessions')
    .select(['ended_at_ms as end', 'is_closed_by_system as isClosed', 'system_closed_at_ms as closedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const entries = () =>
  store.owner
    .selectFrom('audit_entries')
    .select(['action', 'subject_label as label', 'before', 'after', 'agent'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('id')
    .execute();

const open = { end: null, isClosed: false, closedAt: null };

describe('a session without a logout', () => {
  it('[LOGIO-02] is closed by the system once the limit has passed since its start, and not before', async () => {
    const id = await onDuty();
    expect(await close(start + limit - 1)).toBe(0);
    expect(await stored(id)).toEqual(open);
    const nowMs = start + limit + 9 * hour;
    expect(await close(nowMs)).toBe(1);
    expect(await stored(id)).toEqual({ end: start + limit, isClosed: true, closedAt: nowMs });
  });

  it('is closed the limit after the last sign of its guard', async () => {
    const id = await onDuty();
    await walked({ started_at_ms: start + 2 * hour, ended_at_ms: start + 3 * hour });
    await walked({ started_at_ms: start + 7 * hour, ended_at_ms: null, status_code: 1001 });
    // Another guard's rounds keep no one else on duty.
    const other = await makeGuard(store.owner, tenant);
    await walked({ guard_id: other.id, started_at_ms: start + 12 * hour });
    expect(await close(start + 7 * hour + limit - 1)).toBe(0);
    expect(await close(start + 7 * hour + limit)).toBe(1);
    expect((await stored(id)).end).toBe(start + 7 * hour + limit);
  });

  it('is not kept open by what its guard did after the next login', async () => {
    const id = await onDuty();
    await onDuty({ started_at_ms: start + 10 * hour });
    await walked({ started_at_ms: start + 11 * hour, ended_at_ms: start + 12 * hour });
    expect(await close(start + limit)).toBe(1);
    expect((await stored(id)).end).toBe(start + limit);
  });

  it('is closed once by two servers at once, with one entry in the audit log', async () => {
    const id = await onDuty();
    const nowMs = start + limit + hour;
    const changed = await Promise.all([1, 2, 3, 4].map(() => close(nowMs)));
    expect(changed.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await close(nowMs + hour)).toBe(0);
    expect(await close(nowMs + hour, 'closed')).toBe(0);
    expect(await entries()).toEqual([
      {
        action: 'guard.dutyClosed',
        label: 'Ravi',
        agent: 'system',
        before: { loginTime: '2026-10-05T06:00:00.000Z', logoutTime: null },
        after: { loginTime: '2026-10-05T06:00:00.000Z', logoutTime: '2026-10-05T22:00:00.000Z' },
      },
    ]);
    expect((await stored(id)).closedAt).toBe(nowMs);
  });

  it('of which only a logout is known is left alone', async () => {
    const id = await onDuty({ started_at_ms: null, site_id: null, ended_at_ms: start });
    expect(await close(start + 5 * limit)).toBe(0);
    expect(await stored(id)).toEqual({ end: start, isClosed: false, closedAt: null });
  });
});

describe('a session that the system closed', () => {
  it('ends later when rounds that the phone had kept arrive, and opens again while its guard may be on duty', async () => {
    const id = await onDuty();
    await close(start + limit);
    await walked({ started_at_ms: start + 8 * hour, ended_at_ms: start + 9 * hour });
    expect(await close(start + 9 * hour + limit - 1, 'closed')).toBe(1);
    expect(await stored(id)).toEqual(open);
    expect(await close(start + 9 * hour + limit)).toBe(1);
    await walked({ started_at_ms: start + 20 * hour, ended_at_ms: start + 21 * hour });
    expect(await close(start + 60 * hour, 'closed')).toBe(1);
    expect((await stored(id)).end).toBe(start + 21 * hour + limit);
    const actions = (await entries()).map(({ action }) => action);
    expect(actions).toEqual([
      'guard.dutyClosed',
      'guard.dutyReopened',
      'guard.dutyClosed',
      'guard.dutyClosed',
    ]);
  });
});

it('closes many sessions in one go, none of another tenant', async () => {
  for (let each = 0; each < 203; each += 1) await onDuty({ started_at_ms: start + each * 60_000 });
  const own = tenant;
  tenant = await makeTenant(store.owner);
  guardId = (await makeGuard(store.owner, tenant)).id;
  const foreign = await onDuty();
  const db = store.database.forTenant(own.id);
  expect(await closeForgottenDuties(db, own.id, 'open', start + 2 * limit)).toBe(203);
  expect(await stored(foreign)).toEqual(open);
});

it('[LOGIO-02] sessions are closed by the limit that the tenant has chosen, and stand by it when it chooses another', async () => {
  const choose = (hours: number) =>
    store.owner
      .insertInto('tenant_config')
      .values({ tenant_id: tenant.id, config_key: 'dutyLimitHours', config_value: String(hours) })
      .onConflict((known) =>
        known.columns(['tenant_id', 'config_key']).doUpdateSet({ config_value: String(hours) }),
      )
      .execute();
  const limited = (id: string) =>
    store.owner
      .selectFrom('duty_sessions')
      .select(['ended_at_ms', 'is_closed_by_system', 'limit_hours'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await choose(24);
  const first = await onDuty();
  expect(await close(start + 24 * hour - 1)).toBe(0);
  expect(await close(start + 24 * hour)).toBe(1);
  const closed = { ended_at_ms: start + 24 * hour, is_closed_by_system: true, limit_hours: 24 };
  expect(await limited(first)).toMatchObject(closed);
  await choose(8);
  const nextDay = start + 48 * hour;
  const second = await onDuty({ started_at_ms: nextDay });
  expect(await close(nextDay + 8 * hour)).toBe(1);
  expect(await close(nextDay + 8 * hour, 'closed')).toBe(0);
  expect(await limited(second)).toMatchObject({ ended_at_ms: nextDay + 8 * hour, limit_hours: 8 });
  expect(await limited(first)).toMatchObject(closed);
  // A round that the phone had kept moves the end by the limit of then.
  await walked({ started_at_ms: start + 5 * hour, ended_at_ms: start + 6 * hour });
  expect(await close(nextDay + 9 * hour, 'closed')).toBe(1);
  expect(await limited(first)).toMatchObject({ ended_at_ms: start + 30 * hour, limit_hours: 24 });
});

describe('on a phone whose clock is wrong', () => {
  /** A duty started at `start` by the phone, which says so much more than the server. */
  async function onDutyBy(clockSkewMs: number): Promise<string> {
    const id = await onDuty();
    const event = {
      tenant_id: tenant.id,
      id,
      guard_id: guardId,
      device_id: randomUUID(),
      kind: 'dutyStarted',
      subject_id: id,
      device_at_ms: start,
      received_at_ms: start - clockSkewMs,
      clock_skew_ms: clockSkewMs,
      body_hash: Buffer.alloc(32),
    };
    await store.owner.insertInto('field_events').values(event).execute();
    return id;
  }

  it.each([
    ['hours slow', -10],
    ['hours fast', 10],
    ['back at its beginning', -20_000],
  ])(
    '[LOGIO-02] %s, a duty ends when its guard has been silent for the limit, as long as by a right one',
    async (_name, hours) => {
      const skewMs = hours * hour;
      const startedMs = start - skewMs;
      const id = await onDutyBy(skewMs);
      expect(await close(startedMs + limit - 1)).toBe(0);
      expect(await close(startedMs + limit - 1, 'closed')).toBe(0);
      expect(await stored(id)).toEqual(open);
      const closedAt = startedMs + limit;
      expect(await close(closedAt)).toBe(1);
      // By the phone, as the start beside it.
      expect(await stored(id)).toEqual({ end: start + limit, isClosed: true, closedAt });
      expect(await close(closedAt + hour, 'closed')).toBe(0);
    },
  );
});
