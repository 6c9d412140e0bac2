// The export as a file, opened by another reader than the one who wrote it.
import { randomUUID } from 'node:crypto';
import { parseCsv } from 'hucre/csv';
import { readXls, readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { pdfText } from '../../platform/tables-out/pdf-text.testing.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/scanned-checkpoints/export';
const headers = [
  'Patrolling ID',
  'Employeed ID',
  'Name',
  'Total Checkpoint',
  'Scanned Checkpoint',
  'Percentage',
  'Scanned Start Time',
  'Scanned End Time',
  'Site Name',
  'Checkpoint ID',
  'Checkpoint Name',
  'Scanned Time',
  'CheckPoint Latitude',
  'CheckPoint Longitude',
  'Scannedpoint Latitude',
  'Scannedpoint Longitude',
  'Checked',
  'Activated',
];

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});

interface Office {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly superAdmin: Caller;
}

async function makeOffice(siteName = 'Riverside'): Promise<Office> {
  const tenant = await makeTenant(server.owner);
  const siteId = await makeSite(server.owner, tenant, { name: siteName });
  const user = await makeUser(server.owner, tenant);
  return { tenant, siteId, superAdmin: await browserOf(server, tenant, user.id) };
}

const startMs = Date.UTC(2026, 2, 5, 20, 15);
const shown = (atMs: number) => new Date(atMs + 330 * 60_000); // Asia/Kolkata

/** A round of two checkpoints by a guard, the first of them scanned and deactivated since; what its two rows must hold. */
async function makeWalked(
  office: Office,
  names: { guard: string; lastName?: string; checkpoint: string },
  startedAtMs = startMs,
) {
  const { owner } = server;
  const { tenant, siteId } = office;
  const checkpoints = [
    await makeCheckpoint(owner, tenant, siteId, {
      name: names.checkpoint,
      latitude: 18.123456,
      longitude: -73.5,
      activated: false,
    }),
    await makeCheckpoint(owner, tenant, siteId, { name: 'Roof' }),
  ] as const;
  const { versionId } = await makeRoute(owner, tenant, siteId, checkpoints);
  const { lastName = '' } = names;
  const person = { first_name: names.guard, last_name: lastName };
  const guard = await makeGuard(owner, tenant, { ...person, secret_hash: null });
  const id = await makeRound(owner, tenant, {
    site_id: siteId,
    guard_id: guard.id,
    route_version_id: versionId,
    started_at_ms: startedAtMs,
    ended_at_ms: startedAtMs + 900_000,
    total_check_points: 2,
    scanned_check_points: 1,
    status_code: 1005,
  });
  const scanAt = (minutes: number, latitude: number) => ({
    tenant_id: tenant.id,
    id: randomUUID(),
    round_id: id,
    checkpoint_id: checkpoints[0].checkpointId,
    guard_id: guard.id,
    device_id: randomUUID(),
    device_at_ms: startedAtMs + minutes * 60_000,
    received_at_ms: startedAtMs + 61_000,
    latitude,
    longitude: -73.4999,
    clock_skew_ms: 0,
    method: 'qr',
    body_hash: Buffer.alloc(32),
  });
  // The second one of the same checkpoint counts for nothing.
  await owner
    .insertInto('scans')
    .values([scanAt(2, 18.2), scanAt(1, 18.1235)])
    .execute();
  const name = `${names.guard} ${lastName}`.trim();
  const times = [startedAtMs, startedAtMs + 900_000].map(shown);
  const common = [id, guard.employeeId, name, 2, 1, 50, ...times];
  const rows = checkpoints.map((checkpoint, index) => {
    const isScanned = index === 0;
    return {
      id: checkpoint.checkpointId,
      cells: [
        ...common,
        'Riverside',
        checkpoint.checkpointId,
        checkpoint.name,
        isScanned ? shown(startedAtMs + 60_000) : null,
        checkpoint.latitude,
        checkpoint.longitude,
        isScanned ? 18.1235 : null,
        isScanned ? -73.4999 : null,
        isScanned ? 'Scanned' : 'Missed',
        // Whether the checkpoint is activated by now, which has nothing to do with the scan.
        isScanned ? 'No' : 'Yes',
      ],
    };
  });
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => row.cells);
}

