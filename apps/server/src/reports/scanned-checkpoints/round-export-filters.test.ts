// The export of the report beside the report itself: the same rounds in the same order, whatever is asked.
import { parseCsv } from 'hucre/csv';
import { beforeAll, expect, it } from 'vitest';
import { makeCheckpoint, makeRound, makeRoute } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { arrive, listPath, makeReportWorld, type ReportWorld } from './report.testing.ts';

let server: TestApp;
let world: ReportWorld;
const hour = 3_600_000;
const begin = Date.UTC(2026, 9, 20, 6);
/** Seven at each moment, so that any portion ends among rounds of one moment. */
const rounds = Array.from({ length: 220 }, (_, index) => ({
  site: index % 3,
  guard: index % 4,
  startedAtMs: begin + Math.floor(index / 7) * hour,
  totalCheckPoints: 1,
}));

type Query = Readonly<Record<string, string>>;
const days = { from: '2026-10-20', to: '2026-10-22' };

beforeAll(async () => {
  server = await testApp();
  world = await makeReportWorld(server);
  await arrive(server.owner, world, rounds);
});

const get = (path: string, query: Query) =>
  world.superAdmin('GET', path, { query: { ...query }, headers: { timezone: 'UTC' } });

async function listed(query: Query): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 50) {
    const reply = await get(listPath, { ...query, offset: String(offset), limit: '50' });
    expect([reply.statusCode, query]).toEqual([200, query]);
    const { data } = reply.json();
    if (data.length === 0) return ids;
    ids.push(...data.map(({ id }: { id: string }) => id));
  }
}

/** Rows of the file without its heading. */
async function written(query: Query): Promise<string[][]> {
  const reply = await get(`${listPath}/export`, { ...query, format: 'csv' });
  expect([reply.statusCode, query]).toEqual([200, query]);
  return parseCsv(reply.body)
    .slice(1)
    .map((row) => row.map(String));
}

it.each<Query>([{ sortType: 'asc' }, { sortType: 'desc' }, { sortType: 'asc', ...days }])(
  '[EXP-01] with %j rounds that were started at one moment are all in it, each once, as the report shows them',
  async (query) => {
    const ids = await listed(query);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await written(query)).map((row) => row[0])).toEqual(ids);
  },
);

it('[EXP-01] contains what each filter lists, and the audit log records each export', async () => {
  const { owner } = server;
  const [site_id = ''] = world.siteIds;
  const [guard_id = '', other = ''] = world.guardIds;
  const checkpoint = await makeCheckpoint(owner, world.tenant, site_id);
  const { versionId } = await makeRoute(owner, world.tenant, site_id, [checkpoint]);
  const walk = { site_id, guard_id, started_at_ms: begin + 100 * hour, status_code: 1005 };
  const counts = { route_version_id: versionId, total_check_points: 1, scanned_check_points: 0 };
  const missedId = await makeRound(owner, world.tenant, { ...walk, ...counts });
  const flag = { round_id: missedId, flag: 'burst', scans: 1, started_at_ms: walk.started_at_ms } as const;
  await owner
    .insertInto('round_doubts')
    .values({ tenant_id: world.tenant.id, ...flag })
    .execute();
  const ofGuard = rounds.filter(({ guard }) => guard === 0).length;
  const at = (index: number) => String(begin + index * hour);
  // The search finds three guards, of whom the first two are asked for.
  const filters: [Query, number][] = [
    [{ guard: guard_id }, ofGuard + 1],
    [{ searchText: 'ash', guard: guard_id }, ofGuard + 1],
    [{ searchText: 'ash', guard: other }, rounds.filter(({ guard }) => guard === 1).length],
    [{ searchText: 'ravi', guard: guard_id, status: 'incompleted' }, 0],
    [{ missed: checkpoint.checkpointId }, 1],
    [{ doubt: 'any' }, 1],
    [{ ...days, hour: '7', weekday: '3' }, 7],
    [{ fromMs: at(1), toMs: at(3) }, 14],
    [{ ...days, fromMs: at(2), sortType: 'asc' }, 220 - 14],
  ];
  for (const [query, count] of filters) {
    const ids = await listed(query);
    expect([query, ids.length]).toEqual([query, count]);
    if (count === 0) continue;
    expect([query, (await written(query)).map((row) => row[0])]).toEqual([query, ids]);
    const entry = await owner
      .selectFrom('audit_entries')
      .select('after')
      .where('tenant_id', '=', world.tenant.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { rows, format, ...told } = entry.after as Record<string, unknown>;
    expect([format, rows]).toEqual(['csv', count]);
    expect(Object.entries(told).map(([name, value]) => [name, String(value)])).toEqual(
      expect.arrayContaining(Object.entries(query)),
    );
  }
});

it('[EXP-01] [RDET-01] tells checkpoints as they were when they were walked, whatever became of them since', async () => {
  const { owner } = server;
  const [site_id = ''] = world.siteIds;
  const [guard_id = ''] = world.guardIds;
  const checkpoint = await makeCheckpoint(owner, world.tenant, site_id, { name: 'Old gate' });
  const { versionId } = await makeRoute(owner, world.tenant, site_id, [checkpoint]);
  const walk = { site_id, guard_id, started_at_ms: begin + 200 * hour, status_code: 1005 };
  const counts = { route_version_id: versionId, total_check_points: 1, scanned_check_points: 0 };
  const id = await makeRound(owner, world.tenant, { ...walk, ...counts });
  await owner
    .updateTable('checkpoints')
    .set({ name: 'New gate', latitude: 1, longitude: 2, activated: false })
    .where('id', '=', checkpoint.checkpointId)
    .execute();
  const [row = []] = await written({ fromMs: String(walk.started_at_ms) });
  expect([row[0], row[10], Number(row[12]), Number(row[13]), row[17]]).toEqual([
    id,
    'Old gate',
    checkpoint.latitude,
    checkpoint.longitude,
    'Yes',
  ]);
  const { data } = (await get(`${listPath}/${id}/checkpoints`, {})).json();
  expect(data).toMatchObject([
    { checkPointName: 'Old gate', checkPointLatitude: checkpoint.latitude, activated: true },
  ]);
});
