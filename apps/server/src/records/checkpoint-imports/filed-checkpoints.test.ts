// Spreadsheets of checkpoints as the world sends them, and what an import of them would take away.
import { beforeEach, expect, test } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { type MadeTenant, makeCheckpoint, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { inlineRow, madeWorkbook } from '../../testing/made-workbook.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { checkpointImport } from './checkpoint-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let mill: string;

beforeEach(async () => {
  if (server === undefined) {
    server = await testApp();
    await testJobs(server, importJobs([checkpointImport]));
  }
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  mill = await makeSite(server.owner, tenant, { name: 'Mill', latitude: 18.5755, longitude: 73.7742 });
});

const steps = importSteps('/secure/checkpoints/imports', 'checkpoints.csv');
const checked = (bytes: Buffer | string) => steps.checked(admin, bytes);
const imported = (bytes: Buffer | string) => steps.imported(admin, bytes, 'allOrNothing');
const stored = () =>
  server.owner
    .selectFrom('checkpoints')
    .select(['name', 'latitude', 'longitude', 'instructions', 'radius_metres as radius'])
    .where('tenant_id', '=', tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

test('[INPUT-01] [INPUT-03] positions are read as maps and people write them', async () => {
  const written = [
    '18.5755 ,73.7742',
    '18.5755° N, 73.7742° E',
    `18°34'31.8"N 73°46'27.1"E`,
    '18.5755N, 73.7742E',
    'lat: 18.5755, lng: 73.7742',
    'https://www.google.com/maps?q=18.5755,73.7742',
    '१८.५७५५, ७३.७७४२',
    '73.7742 E, 18.5755 N',
    'geo:18.5755,73.7742',
    '18,5755; 73,7742',
  ];
  const rows = written.map((position, at) => `Mill,P${at},"${position.replaceAll('"', '""')}"`);
  expect((await imported(`Site,Checkpoint,GPS\n${rows.join('\n')}`)).counts).toEqual({
    ...noRows,
    new: written.length,
  });
  const far = (await stored()).filter(
    ({ latitude, longitude }) =>
      Math.abs(latitude - 18.5755) > 0.0001 || Math.abs(longitude - 73.7742) > 0.0001,
  );
  expect(far).toEqual([]);
});

test('[INPUT-01] a position that its cells show shortened is the one that they hold', async () => {
  const cells =
    '<c t="inlineStr"><is><t>Mill</t></is></c><c t="inlineStr"><is><t>Gate</t></is></c><c s="1"><v>18.575217</v></c><c s="1"><v>73.773532</v></c><c s="2"><v>25</v></c>';
  const rows = `${inlineRow(1, ['Site', 'Checkpoint', 'Lat', 'Long', 'Radius'])}<row r="2">${cells}</row>`;
  await imported(madeWorkbook({ sheets: [{ name: 'Checkpoints', rows }], formats: ['0.00', '0" m"'] }));
  expect(await stored()).toMatchObject([{ latitude: 18.575_217, longitude: 73.773_532, radius: 25 }]);
});

test('[INPUT-01] the instructions are what the cells show', async () => {
  const value = (name: string, cell: string) =>
    `<row><c t="inlineStr"><is><t>Mill</t></is></c><c t="inlineStr"><is><t>${name}</t></is></c><c t="inlineStr"><is><t>18.5755, 73.7742</t></is></c>${cell}</row>`;
  const rows =
    inlineRow(1, ['Site', 'Checkpoint', 'GPS', 'Instructions']) +
    value('T1', '<c s="1"><v>0.91666666666666663</v></c>') +
    value('T2', '<c s="2"><v>46082.770833333336</v></c>') +
    value('T3', '<c s="3" t="d"><v>2026-03-01T00:00:00</v></c>') +
    value('T4', '<c t="inlineStr"><is><t>Look left,\nthen right</t></is></c>');
  const formats = ['h:mm', 'm/d/yy h:mm', 'yyyy-mm-dd'];
  await imported(madeWorkbook({ sheets: [{ name: 'Checkpoints', rows }], formats }));
  expect((await stored()).map(({ instructions }) => instructions)).toEqual([
    '22:00',
    '2026-03-01 18:30',
    '2026-03-01',
    'Look left,\nthen right',
  ]);
});

test.each([
  'A  Wing  Lobby',
  ' a wing lobby',
  'A\u00a0Wing Lobby',
  'A Wing\u200b Lobby\u200b',
  'A WING LOBBY',
])('[INPUT-01] the name %j is that of the checkpoint that is there', async (name) => {
  await makeCheckpoint(server.owner, tenant, mill, {
    name: 'A Wing Lobby',
    latitude: 18.5755,
    longitude: 73.7742,
  });
  const { counts } = await checked(`Site,Checkpoint,GPS\nMill,"${name}","18.5755, 73.7742"\n`);
  expect(counts.new + counts.wrong).toBe(0);
});

test('[INPUT-01] a checkpoint of before with two blanks in its name is found by one', async () => {
  await makeCheckpoint(server.owner, tenant, mill, {
    name: 'B  Wing',
    latitude: 18.5755,
    longitude: 73.7742,
  });
  const view = await checked('Site,Checkpoint,GPS\nMill,B Wing,"18.5755, 73.7742"\n');
  expect(view.counts).toEqual({ ...noRows, changed: 1 });
  expect(view.losses.rows).toEqual([
    { row: 2, record: 'B Wing', field: 'name', before: 'B  Wing', after: 'B Wing' },
  ]);
});

test('[INPUT-01] two rows whose names differ in blanks or letters that show nothing are one checkpoint twice', async () => {
  const { errors } = await checked(
    'Site,Checkpoint,GPS\nMill,C Wing,"18.5755, 73.7742"\nMill,C  Wing,"18.5755, 73.7742"\nMill,C\u200b wing,"18.5755, 73.7742"\n',
  );
  expect(errors.map(({ row, message }) => [row, message])).toEqual(
    [3, 4].map((row) => [row, 'import_checkpoint_twice']),
  );
});

test('[INPUT-01] a checkpoint keeps what its row leaves empty, and the check shows what else it loses', async () => {
  await makeCheckpoint(server.owner, tenant, mill, {
    name: 'Gate',
    latitude: 18.5755,
    longitude: 73.7742,
    instructions: 'Look left',
    nfc_tag_id: '04A22F1B',
    radius_metres: 40,
  });
  const empty = await checked('Site,Checkpoint,GPS,Instructions,NFC,Radius\nMill,Gate,,,,\n');
  expect(empty).toMatchObject({ counts: { ...noRows, unchanged: 1 }, losses: { counts: [], rows: [] } });
  const view = await checked(
    'Site,Checkpoint,GPS,Instructions,NFC,Radius\nMill,Gate,"18.5756, 73.7742",Look right,,25 m\n',
  );
  expect(view.losses.rows.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['position', '18.5755, 73.7742', '18.5756, 73.7742'],
    ['radiusMetres', '40', '25'],
    ['instructions', 'Look left', 'Look right'],
  ]);
});

test('[INPUT-01] a list saved by Excel for Windows keeps its quotes, dashes and the euro', async () => {
  const file = Buffer.from(
    'Site,Checkpoint,GPS,Instructions\nMill,Gate \x96 North,"18.5755, 73.7742",Don\x92t \x97 \x80 5\nMill,Caf\xe9,"18.5755, 73.7742",\x93x\x94\n',
    'latin1',
  );
  await imported(file);
  expect((await stored()).map(({ name, instructions }) => [name, instructions])).toEqual([
    ['Gate – North', 'Don’t — € 5'],
    ['Café', '“x”'],
  ]);
});
