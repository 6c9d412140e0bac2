// A phone whose clock is wrong: what it begins is the due round of that moment, not of what its clock says.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { makeCheckpoint, makeRoute } from '../../testing/factories.ts';
import { deviceOf } from '../../testing/made-sessions.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { moveRounds } from './judge-rounds.queries.ts';

const hourMs = 3_600_000;
let server: TestApp;

beforeAll(async () => {
  server = await testApp();
});

it.each([
  ['fast', 3 * hourMs],
  ['slow', -3 * hourMs],
  ['right', 0],
])('[FIELD-03] [MNG-07] a round begun by a clock that is %s is that of its moment', async (_how, errorMs) => {
  const { tenant, siteId, guardId } = await makeStaffedSite(server.owner);
  const gate = await makeCheckpoint(server.owner, tenant, siteId);
  const { routeId, versionId } = await makeRoute(server.owner, tenant, siteId, [gate]);
  const tourId = await makeTour(server.owner, tenant, siteId, { routeId });
  const nowMs = Date.now();
  const dueAt = (dueAtMs: number) => makeDueRound(server.owner, tenant, siteId, { tourId, dueAtMs });
  const [before, due, after] = [
    await dueAt(nowMs - 3 * hourMs),
    await dueAt(nowMs - 60_000),
    await dueAt(nowMs + 3 * hourMs),
  ];
  const device = await deviceOf(server, tenant, guardId);
  const id = randomUUID();
  const start = { kind: 'roundStarted', id, routeVersionId: versionId, deviceAtMs: nowMs + errorMs };
  const sent = await device('POST', '/field/event', { body: { sentAtMs: nowMs + errorMs, event: start } });
  expect(sent.statusCode).toBe(200);
  await moveRounds(server.database.forTenant(tenant.id), tenant.id, [id]);
  const rows = await server.owner
    .selectFrom('due_rounds')
    .select(['id', 'round_id'])
    .where('tenant_id', '=', tenant.id)
    .execute();
  const tied = new Map(rows.map((row) => [row.id, row.round_id]));
  expect([before, due, after].map((one) => tied.get(one))).toEqual([null, id, null]);
});
