// A phone whose clock is wrong: what it begins is the due round of that moment, not of what its clock says.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { makeCheckpoint, makeRoute } from '../../testing/factories.ts';
import { deviceOf } from '../../testing/made-sessions.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { findUnlikeDueRounds } from '../evidence/check-due-rounds.queries.ts';
import { moveRounds } from './judge-rounds.queries.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
let server: TestApp;

beforeAll(async () => {
  server = await testApp();
});

const makeTouredSite = async () => {
  const { tenant, siteId, guardId } = await makeStaffedSite(server.owner);
  const gate = await makeCheckpoint(server.owner, tenant, siteId);
  const { routeId, versionId } = await makeRoute(server.owner, tenant, siteId, [gate]);
  const tourId = await makeTour(server.owner, tenant, siteId, { routeId });
  return { tenant, siteId, guardId, gate, versionId, tourId };
};

/** By the phone's time, with the error of its clock beside it, before times were put right. */
async function storeAsBefore(roundId: string, deviceAtMs: number): Promise<void> {
  await server.owner
    .updateTable('field_events')
    .set({ device_at_ms: deviceAtMs, phone_at_ms: null })
    .where('id', '=', roundId)
    .execute();
  await server.owner
    .updateTable('rounds')
    .set({ started_at_ms: deviceAtMs })
    .where('id', '=', roundId)
    .execute();
}

it.each([
  ['fast', 3 * hourMs, false],
  ['slow', -3 * hourMs, false],
  ['right', 0, false],
  ['fast, as a server of before stored it,', 3 * hourMs, true],
  ['slow, as a server of before stored it,', -3 * hourMs, true],
])(
  '[FIELD-03] [MNG-07] a round started by a clock that is %s belongs to the due round of its true time',
  async (_how, errorMs, isOfBefore) => {
    const { tenant, siteId, guardId, versionId, tourId } = await makeTouredSite();
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
    if (isOfBefore) await storeAsBefore(id, nowMs + errorMs);
    await moveRounds(server.database.forTenant(tenant.id), tenant.id, [id]);
    const rows = await server.owner
      .selectFrom('due_rounds')
      .select(['id', 'round_id'])
      .where('tenant_id', '=', tenant.id)
      .execute();
    const tied = new Map(rows.map((row) => [row.id, row.round_id]));
    expect([before, due, after].map((one) => tied.get(one))).toEqual([null, id, null]);
  },
);

it.each([
  ['late by a clock half an hour slow', 20, -30, 'doneLate'],
  ['late by a clock that is right', 20, 0, 'doneLate'],
  ['in time by a clock half an hour fast', 5, 30, 'onTime'],
  ['in time by a clock a minute fast', 14.5, 1, 'doneLate'],
])('[FIELD-03] [DASH-02] a round started %s', async (_how, dueMinutesAgo, errorMinutes, outcome) => {
  const { tenant, siteId, guardId, gate, versionId, tourId } = await makeTouredSite();
  const nowMs = Date.now();
  const dueId = await makeDueRound(server.owner, tenant, siteId, {
    tourId,
    dueAtMs: nowMs - dueMinutesAgo * minuteMs,
  });
  const device = await deviceOf(server, tenant, guardId);
  const deviceAtMs = nowMs + errorMinutes * minuteMs;
  const [roundId, position] = [randomUUID(), { latitude: 18.6, longitude: 73.7, accuracyMetres: 5 }];
  for (const event of [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs },
    {
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId: gate.checkpointId,
      method: 'position',
      position,
    },
    { kind: 'roundEnded', id: randomUUID(), roundId },
  ]) {
    const body = { sentAtMs: deviceAtMs, event: { deviceAtMs: deviceAtMs + 1, ...event } };
    expect((await device('POST', '/field/event', { body })).statusCode).toBe(200);
  }
  const tenantDb = server.database.forTenant(tenant.id);
  await moveRounds(tenantDb, tenant.id, [roundId]);
  const due = server.owner
    .selectFrom('due_rounds')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', dueId);
  expect(await due.select(['round_id', 'outcome']).executeTakeFirst()).toEqual({
    round_id: roundId,
    outcome,
  });
  expect(await findUnlikeDueRounds(tenantDb, tenant.id)).toEqual([]);
  const history = await server.owner
    .selectFrom('due_round_history')
    .select(['status', 'at_ms'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('at_ms')
    .execute();
  expect(history.map(({ status }) => status)).toEqual(['inProgress', 'completed']);
  for (const { at_ms } of history) expect(Math.abs(at_ms - nowMs)).toBeLessThan(2 * minuteMs);
});
