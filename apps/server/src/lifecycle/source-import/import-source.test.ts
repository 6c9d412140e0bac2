// The command as its operator runs it, on an export with every oddity that the documents name.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { bundledProgram } from '../../testing/bundled-program.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import type { Finding } from './import-report.ts';

const sample = path.join(import.meta.dirname, 'sample-export');
let server: TestApp;
let folder: string;

beforeAll(async () => {
  server = await testApp();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-import-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ DATABASE_URL: databaseUrlOf(server.connection) });
const runImport = (tenant: MadeTenant, from: string, ...more: string[]) =>
  runCommand('import-source.ts', ['--tenant', tenant.slug, '--from', from, ...more], environment());

const findingsOf = (file: string): Finding[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The counts of a run: collection -> read, added, there already, not taken. */
function countsOf(out: string): Record<string, number[]> {
  const rows = out.split('\n').flatMap((line) => {
    const [, name = '', figures = ''] = /^(\w+(?:\/\w+)?)((?:\s+\d+){4})$/.exec(line) ?? [];
    return name === '' ? [] : [[name, figures.trim().split(/\s+/).map(Number)] as const];
  });
  return Object.fromEntries(rows);
}

const contentTables = [
  'users',
  'sites',
  'sub_admins',
  'guards',
  'guard_sites',
  'recorded_names',
  'checkpoints',
  'qr_codes',
  'shifts',
  'shift_guards',
  'patrol_routes',
  'patrol_route_checkpoints',
  'route_versions',
  'patrol_tours',
  'incidents',
  'incident_history',
  'app_settings',
  'rounds',
  'imported_rounds',
  'scans',
  'former_ids',
  'round_counts',
  'audit_entries',
];

/** Everything that a tenant has, without what differs from one moment to the next when `isTimeless`. */
async function contentOf(tenant: MadeTenant, isTimeless = false): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  const moments = [
    'created_at',
    'updated_at',
    'issued_at',
    'saved_at',
    'since',
    'status_at',
    'password_hash',
    'salt',
  ];
  for (const table of contentTables.filter((name) => !isTimeless || name !== 'audit_entries')) {
    const text = `SELECT to_jsonb(t) AS row FROM ${table} t WHERE tenant_id = $1 ORDER BY to_jsonb(t)::text`;
    const { rows } = await server.owner.executeQuery<{ row: Record<string, unknown> }>(
      CompiledQuery.raw(text, [tenant.id]),
    );
    const stored = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !isTimeless || !moments.includes(name))),
    );
    content[table] = stored.map((row) => JSON.stringify(row)).toSorted();
  }
  return content;
}

const expectedCounts = {
  userInfo: [2, 1, 0, 1],
  subAdmin: [3, 2, 0, 1],
  guards: [5, 3, 0, 2],
  checkPoints: [4, 2, 0, 2],
  qrCodes: [2, 1, 0, 1],
  shifts: [2, 1, 0, 1],
  patrolRoutes: [1, 1, 0, 0],
  patrolTours: [2, 1, 0, 1],
  patrolIncidence: [2, 1, 0, 1],
  appSettings: [3, 2, 0, 1],
  scannedHistory: [6, 4, 0, 2],
  'scannedHistory/checkPoints': [9, 6, 0, 3],
};

