// Records that are well formed and yet trip over what other records say, or over what the database can hold.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsOwner } from '../../patrol/evidence/sealed-world.testing.ts';
import { makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let folder: string;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-import-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const site = { id: 's', siteName: 'Mall', latitude: 18.5, longitude: 73.8 };
const point = (id: string) => ({
  id,
  subAdminId: 's',
  checkPointName: `Door ${id}`,
  checkPointLatitude: 18.5,
  checkPointLongitude: 73.8,
});

/** Imports an export of these collections into the tenant at hand. */
async function take(name: string, records: Records) {
  const from = path.join(folder, name);
  fs.mkdirSync(from, { recursive: true });
  for (const [collection, list] of Object.entries({ subAdmin: [site], ...records }))
    fs.writeFileSync(
      path.join(from, `${collection}.ndjson`),
      list.map((one) => JSON.stringify(one)).join('\n'),
    );
  const args = ['--tenant', tenant.slug, '--from', from];
  return runCommand('import-source.ts', args, { DATABASE_URL: databaseUrlOf(server.connection) });
}

const read = (what: string): Promise<Record<string, unknown>[]> =>
  runAsOwner(server, `SELECT ${what} WHERE tenant_id = $1`, [tenant.id]);

it('[DATA-02] a guard whom only rounds tell of comes with the first of them that is taken', async () => {
  tenant = await makeTenant(server.owner);
  const round = {
    subAdminId: 's',
    employeeId: 'E900',
    scannedById: 'gone',
    scannedStartTime: 1_700_000_000_000,
  };
  const scannedHistory = [
    { ...round, id: 'r1', scannedStartTime: 'at noon' },
    { ...round, id: 'r2', scannedEndTime: 1_700_000_600_000 },
  ];
  const ended = await take('walkers', { scannedHistory });
  expect([ended.code, ended.err]).toEqual([0, '']);
  expect(ended.out).toContain('scannedHistory/r1  not taken: scannedStartTime "at noon" is not a time');
  const [guard, ...others] = await read('id, employee_id AS name, activated FROM guards');
  expect([guard, others]).toMatchObject([{ name: 'E900', activated: false }, []]);
  expect(await read('guard_id AS id FROM rounds')).toEqual([{ id: guard?.['id'] }]);
});

it('[DATA-02] half of a character holds no record up', async () => {
  tenant = await makeTenant(server.owner);
  const told = { subAdminId: 's', createdAt: 1_700_000_000_000 };
  const patrolIncidence = [
    { ...told, id: 'i1', description: 'Fire \ud83d' },
    { ...told, id: 'i2', description: 'Fire \ud83d\udd25' },
  ];
  const ended = await take('halves', { patrolIncidence });
  expect([ended.code, ended.err]).toEqual([0, '']);
  const texts = (await read('description FROM incidents')).map(({ description }) => String(description));
  expect(texts.toSorted()).toEqual(['Fire \ud83d\udd25', 'Fire \ufffd']);
});

it('[DATA-02] a code that two checkpoints have is reported at each run, and not counted as added', async () => {
  tenant = await makeTenant(server.owner);
  const qrCodes = [
    { id: 'q1', checkPointId: 'a', code: 'DOOR' },
    { id: 'q2', checkPointId: 'b', code: 'DOOR' },
  ];
  const records = { checkPoints: [point('a'), point('b')], qrCodes };
  for (const [added, present] of [
    [1, 0],
    [0, 1],
  ]) {
    const ended = await take('codes', records);
    expect(ended.out).toContain("qrCodes/q2  not taken: its code DOOR is another checkpoint's");
    expect(ended.out).toMatch(new RegExp(`qrCodes +2 +${added} +${present} +1\\n`));
  }
  expect(await read('code FROM qr_codes')).toEqual([{ code: 'DOOR' }]);
});

/** Of one file of guards below a folder of its own, as it lies there byte by byte. */
async function takeFile(name: string, bytes: Buffer) {
  tenant = await makeTenant(server.owner);
  const from = path.join(folder, name);
  fs.mkdirSync(path.join(from, 'people', 'old.json'), { recursive: true });
  fs.writeFileSync(path.join(from, 'people', 'guards.ndjson'), bytes);
  const args = ['--tenant', tenant.slug, '--from', from];
  return runCommand('import-source.ts', args, { DATABASE_URL: databaseUrlOf(server.connection) });
}
const jose = JSON.stringify({ id: 'g1', employeeId: 'E1', firstName: 'José', phoneNumber: '9822012345' });
const named = async () => (await read('first_name AS name FROM guards')).map(({ name }) => name);

it('[DATA-02] a file in UTF-16, as Windows writes it, is read as it is meant', async () => {
  const ended = await takeFile('utf16', Buffer.from(`\uFEFF${jose}\r\n`, 'utf16le'));
  expect([ended.code, ended.err, await named()]).toEqual([0, '', ['José']]);
  expect(ended.out).not.toContain('cannot be read');
});

it('[DATA-02] letters of another encoding are reported, with the path of the file', async () => {
  const ended = await takeFile('latin', Buffer.from(jose, 'latin1'));
  const told = `${path.join('people', 'guards.ndjson')}:1  guards/g1  has letters that cannot be read (\uFFFD)`;
  expect(ended.out).toContain(told);
  expect(await named()).toEqual(['Jos\uFFFD']);
});
