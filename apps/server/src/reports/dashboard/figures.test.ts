// The dashboard's figures that no list counts: of the time before, how long things took, and what there is at all.
import type { Dashboard } from '@watchpost/contract/dashboard';
import { getDashboard } from '@watchpost/contract/dashboard';
import { beforeAll, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeIncident,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { makeClosedException, makeException } from '../../testing/make-exception.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { browserOf, browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Two days, with the two before them to compare with. */
const span = { range: 'custom', from: '2026-03-10', to: '2026-03-11' };
const [beforeFrom, from, to] = [Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 10), Date.UTC(2026, 2, 12)];

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
  siteId = await makeSite(server.owner, tenant);
});

async function figures(caller: Caller, query: Record<string, string> = span): Promise<Dashboard> {
  const reply = await caller('GET', getDashboard.path, { query, headers: { timezone: 'UTC' } });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

it('[DASH-02] rounds of the span stand beside those of as long before, each of its first millisecond to its last', async () => {
  const { id: guard_id } = await makeGuard(server.owner, tenant);
  const at = (started_at_ms: number, planned: number, scanned: number) =>
    makeRound(server.owner, tenant, {
      site_id: siteId,
      guard_id,
      started_at_ms,
      status_code: planned === scanned ? 1010 : 1005,
      total_check_points: planned,
      scanned_check_points: scanned,
    });
  await at(beforeFrom - 1, 100, 100);
  await at(beforeFrom, 5, 5);
  await at(from - 1, 7, 6);
  await at(from, 4, 3);
  await at(to - 1, 9, 9);
  await at(to - hour, 2, 2);
  await at(to, 200, 200);
  const tourId = await makeTour(server.owner, tenant, siteId);
  for (const dueAtMs of [beforeFrom - 1, from - 1, from, from + hour, to - 1, to]) {
    await makeDueRound(server.owner, tenant, siteId, { tourId, dueAtMs });
  }
  const { rounds, due } = await figures(admin);
  expect(rounds).toEqual({
    now: { inProgress: 0, incompleted: 1, completed: 2, planned: 15, scanned: 14 },
    before: { inProgress: 0, incompleted: 1, completed: 1, planned: 12, scanned: 11 },
  });
  expect([due?.now.missed, due?.before.missed]).toEqual([3, 1]);
});

it('[DASH-02] incidents tell how many were reported before, and half of them after which time they were answered and settled', async () => {
  const report = (atMs: number, attendedMin?: number, closedMin?: number) => {
    const after = (minutes: number | undefined) =>
      minutes === undefined ? null : new Date(atMs + minutes * minute);
    return makeIncident(server.owner, tenant, siteId, {
      reported_at: new Date(atMs),
      attended_at: after(attendedMin),
      closed_at: after(closedMin),
    });
  };
  await report(beforeFrom - 1, 1, 1);
  await report(beforeFrom, 1, 1);
  await report(from - 1, 1, 1);
  await report(from, 10, 100);
  await report(from + hour, 20, 300);
  await report(to - 1, 90);
  await report(to, 1, 1);
  expect((await figures(admin)).incidents).toMatchObject({
    reported: 3,
    reportedBefore: 2,
    attended: { count: 3, medianMs: 20 * minute },
    closed: { count: 2, medianMs: 200 * minute },
  });
});

it('[DASH-02] exceptions are overdue by their severity, and those closed in the span tell how long they were open', async () => {
  const nowMs = Date.now();
  // Critical ones after 4 hours, low ones after 72.
  await makeException(server.owner, tenant, siteId, { severity: 4, opened_at_ms: nowMs - 4 * hour });
  await makeException(server.owner, tenant, siteId, { severity: 4, opened_at_ms: nowMs - 4 * hour + minute });
  await makeException(server.owner, tenant, siteId, { severity: 1, opened_at_ms: nowMs - 71 * hour });
  await makeException(server.owner, tenant, siteId, { severity: 1, opened_at_ms: nowMs - 72 * hour });
  for (const [closed_at_ms, hours] of [
    [from - 1, 100],
    [from, 1],
    [to - 1, 3],
    [to, 100],
  ] as const) {
    const opened_at_ms = closed_at_ms - hours * hour;
    await makeClosedException(server.owner, tenant, siteId, {
      opened_at_ms,
      taken_at_ms: opened_at_ms,
      closed_at_ms,
    });
  }
  expect((await figures(admin)).exceptions).toEqual({
    unsettled: 4,
    overdue: 2,
    closed: { count: 2, medianMs: 2 * hour },
  });
});

it('[DASH-02] what there is at all is what is not deleted, and to a sub admin what is at the own site', async () => {
  const own = await makeTenant(server.owner);
  const gone = { activated: false, deleted_at: new Date() };
  const fill = async (more: object = {}) => {
    const site = await makeSite(server.owner, own, more);
    await makeGuard(server.owner, own, { siteIds: [site], ...more });
    await makeCheckpoint(server.owner, own, site, more);
    const { routeId } = await makeRoute(server.owner, own, site, [], more);
    await makeTour(server.owner, own, site, { routeId, ...more });
    return site;
  };
  await fill(gone);
  const of = async (site?: string) => {
    const user = await makeUser(server.owner, own, site === undefined ? {} : { siteId: site });
    const { places } = await figures(await browserOf(server, own, user.id), { range: 'lastHour' });
    const { sites, guards, checkpoints, routes, tours } = places;
    return [sites, guards, checkpoints, routes, tours];
  };
  expect(await of()).toEqual([0, 0, 0, 0, 0]);
  const filled = await fill();
  const empty = await makeSite(server.owner, own);
  expect([await of(), await of(filled), await of(empty)]).toEqual([
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [1, 0, 0, 0, 0],
  ]);
});