describe('the sample export', () => {
  it('[DATA-02] a dry run tells what it would add and each record it cannot take, and changes nothing', async () => {
    const tenant = await makeTenant(server.owner);
    const before = await contentOf(tenant);
    const file = path.join(folder, 'dry.ndjson');
    const dry = await runImport(tenant, sample, '--dry-run', '--report', file);
    expect([dry.code, dry.err]).toEqual([0, '']);
    expect(countsOf(dry.out)).toEqual(expectedCounts);
    expect(await contentOf(tenant)).toEqual(before);
    const refused = findingsOf(file).filter(({ kind }) => kind === 'refused');
    expect(refused.map(({ file: name, line, reason }) => `${name}:${line} ${reason}`)).toMatchSnapshot(
      'not taken',
    );
    const others = findingsOf(file).filter(({ kind }) => kind !== 'refused');
    expect(
      others.map((one) => [one.kind, one.collection, one.id, one.field ?? '-', one.reason].join(' | ')),
    ).toMatchSnapshot('taken otherwise than written');
    expect(dry.out).toMatch(/^findings\nrecords not taken +19\n/m);
  });

  it('[DATA-01] [DATA-02] a run adds what the dry run said, a second one changes nothing, other tenants stay', async () => {
    const tenant = await makeTenant(server.owner);
    const other = await makeTenant(server.owner);
    await makeUser(server.owner, other, { email: 'meera@northgate.example' });
    const untouched = await contentOf(other);
    expect(countsOf((await runImport(tenant, sample)).out)).toEqual(expectedCounts);
    const content = await contentOf(tenant);
    expect(JSON.stringify(content)).not.toMatch(/in-the-clear-1|secret-token|<script>/);
    const history = JSON.stringify(content['incident_history']);
    expect(history).toContain('Asha Kale');
    expect(history).toContain('2023-11-14T22:21:40');
    expect(content['audit_entries']).toEqual([expect.stringContaining('tenant.imported')]);
    const again = countsOf((await runImport(tenant, sample)).out);
    expect(Object.values(again).map(([, added]) => added)).toEqual(Object.keys(again).map(() => 0));
    expect(await contentOf(tenant)).toEqual(content);
    expect(await contentOf(other)).toEqual(untouched);
    const verified = await runCommand('verify.ts', [], environment());
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('Everything agrees.')]);
  });
});

/** Rounds enough for many batches, in one file. */
function writeRounds(name: string, rounds: number): string {
  const to = path.join(folder, name);
  fs.mkdirSync(to);
  for (const file of ['subAdmin.json', 'guards.ndjson', 'places.json'])
    fs.copyFileSync(path.join(sample, file), path.join(to, file));
  const lines = Array.from({ length: rounds }, (_, at) => {
    const start = 1_700_000_000_000 + at * 600_000;
    const scan = (id: string) => ({ id, scannedTime: String(start + 60_000), checked: true });
    return JSON.stringify({
      id: `r${at}`,
      employeeId: 'E101',
      scannedById: 'guard-1',
      subAdminId: 'site-a',
      statusCode: 1010,
      scannedStartTime: start,
      scannedEndTime: start + 300_000,
      checkPoints: [scan('cp-1'), scan('cp-2')],
    });
  });
  fs.writeFileSync(path.join(to, 'scannedHistory.ndjson'), `${lines.join('\n')}\n`);
  return to;
}

async function roundsOf(tenant: MadeTenant): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM rounds WHERE tenant_id = $1';
  const { rows } = await server.owner.executeQuery<{ n: number }>(CompiledQuery.raw(text, [tenant.id]));
  return rows[0]?.n ?? 0;
}

