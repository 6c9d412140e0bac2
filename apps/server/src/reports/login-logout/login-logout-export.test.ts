// The login/logout report as a file.
import { parseCsv } from 'hucre/csv';
import { readXls, readXlsx } from 'hucre/xlsx';
import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { pdfText } from '../../platform/tables-out/pdf-text.testing.ts';
import { makeDuty, makeGuard, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import {
  type DutyWorld,
  hour,
  list,
  makeDutyWorld,
  path,
  type Query,
  start,
} from './login-logout.testing.ts';

let server: TestApp;
let world: DutyWorld;

beforeAll(async () => {
  server = await testApp();
  world = await makeDutyWorld(server);
});

const save = (query: Query) =>
  world.superAdmin('GET', `${path}/export`, { query, headers: { timezone: 'Asia/Kolkata' } });
const headers =
  'Scanned By|Scanned By ID|Scanned Checkpoints|Scanned Start Time|Status|Site Name|Site Admin ID|Login Time|Logout Time|Total Checkpoints|Rounds|Session ID'.split(
    '|',
  );

it('[EXP-02] Login Logout Report.xls holds every session of the filter, dates as dates and numbers as numbers', async () => {
  const reply = await save({ format: 'xls', searchText: 'asha' });
  expect(reply.headers['content-disposition']).toContain('Login Logout Report.xls');
  const [head, ...rows] = (await readXls(reply.rawPayload)).sheets[0]?.rows ?? [];
  expect(head).toEqual(headers);
  expect(rows.map((row) => [row[11], row[4]])).toEqual([
    [world.ids.open, 'On duty'],
    [world.ids.closed, 'Closed by system'],
    [world.ids.over, 'Logged out'],
  ]);
  // On the wall clock of the caller.
  const shown = (atHour: number) => new Date(start + (atHour + 5.5) * hour);
  const cellsOf = (row: readonly unknown[] = []) => headers.map((_, index) => row[index] ?? null);
  const { open, over } = world.ids;
  expect(cellsOf(rows[2])).toEqual([
    'Asha Kale',
    'N1',
    9,
    shown(2),
    'Logged out',
    'North yard',
    world.northId,
    shown(0),
    shown(8),
    12,
    3,
    over,
  ]);
  expect(cellsOf(rows[0])).toEqual([
    'Asha Kale',
    'N1',
    0,
    null,
    'On duty',
    'North yard',
    world.northId,
    shown(240),
    null,
    0,
    0,
    open,
  ]);
});

it('[EXP-02] [LOGIO-01] holds the sessions that its filter lists and no others', async () => {
  const filters: [Query, number][] = [
    [{}, 5],
    [{ site: world.southId }, 1],
    [{ status: 'closedBySystem' }, 1],
    [{ from: '2026-10-05', to: '2026-10-05' }, 2],
    [{ searchText: 'ravi' }, 2],
  ];
  for (const [query, count] of filters) {
    const { data } = await list(world.superAdmin, query, 'Asia/Kolkata');
    const file = parseCsv((await save({ ...query, format: 'csv' })).body).slice(1);
    expect([file.map((row) => row[11]), data.length]).toEqual([data.map(({ id }) => id), count]);
  }
});

it('[EXP-02] is offered as .xlsx, .csv and .pdf too, with the same rows', async () => {
  const rows = 1 + (await list(world.superAdmin)).count;
  const xlsx = (await readXlsx((await save({ format: 'xlsx' })).rawPayload)).sheets[0]?.rows ?? [];
  expect([xlsx[0], xlsx.length]).toEqual([headers, rows]);
  const file = await save({ format: 'csv' });
  expect(file.headers['content-disposition']).toContain('Login Logout Report.csv');
  const csv = parseCsv(file.body.replace('\ufeff', ''));
  expect([csv[0], csv.length]).toEqual([headers, rows]);
  const [page = ''] = await pdfText((await save({ format: 'pdf', status: 'closedBySystem' })).rawPayload);
  for (const expected of ['Times of', 'Not the whole list. Only: status closedBySystem'])
    expect(page).toContain(expected);
});

it('[EXP-02] the file of nothing is refused, and each one made is written down', async () => {
  const none = await save({ format: 'xls', searchText: 'nobody' });
  expect(none.json().general[0].code).toBe('nothingToExport');
  const asked = {
    from: '2026-10-01',
    to: '2026-10-31',
    site: world.northId,
    searchText: 'asha',
    status: 'onDuty',
  };
  await save({ format: 'csv', ...asked });
  const entry = await server.owner
    .selectFrom('audit_entries')
    .select(['subject_id as subject', 'after'])
    .where('tenant_id', '=', world.tenant.id)
    .where('action', '=', 'export.made')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toMatchObject({ subject: 'loginLogout', after: { format: 'csv', rows: 1, ...asked } });
});

it('[EXP-02] [MNG-09] the file holds all of very many sessions once, in order, with times as the tenant writes them', async () => {
  const at = await makeTenant(server.owner);
  const own = { tenant_id: at.id, config_key: 'dateFormat', config_value: 'DD/MM/YYYY HH:mm' };
  await server.owner.insertInto('tenant_config').values(own).execute();
  const guard = await makeGuard(server.owner, at);
  const made: string[] = [];
  // Many of them at equal times.
  for (let each = 0; each < 450; each += 1) {
    const started_at_ms = start + Math.floor(each / 7) * hour;
    made.push(
      await makeDuty(server.owner, at, { guard_id: guard.id, started_at_ms, ended_at_ms: started_at_ms }),
    );
  }
  const caller = await browserOf(server, at, (await makeUser(server.owner, at)).id);
  const written = async (sortType: string) => {
    const reply = await caller('GET', `${path}/export`, { query: { format: 'csv', sortType } });
    return parseCsv(reply.body.replace('\ufeff', '')).slice(1);
  };
  const found = await written('desc');
  const idsIn = (rows: typeof found) => rows.map((row) => String(row[11]));
  expect(idsIn(found).toSorted()).toEqual(made.toSorted());
  const times = found.map((row) => String(row[7]));
  expect(new Set(times).size).toBe(Math.ceil(450 / 7));
  expect(times.at(-1)).toBe('05/10/26 06:00');
  const listed: string[] = [];
  for (let offset = 0; offset < 450; offset += 90) {
    const { data } = await list(caller, { offset: String(offset), limit: '90' });
    listed.push(...data.map(({ id }) => id));
  }
  expect(idsIn(found)).toEqual(listed);
  expect(idsIn(await written('asc'))).toEqual(listed.toReversed());
});

it('[EXP-02] [EXP-03] one session more than an .xls sheet holds is refused with what to choose instead', async () => {
  const at = await makeTenant(server.owner);
  const guard = await makeGuard(server.owner, at, { secret_hash: null });
  await server.owner.executeQuery(
    CompiledQuery.raw(
      `INSERT INTO duty_sessions (tenant_id, id, guard_id, started_at_ms, ended_at_ms)
       SELECT $1, gen_random_uuid(), $2, $3::bigint + no, $3::bigint + no FROM generate_series(1, 65536) AS no`,
      [at.id, guard.id, start],
    ),
  );
  const caller = await browserOf(server, at, (await makeUser(server.owner, at)).id);
  for (const format of ['xls', 'pdf']) {
    const reply = await caller('GET', `${path}/export`, { query: { format } });
    expect([reply.statusCode, reply.json().general[0]]).toEqual([
      422,
      { code: 'tooManyRows', message: 'Too many rows for this file type. Choose .xlsx or .csv.' },
    ]);
  }
});