const ask = (caller: Caller, format: string, query: Record<string, string> = {}) =>
  caller('GET', path, { query: { ...query, format }, headers: { timezone: 'Asia/Kolkata' } });

/** Empty cells are left out by one reader and null by another. */
const padded = (row: readonly unknown[]) => headers.map((_, index) => row[index] ?? null);

describe('the export of scanned checkpoints', () => {
  it('[EXP-01] [EXP-03] is an Excel 97 file called Scanned Report.xls with the 18 columns and every checkpoint, typed', async () => {
    const office = await makeOffice();
    const older = await makeWalked(office, { guard: 'Asha', checkpoint: 'Gate' });
    const walked = { guard: 'Ravi', lastName: 'Patil', checkpoint: 'Store' };
    const newer = await makeWalked(office, walked, startMs + 86_400_000);
    const reply = await ask(office.superAdmin, 'xls');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toContain('filename="Scanned Report.xls"');
    expect(reply.headers['content-type']).toBe('application/vnd.ms-excel');
    expect(reply.rawPayload.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    const [header = [], ...rows] = (await readXls(reply.rawPayload)).sheets[0]?.rows ?? [];
    expect(header).toEqual(headers);
    expect(rows.map(padded)).toEqual([...newer, ...older]);
  });

  it('[EXP-01] [EXP-03] holds the same as .xlsx', async () => {
    const office = await makeOffice();
    const expected = await makeWalked(office, { guard: 'Asha', checkpoint: 'Gate' });
    const reply = await ask(office.superAdmin, 'xlsx');
    expect(reply.headers['content-disposition']).toContain('filename="Scanned Report.xlsx"');
    const [header = [], ...rows] = (await readXlsx(reply.rawPayload)).sheets[0]?.rows ?? [];
    expect(header).toEqual(headers);
    expect(rows.map(padded)).toEqual(expected);
  });

  it('[EXP-01] [EXP-03] [MNG-09] holds the same as .csv, its times as the tenant writes them', async () => {
    const office = await makeOffice();
    const own = { tenant_id: office.tenant.id, config_key: 'dateFormat', config_value: 'DD/MM/YYYY HH:mm' };
    await server.owner.insertInto('tenant_config').values(own).execute();
    const expected = await makeWalked(office, { guard: 'Asha', checkpoint: 'Gate, "north"' });
    const reply = await ask(office.superAdmin, 'csv');
    expect(reply.headers['content-disposition']).toContain('filename="Scanned Report.csv"');
    const [header = [], ...rows] = parseCsv(reply.body);
    expect(header.map((cell) => String(cell).replace('\ufeff', ''))).toEqual(headers);
    const asText = (cell: unknown) =>
      cell instanceof Date ? shownInCsv(cell) : cell === null ? '' : String(cell);
    expect(rows.map((row) => row.map(String))).toEqual(expected.map((row) => row.map(asText)));
  });

  it('[EXP-03] is offered as .pdf too', async () => {
    const office = await makeOffice();
    await makeWalked(office, { guard: 'Asha', checkpoint: 'Gate' });
    const reply = await ask(office.superAdmin, 'pdf');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toContain('filename="Scanned Report.pdf"');
    const [page] = await pdfText(reply.rawPayload);
    expect(page).toMatch(/Times of [\w/]+\s/u);
  });

  it('[EXP-01] covers the filtered set over many reads', async () => {
    const office = await makeOffice();
    const { owner } = server;
    const checkpoint = await makeCheckpoint(owner, office.tenant, office.siteId);
    const { versionId } = await makeRoute(owner, office.tenant, office.siteId, [checkpoint]);
    const guard = await makeGuard(owner, office.tenant, { secret_hash: null });
    const make = (started_at_ms: number) =>
      makeRound(owner, office.tenant, {
        site_id: office.siteId,
        guard_id: guard.id,
        route_version_id: versionId,
        total_check_points: 1,
        started_at_ms,
      });
    const ids = [];
    for (let each = 0; each < 250; each += 1) ids.push(await make(startMs + each * 1000));
    await make(startMs + 10 * 86_400_000);
    const query = { from: '2026-03-06', to: '2026-03-06', sortType: 'asc' };
    const reply = await ask(office.superAdmin, 'csv', query);
    expect(
      parseCsv(reply.body)
        .slice(1)
        .map((row) => row[0]),
    ).toEqual(ids);
  });

  it('[EXP-01] holds the rounds that its filter lists and no others', async () => {
    const office = await makeOffice();
    const other = { ...office, siteId: await makeSite(server.owner, office.tenant) };
    await makeWalked(office, { guard: 'Asha', checkpoint: 'Gate' });
    await makeWalked(other, { guard: 'Ravi', checkpoint: 'Store' }, startMs + 86_400_000);
    const filters: [Record<string, string>, number][] = [
      [{}, 2],
      [{ site: office.siteId }, 1],
      [{ site: other.siteId }, 1],
      [{ searchText: 'ravi' }, 1],
      [{ from: '2026-03-06', to: '2026-03-06' }, 1],
      [{ status: 'incompleted' }, 2],
    ];
    for (const [query, count] of filters) {
      const headers = { timezone: 'Asia/Kolkata' };
      const list = await office.superAdmin('GET', '/secure/scanned-checkpoints', { query, headers });
      const file = parseCsv((await ask(office.superAdmin, 'csv', query)).body).slice(1);
      const listed = list.json().data.map(({ id }: { id: string }) => id);
      expect([[...new Set(file.map((row) => row[0]))], listed.length]).toEqual([listed, count]);
    }
  });

  it.each(['xls', 'xlsx', 'csv', 'pdf'])(
    '[EXP-01] an empty result gives no %s file and says Data is not available',
    async (format) => {
      const office = await makeOffice();
      const reply = await ask(office.superAdmin, format, { from: '2001-01-01', to: '2001-01-02' });
      expect(reply.statusCode).toBe(409);
      expect(reply.json().general).toEqual([{ code: 'nothingToExport', message: 'Data is not available' }]);
    },
  );

  it('[EXP-03] one row more than an .xls sheet holds is refused with what to choose instead', async () => {
    const office = await makeOffice();
    const guard = await makeGuard(server.owner, office.tenant, { secret_hash: null });
    const add = (total_check_points: number) =>
      makeRound(server.owner, office.tenant, {
        site_id: office.siteId,
        guard_id: guard.id,
        total_check_points,
      });
    for (const size of [32_767, 32_767, 1]) await add(size);
    expect((await ask(office.superAdmin, 'xls')).statusCode).toBe(200);
    expect((await ask(office.superAdmin, 'pdf')).statusCode).toBe(422);
    await add(1);
    const reply = await ask(office.superAdmin, 'xls');
    expect([reply.statusCode, reply.json().general[0]]).toEqual([
      422,
      { code: 'tooManyRows', message: 'Too many rows for this file type. Choose .xlsx or .csv.' },
    ]);
    expect((await ask(office.superAdmin, 'xlsx')).statusCode).toBe(200);
  });

  it('[EXP-04] text that looks like a formula stays text in every format', async () => {
    const office = await makeOffice();
    const names = { guard: '=1+1', checkpoint: '@SUM(A1:A9)' };
    await makeWalked(office, names);
    const textsOf = (rows: readonly (readonly unknown[] | undefined)[]) =>
      new Set(rows.slice(1).flatMap((row) => [row?.[2], row?.[10]]));
    const stored = new Set(['=1+1', '@SUM(A1:A9)', 'Roof']);
    const xls = await readXls((await ask(office.superAdmin, 'xls')).rawPayload);
    expect(textsOf(xls.sheets[0]?.rows ?? [])).toEqual(stored);
    const xlsx = await readXlsx((await ask(office.superAdmin, 'xlsx')).rawPayload, { readStyles: true });
    expect(textsOf(xlsx.sheets[0]?.rows ?? [])).toEqual(stored);
    expect([...(xlsx.sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual(
      [],
    );
    const csv = textsOf(parseCsv((await ask(office.superAdmin, 'csv')).body));
    expect([...csv].filter((text) => /^[=@+-]/.test(String(text)))).toEqual([]);
  });
});

/** DD/MM/YY HH:mm of a wall clock that is kept as if it were UTC. */
const shownInCsv = (local: Date): string =>
  local.toISOString().replace(/^\d\d(\d+)-(\d+)-(\d+)T(\d+:\d+).*$/, '$3/$2/$1 $4');