/** Starts the command, kills it once some rounds are in, and tells how many there were. */
async function killMidway(tenant: MadeTenant, from: string): Promise<number> {
  const args = ['--tenant', tenant.slug, '--from', from];
  const child = spawn(process.execPath, [await bundledProgram('commands/import-source.ts'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment() },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null && (await roundsOf(tenant)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await ended;
  return roundsOf(tenant);
}

describe('a large export', () => {
  it('[DATA-02] killed midway and started again ends as an undisturbed run does', async () => {
    const from = writeRounds('killed', 3_000);
    const tenant = await makeTenant(server.owner);
    const stored = await killMidway(tenant, from);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(3_000);
    // The killed one's connection lets go of the tenant once the database has noticed.
    let resumed = await runImport(tenant, from);
    while (resumed.err.includes('is under way')) resumed = await runImport(tenant, from);
    expect(countsOf(resumed.out)['scannedHistory']).toEqual([3_000, 3_000 - stored, stored, 0]);
    const content = await contentOf(tenant, true);
    await clear(tenant);
    expect((await runImport(tenant, from)).code).toBe(0);
    expect(await contentOf(tenant, true)).toEqual(content);
    const verified = await runCommand('verify.ts', [], environment());
    expect(verified.out).toContain('Everything agrees.');
  }, 180_000);

  it('[DATA-02] needs no more memory than its records one by one do', async () => {
    const from = writeRounds('bounded', 32_000);
    const tenant = await makeTenant(server.owner);
    // The file is of 12 MB and the heap holds 36 with the program itself in it.
    const env = { ...environment(), NODE_OPTIONS: '--max-old-space-size=36' };
    const args = ['--tenant', tenant.slug, '--from', from, '--dry-run'];
    const ended = await runCommand('import-source.ts', args, env);
    expect(countsOf(ended.out)['scannedHistory/checkPoints']).toEqual([64_000, 64_000, 0, 0]);
  }, 180_000);
});

/** Empties a tenant, so that the same ids can be given once more. */
async function clear(tenant: MadeTenant): Promise<void> {
  const names = contentTables.filter((name) => name !== 'audit_entries').toReversed();
  for (const table of [...names, 'round_counts', 'round_arrivals']) {
    await server.owner.executeQuery(
      CompiledQuery.raw(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenant.id]),
    );
  }
}

describe('an import that cannot be', () => {
  it.each([
    ['nowhere', 'there is no such file or folder'],
    ['empty', 'contains no .ndjson, .jsonl, .json or output-0 file'],
    ['export.zip', 'Unpack it and name the folder'],
    ['void', 'the files are empty'],
  ])('[DATA-02] of %s is refused with what to change', async (name, reason) => {
    fs.mkdirSync(path.join(folder, 'empty'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'export.zip'), 'PK');
    fs.mkdirSync(path.join(folder, 'void'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'void', 'guards.ndjson'), '\n');
    const ended = await runImport(await makeTenant(server.owner), path.join(folder, name));
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('[DATA-02] into an unknown tenant, or without its options, says so', async () => {
    const unknown = await runImport({ id: '', slug: 'nobody' }, sample);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('there is no such tenant')]);
    const bare = await runCommand('import-source.ts', [], environment());
    expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('Missing: --tenant, --from')]);
  });

  it.each([
    [['none', 'findings.ndjson'], 'its folder does not exist'],
    [['export.zip', 'findings.ndjson'], 'a part of its path is a file'],
    [[], 'it is a folder'],
  ])('[DATA-02] with a report below %j says why that cannot be written', async (parts, reason) => {
    fs.writeFileSync(path.join(folder, 'export.zip'), 'PK');
    const report = path.join(folder, ...parts);
    const ended = await runImport({ id: '', slug: 'nobody' }, sample, '--report', report);
    expect([ended.code, ended.err]).toEqual([2, `--report ${report}: ${reason}.\n`]);
  });

  it('[DATA-02] leaves an earlier report as it was; one that ends without a finding empties it', async () => {
    const report = path.join(folder, 'kept.ndjson');
    fs.writeFileSync(report, 'earlier\n');
    const away = { DATABASE_URL: 'postgres://watchpost@127.0.0.1:1/watchpost' };
    const options = ['--tenant', 'nobody', '--from', sample, '--report', report];
    expect((await runCommand('import-source.ts', options, { ...environment(), ...away })).code).toBe(1);
    expect((await runImport({ id: '', slug: 'nobody' }, sample, '--report', report)).code).toBe(1);
    expect(fs.readFileSync(report, 'utf8')).toBe('earlier\n');

    const flawless = path.join(folder, 'flawless');
    fs.mkdirSync(flawless);
    const page = '{"id":"about","aboutCompany":"<p>Us</p>"}\n';
    fs.writeFileSync(path.join(flawless, 'appSettings.ndjson'), page);
    const ended = await runImport(await makeTenant(server.owner), flawless, '--report', report);
    expect([ended.code, fs.readFileSync(report, 'utf8')]).toEqual([0, '']);
  });

  it('[DATA-02] a file that breaks off gives its whole records and tells the line where it breaks', async () => {
    const broken = path.join(folder, 'broken');
    fs.mkdirSync(broken);
    fs.writeFileSync(path.join(broken, 'subAdmin.json'), '[{"id":"a","siteName":"A"},\n{"id":"b","siteNa');
    const ended = await runImport(await makeTenant(server.owner), broken);
    expect(ended.out).toContain(
      'subAdmin.json:2  subAdmin  not taken: not JSON from here on: the file ends in the middle',
    );
    expect(countsOf(ended.out)['subAdmin']).toEqual([1, 1, 0, 0]);
  });
});
