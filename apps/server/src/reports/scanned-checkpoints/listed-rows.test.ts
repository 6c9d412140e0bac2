// The list's rows are written by the database; a round's details are read and written by the server. Both tell the same.
import { listScannedCheckpoints, type RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { beforeAll, expect, it } from 'vitest';
import { makeGuard, makeRound, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { listPath, pageOf } from './report.testing.ts';

let server: TestApp;
let superAdmin: Caller;
let flaggedId: string;
let guardId: string;
let siteId: string;
const siteName = 'Gate "7" \\ Büro 夜 </script>';
const names = { first_name: "Ana\u2028 'O\u0301", last_name: 'de la "Cruz"', employee_id: '{"id":1}' };
const startedAtMs = Date.UTC(2026, 0, 5);

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  const tenant = await makeTenant(owner);
  siteId = await makeSite(owner, tenant, { name: siteName, time_zone: 'Asia/Kolkata' });
  guardId = (await makeGuard(owner, tenant, { ...names, secret_hash: null })).id;
  const checkpoints = { site_id: siteId, guard_id: guardId };
  const walks = [
    { status_code: 1001, ended_at_ms: null, total_check_points: 200, scanned_check_points: 1 },
    { status_code: 1005, total_check_points: 200, scanned_check_points: 199 },
    { status_code: 1010, total_check_points: 3, scanned_check_points: 3, ended_at_ms: startedAtMs + 9_000 },
    { status_code: 1005, total_check_points: 0, scanned_check_points: 0 },
    { status_code: 7, total_check_points: 2, scanned_check_points: 5 },
  ];
  for (const [index, walk] of walks.entries()) {
    flaggedId = await makeRound(owner, tenant, {
      ...checkpoints,
      started_at_ms: startedAtMs + index,
      ...walk,
    });
  }
  for (const [flag, scans] of [
    ['noCode', 3],
    ['burst', 1],
  ] as const) {
    await owner
      .insertInto('round_doubts')
      .values({ tenant_id: tenant.id, round_id: flaggedId, flag, scans, started_at_ms: startedAtMs })
      .execute();
  }
  superAdmin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
});

it('[REP-08] tells of each round what its details tell, whatever is in its names', async () => {
  const page = await pageOf(superAdmin, {});
  expect(page.data).toHaveLength(5);
  expect(listScannedCheckpoints.reply.parse(page)).toEqual(page);
  for (const { score, doubts, ...row } of page.data) {
    const details: RoundDetails = (await superAdmin('GET', `${listPath}/${row.id}`)).json();
    expect(row).toEqual(details.round);
    const isFlagged = row.id === flaggedId;
    expect(doubts).toEqual(isFlagged ? ['burst', 'noCode'] : []);
    // 30 for the burst, 20 and twice a quarter of it more for three scans without a code.
    expect(score).toBe(isFlagged ? 40 : 100);
  }
  expect(page.data.map(({ percentage, status }) => [percentage, status])).toEqual([
    [100, ''],
    [null, 'Incompleted'],
    [100, 'Completed'],
    [99, 'Incompleted'],
    [1, 'Inprogress'],
  ]);
});

it('[REP-01] tells who walked, where, what was scanned and when', async () => {
  const { data } = await pageOf(superAdmin, {});
  const walked = {
    employeeId: names.employee_id,
    scannedBy: names.first_name,
    scannedByLastName: names.last_name,
    scannedById: guardId,
    siteName,
    siteTimeZone: 'Asia/Kolkata',
    subAdminId: siteId,
  };
  for (const row of data) expect(row).toMatchObject(walked);
  const started = { scannedStartTime: startedAtMs, scannedEndTime: null };
  expect(data[4]).toMatchObject({ ...started, scannedCheckPoints: 1, totalCheckPoints: 200 });
  const ended = { scannedStartTime: startedAtMs + 2, scannedEndTime: startedAtMs + 9_000 };
  expect(data[2]).toMatchObject({ ...ended, scannedCheckPoints: 3, totalCheckPoints: 3, statusCode: 1010 });
});

it('is a whole reply when no round matches', async () => {
  const page = await pageOf(superAdmin, { from: '2020-01-01', to: '2020-01-02' });
  expect(listScannedCheckpoints.reply.parse(page)).toEqual(page);
  expect([page.data, page.count, page.cursor]).toEqual([[], 0, null]);
});
