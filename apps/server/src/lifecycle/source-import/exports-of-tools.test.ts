// One little company, exported by each of the tools that people use, comes out the same.
import path from 'node:path';
import fs from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makeFolder, runImport } from './run-import.testing.ts';
import { tools } from './source-company.testing.ts';

let server: TestApp;
let folder: string;

beforeAll(async () => {
  server = await testApp();
  folder = makeFolder();
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** What the product then shows, without its own ids. */
async function shown(admin: Caller) {
  const listed = async (noun: string) => (await admin('GET', `/secure/${noun}`)).json().data;
  const [site] = await listed('sites');
  const [guard] = await listed('guards');
  const checkpoints = await listed('checkpoints');
  const [round] = await listed('scanned-checkpoints');
  const scans = await listed(`scanned-checkpoints/${round.id}/checkpoints`);
  return {
    site: [site.name, site.latitude, site.longitude, site.activated, site.formerId],
    guard: [guard.employeeId, guard.countryCode, guard.phoneNumber, guard.sites.length, guard.formerId],
    checkpoints: checkpoints.map((one: Record<string, unknown>) => [
      one['name'],
      one['latitude'],
      one['radiusMetres'],
      String(one['instructions']).length,
      one['formerId'],
    ]),
    round: [
      round.scannedStartTime,
      round.scannedEndTime,
      round.status,
      round.percentage,
      round.scannedCheckPoints,
    ],
    scans: scans
      .map((one: Record<string, unknown>) => [
        one['checkPointName'],
        one['checked'],
        one['activated'],
        one['scannedTime'],
        one['scannedPointLatitude'],
      ])
      .toSorted(),
  };
}

const startMs = Date.UTC(2023, 10, 14, 22, 13, 20);
const expected = {
  site: ['Northgate Mall', 18.5204, 73.8567, true, 'site-a'],
  guard: ['E101', '+91', '9876500001', 1, 'guard-1'],
  checkpoints: [
    ['Car park', 18.521, 30, 0, 'cp-2'],
    ['मुख्य द्वार', 18.5205, 25, 41_999, 'cp-1'],
  ],
  round: [startMs, startMs + 600_000, 'Incompleted', 50, 1],
  scans: [
    ['Car park', false, false, null, null],
    ['मुख्य द्वार', true, true, startMs + 60_000, 18.52051],
  ],
};

it.each(Object.keys(tools))('[DATA-02] an export of %s is taken whole', async (tool) => {
  const from = path.join(folder, tool);
  tools[tool]?.(from);
  const tenant = await makeTenant(server.owner);
  const imported = await runImport(server, tenant, from);
  expect([imported.code, imported.err]).toEqual([0, '']);
  const known = /createdAt: has no place here$|backup.*name|of no collection/;
  expect(imported.sentences.filter((one) => !known.test(one))).toEqual([]);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  expect(await shown(admin)).toEqual(expected);
});

it('[DATA-02] an output file that breaks off gives its whole records, and says at which it breaks', async () => {
  const from = path.join(folder, 'broken');
  tools['gcloud firestore export']?.(from);
  const file = path.join(from, 'all_namespaces', 'all_kinds', 'output-0');
  const bytes = fs.readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
  fs.writeFileSync(file, bytes);
  const imported = await runImport(server, await makeTenant(server.owner), from);
  expect(imported.sentences).toContain(
    'refused null/null -: the file cannot be read from this record on: its checksum does not fit',
  );
  expect(imported.out).toMatch(/^guards +1 +1 +0 +0$/m);
});

it('[DATA-02] metadata of an export without its output files is refused with what to name', async () => {
  const from = path.join(folder, 'metadata');
  fs.mkdirSync(from);
  fs.writeFileSync(path.join(from, 'all_namespaces_all_kinds.export_metadata'), 'x');
  const tenant = await makeTenant(server.owner);
  await expect(runImport(server, tenant, from)).resolves.toMatchObject({
    code: 1,
    err: expect.stringContaining('with its output-0, output-1 ... files'),
  });
});

it('[DATA-02] an answer of the REST service that goes on elsewhere is reported', async () => {
  const from = path.join(folder, 'cut');
  fs.mkdirSync(from);
  fs.writeFileSync(path.join(from, 'guards.json'), '{"documents":[],"nextPageToken":"AFTOeJw"}');
  const imported = await runImport(server, await makeTenant(server.owner), from);
  expect(imported.sentences.join()).toContain('names a next page (nextPageToken)');
});
