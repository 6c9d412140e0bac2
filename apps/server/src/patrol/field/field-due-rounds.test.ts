import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { calendarDate, wallClockMs } from '@watchpost/domain/time-zone';
import { makeGuard, makeShift, makeSite } from '../../testing/factories.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { fieldDevice, testApp } from '../../testing/test-app.ts';
import { type FieldSite, makeFieldSite, roundStarted, send } from './field-site.testing.ts';

const test = await testApp();
const { app, owner } = test;
const hour = 3_600_000;

let site: FieldSite;
beforeEach(async () => {
  site = await makeFieldSite(test);
});

async function duesOf(device = site.device): Promise<FieldDueRound[]> {
  const reply = await device('GET', '/field/due-rounds');
  expect(reply.statusCode).toBe(200);
  expect(Math.abs(reply.json().serverTimeMs - Date.now())).toBeLessThan(60_000);
  return reply.json().rounds;
}
const idsOf = (rounds: readonly FieldDueRound[]) => rounds.map(({ id }) => id);

it('[FIELD-01] a guard gets the rounds of the next day that are free or their own, soonest first', async () => {
  const { tenant, siteId, guard } = site;
  const other = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const nowMs = Date.now();
  const at = (dueAtMs: number, guardIds: string[] = [], where = siteId) =>
    makeDueRound(owner, tenant, where, { dueAtMs, guardIds });
  const later = await at(nowMs + 23 * hour);
  const late = await at(nowMs - 0.3 * hour, [guard.id]);
  const soon = await at(nowMs + hour);
  await at(nowMs + 25 * hour);
  await at(nowMs - hour);
  await at(nowMs + hour, [other.id]);
  await at(nowMs + hour, [], await makeSite(owner, tenant));
  const dues = await duesOf();
  expect(idsOf(dues)).toEqual([late, soon, later]);
  expect(dues[1]).toMatchObject({ siteId, fromMs: nowMs + hour - 600_000, dueAtMs: nowMs + hour });
  const elsewhere = await makeFieldSite(test);
  expect(await duesOf(elsewhere.device)).toEqual([]);
  const stranger = await makeGuard(owner, tenant);
  expect(await duesOf(await fieldDevice(app, tenant, stranger.employeeId))).toEqual([]);
});

it('[MNG-07] a round at random shows only its window until the window has started', async () => {
  const { tenant, siteId } = site;
  const nowMs = Date.now();
  const tourId = await makeTour(owner, tenant, siteId);
  const { time_zone: zone } = await owner
    .selectFrom('sites')
    .select('time_zone')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  /** Minutes after the site's midnight, in a window of four hours that begins so many hours from now. */
  const plan = async (hours: number) => {
    const day = wallClockMs(calendarDate(nowMs, zone), 0, zone);
    const fromMinute = (Math.floor((nowMs - day) / 60_000) + hours * 60 + 1440) % 1440;
    const toMinute = (fromMinute + 240) % 1440;
    const schedule = JSON.stringify({ kind: 'random', fromMinute, toMinute, rounds: 1, apartMinutes: 10 });
    await sql`UPDATE patrol_tours SET schedule = ${schedule}::jsonb WHERE id = ${tourId}::uuid`.execute(
      owner,
    );
  };
  const dueAtMs = nowMs + 3 * hour;
  const id = await makeDueRound(owner, tenant, siteId, { tourId, dueAtMs });
  await plan(1);
  const [hidden] = await duesOf();
  expect(hidden).toMatchObject({ id, dueAtMs: null, missedAtMs: null });
  expect(JSON.stringify(hidden)).not.toContain(String(dueAtMs));
  expect((hidden?.toMs ?? 0) - (hidden?.fromMs ?? 0)).toBe(4 * hour);
  await plan(-0.5);
  expect(await duesOf()).toMatchObject([{ id, dueAtMs }]);
  // Outside its window the guard does not get it: the tour was changed, and its rounds are about to follow.
  await plan(4);
  expect(await duesOf()).toEqual([]);
});

it('[MNG-07] a round at random in the window of a shift shows the window of the shift', async () => {
  const { tenant, siteId } = site;
  await owner.updateTable('sites').set({ time_zone: 'UTC' }).where('id', '=', siteId).execute();
  const nowMs = Date.now();
  const minuteOf = (hours: number) => Math.floor((nowMs + hours * hour) / 60_000) % 1440;
  const shift_id = await makeShift(owner, tenant, siteId, {
    from_minute: minuteOf(2),
    to_minute: minuteOf(6),
  });
  const tourId = await makeTour(owner, tenant, siteId);
  // The tour's own window, which does not hold, has started.
  const own = { fromMinute: minuteOf(-1), toMinute: minuteOf(-1) };
  const schedule = JSON.stringify({ kind: 'random', ...own, rounds: 1, apartMinutes: 10 });
  await owner.updateTable('patrol_tours').set({ schedule, shift_id }).where('id', '=', tourId).execute();
  const dueAtMs = nowMs + 3 * hour;
  const id = await makeDueRound(owner, tenant, siteId, { tourId, dueAtMs });
  const [sent] = await duesOf();
  expect(sent).toMatchObject({ id, dueAtMs: null, missedAtMs: null });
  expect(JSON.stringify(sent)).not.toContain(String(dueAtMs));
  expect((sent?.toMs ?? 0) - (sent?.fromMs ?? 0)).toBe(4 * hour);
});

it('[FIELD-01] the plan tells what to do at each checkpoint, and the server’s time', async () => {
  const [first] = site.planned;
  await owner
    .updateTable('checkpoints')
    .set({ instructions: 'Try the gate.' })
    .where('id', '=', first?.checkpointId ?? randomUUID())
    .execute();
  const reply = await site.device('GET', '/field/plan');
  const { routes, serverTimeMs } = reply.json();
  expect(Math.abs(serverTimeMs - Date.now())).toBeLessThan(60_000);
  expect(routes[0].checkpoints.map(({ checkpointId }: { checkpointId: string }) => checkpointId)).toEqual(
    site.planned.map(({ checkpointId }) => checkpointId),
  );
  expect(routes[0].checkpoints[0]).toMatchObject({ ...first, instructions: 'Try the gate.' });
  expect(routes[0].checkpoints[1].instructions).toBe('');
  expect((await send(site.device, roundStarted(site))).statusCode).toBe(200);
});
