// Rounds without a plan in the files of the report: those of which scans arrived before the start, or without it.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { parseCsv } from 'hucre/csv';
import { beforeEach, beforeAll, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { idsOf, listPath, pageOf } from './report.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let superAdmin: Caller;
beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant, { name: 'Riverside', time_zone: 'Asia/Kolkata' });
  superAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

/** Scans of checkpoints with these names in one round, as a phone sends them; its start does not arrive. */
async function scanOnly(...names: readonly string[]): Promise<string> {
  const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId], secret_hash: null });
  const device = await deviceOf(server, tenant, guard.id);
  const roundId = randomUUID();
  for (const name of names) {
    const checkpoint = await makeCheckpoint(server.owner, tenant, siteId, { name });
    const event: FieldEvent = {
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId: checkpoint.checkpointId,
      deviceAtMs: Date.now(),
      method: 'position',
      position: { latitude: checkpoint.latitude, longitude: checkpoint.longitude, accuracyMetres: 5 },
    };
    const sent = await device('POST', '/field/event', { body: { sentAtMs: Date.now(), event } });
    expect(sent.statusCode).toBe(200);
  }
  return roundId;
}

const ask = (format: string, query: Record<string, string> = {}) =>
  superAdmin('GET', `${listPath}/export`, { query: { ...query, format } });

async function rowsOfFile(query: Record<string, string> = {}) {
  const reply = await ask('csv', query);
  expect(reply.statusCode).toBe(200);
  return parseCsv(reply.body).slice(1);
}

it('[EXP-01] [RDET-02] a round whose start never arrived is in the list, in its file and on its page with what was scanned', async () => {
  const roundId = await scanOnly('Gate', 'Roof');
  const page = await pageOf(superAdmin, {});
  expect([page.count, idsOf(page)]).toEqual([1, [roundId]]);
  expect(page.data).toMatchObject([{ totalCheckPoints: null, scannedCheckPoints: 2, percentage: null }]);
  const rows = await rowsOfFile();
  expect(rows.map((row) => row.slice(3, 6))).toEqual([
    ['', '2', ''],
    ['', '2', ''],
  ]);
  expect(rows.map((row) => [row[0], row[10], row[16]]).toSorted()).toEqual([
    [roundId, 'Gate', 'Scanned'],
    [roundId, 'Roof', 'Scanned'],
  ]);
  const details = (await superAdmin('GET', `${listPath}/${roundId}/checkpoints`)).json();
  expect([details.count, details.data.map((row: { id: string }) => row.id)]).toEqual([
    2,
    rows.map((row) => row[9]),
  ]);
  const entry = await server.owner
    .selectFrom('audit_entries')
    .select('after')
    .where('tenant_id', '=', tenant.id)
    .where('action', '=', 'export.made')
    .executeTakeFirstOrThrow();
  expect(entry.after).toMatchObject({ rows: 2 });
});

it('[EXP-01] a listed round of which nothing is known but itself stands in its file alone', async () => {
  const guard = await makeGuard(server.owner, tenant, { secret_hash: null, employee_id: 'E7' });
  const roundId = await makeRound(server.owner, tenant, {
    site_id: siteId,
    guard_id: guard.id,
    total_check_points: 0,
    scanned_check_points: 0,
  });
  const [row = [], ...others] = await rowsOfFile();
  expect([row[0], row[1], row[8], row.slice(9).join(''), others]).toEqual([
    roundId,
    'E7',
    'Riverside',
    '',
    [],
  ]);
});

it('[EXP-01] [EXP-03] rounds without a plan count for what fits a sheet, and only those of the filter', async () => {
  const guard = await makeGuard(server.owner, tenant, { secret_hash: null });
  const other = await makeSite(server.owner, tenant, { name: 'Hill store' });
  await scanOnly('Gate');
  const filters: Record<string, string>[] = [
    {},
    { status: 'inProgress' },
    { site: siteId },
    { searchText: 'nobody' },
    { site: other },
  ];
  const sizes = [];
  for (const query of filters) sizes.push((await ask('csv', query)).statusCode);
  expect(sizes).toEqual([200, 200, 200, 409, 409]);
  for (const total_check_points of [32_767, 32_767]) {
    await makeRound(server.owner, tenant, { site_id: siteId, guard_id: guard.id, total_check_points });
  }
  expect((await ask('xls')).statusCode).toBe(200);
  await scanOnly('Roof');
  expect((await ask('xls')).statusCode).toBe(422);
  expect((await ask('xlsx')).statusCode).toBe(200);
});
