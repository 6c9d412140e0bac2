// Spreadsheets of guards as the world sends them, and what an import of them would take away.
import { beforeEach, describe, expect, test } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { type MadeTenant, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { inlineRow, madeWorkbook } from '../../testing/made-workbook.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { guardImport } from './guard-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let mill: string;
let yard: string;

beforeEach(async () => {
  if (server === undefined) {
    server = await testApp();
    await testJobs(server, importJobs([guardImport]));
  }
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  mill = await makeSite(server.owner, tenant, { name: 'Mill' });
  yard = await makeSite(server.owner, tenant, { name: 'Yard' });
});

const path = '/secure/guards/imports';
const steps = importSteps(path, 'guards.csv');
const checked = (bytes: Buffer | string) => steps.checked(admin, bytes);
const imported = (bytes: Buffer | string) => steps.imported(admin, bytes, 'allOrNothing');
const stored = () =>
  server.owner
    .selectFrom('guards')
    .select([
      'employee_id as id',
      'first_name as first',
      'last_name as last',
      'phone_number as phone',
      'country_code as code',
    ])
    .where('tenant_id', '=', tenant.id)
    .orderBy('employee_id')
    .execute();
const sitesOf = async (id: string) =>
  (await admin('GET', `/secure/guards/${id}`)).json().sites.map(({ name }: { name: string }) => name);

describe('phone numbers in a spreadsheet', () => {
  const rows = [
    '9822012345.0',
    '919822012345',
    '+91 (0) 98220 12345',
    '09822012345',
    '\u202a+91 98220 12345\u202c',
    '98220\u201112345',
    '९८२२०१२३४५',
    '="+91 98220 12345"',
    "'09822012345",
    '9.822012345E+09',
  ];

  test('[INPUT-01] [INPUT-03] are one number, whichever way they are written', async () => {
    const file = `id,name,phone\n${rows.map((phone, at) => `P${at},Asha,"${phone.replaceAll('"', '""')}"`).join('\n')}`;
    expect((await imported(file)).counts).toEqual({ ...noRows, new: rows.length });
    expect(new Set((await stored()).map(({ code, phone }) => `${code} ${phone}`))).toEqual(
      new Set(['+91 9822012345']),
    );
  });

  test('[INPUT-01] that are none, or of another country than the row says, are reported', async () => {
    const { errors } = await checked(
      'id,name,phone,country code\nP1,Asha,98220123,\nP2,Om,9822012345/9822012346,\nP3,K,+44 7700 900123,+91\n',
    );
    expect(errors.map(({ row, message }) => [row, message])).toEqual(
      [2, 3, 4].map((row) => [row, 'guard_phone_pattern']),
    );
  });

  test('[INPUT-01] keep the calling code that the guard has, and are read by it', async () => {
    await makeGuard(server.owner, tenant, {
      employee_id: 'P1',
      first_name: 'Asha',
      phone_number: '501234567',
      country_code: '+971',
    });
    await imported('id,name,phone\nP1,Asha,050 765 4321\n');
    expect((await stored())[0]).toMatchObject({ code: '+971', phone: '507654321' });
  });
});

test('[INPUT-01] employee ids are those that the cells show, whatever letters are around them', async () => {
  const csv = 'Employee ID,Name\nX001\u200b,A\nEMP००१,B\n\u202aX002\u202c,C\n"=""0012""",D\n\'0013,E\n';
  expect((await imported(csv)).counts).toEqual({ ...noRows, new: 5 });
  const rows = `${inlineRow(1, ['Employee ID', 'Name'])}<row r="2"><c s="1"><v>123</v></c><c t="inlineStr"><is><t>F</t></is></c></row><row r="3"><c s="2"><v>4567</v></c><c t="inlineStr"><is><t>G</t></is></c></row>`;
  await imported(madeWorkbook({ sheets: [{ name: 'Guards', rows }], formats: ['00000', '#,##0'] }));
  const ids = (await stored()).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['0012', '00123', '0013', '4567', 'EMP001', 'X001', 'X002']);
});

test('[INPUT-01] two rows of an id that differ in letters that show nothing are one guard twice', async () => {
  const { errors } = await checked('id,name\nX001,Asha\nX001\u200b,Om\nx००१,K\n');
  expect(errors.map(({ row, message }) => [row, message])).toEqual(
    [3, 4].map((row) => [row, 'import_employee_id_twice']),
  );
});

test('[INPUT-01] errors in cells and letters that could not be read are reported, not stored', async () => {
  const file = Buffer.concat([
    Buffer.from('id,name,surname\nX1,#N/A,\nX2,####,\nX3,Om,#REF!\nX4,'),
    Buffer.from([0x81]),
    Buffer.from(',\n'),
  ]);
  const { counts, errors } = await checked(file);
  expect(counts).toEqual({ ...noRows, wrong: 4 });
  expect(errors.map(({ field, message }) => [field, message])).toEqual([
    ['firstName', 'import_cell_error'],
    ['firstName', 'import_cell_error'],
    ['lastName', 'import_cell_error'],
    ['firstName', 'import_cell_unreadable'],
  ]);
});

describe('a guard who is there', () => {
  const asha = {
    employee_id: 'E1',
    first_name: 'Asha',
    last_name: 'Kale',
    email: 'asha@example.com',
    phone_number: '9822012345',
    country_code: '+91',
  };
  const noLosses = { counts: [], rows: [] };

  test('[INPUT-01] keeps what the cells of the row leave empty', async () => {
    const { id } = await makeGuard(server.owner, tenant, { ...asha, siteIds: [mill, yard] });
    const view = await imported('id,First Name,Last Name,Phone,E-mail,Country code,Sites\nE1,,,,,,\n');
    expect(view).toMatchObject({ counts: { ...noRows, unchanged: 1 }, losses: noLosses });
    expect((await stored())[0]).toMatchObject({ first: 'Asha', last: 'Kale', phone: '9822012345' });
    expect(await sitesOf(id)).toEqual(['Mill', 'Yard']);
  });

  test('[INPUT-01] loses nothing that the check does not show, by field and by row', async () => {
    const { id } = await makeGuard(server.owner, tenant, { ...asha, siteIds: [mill, yard] });
    await makeGuard(server.owner, tenant, { employee_id: 'E2', first_name: 'Om', siteIds: [mill] });
    const file = 'id,Name,Phone,Sites\nE1,Asha,9822012346,Yard\nE2,Om,9822012347,Mill; Yard\nE3,New,,Mill\n';
    const view = await checked(file);
    expect(view.counts).toEqual({ ...noRows, new: 1, changed: 2 });
    expect(view.losses).toEqual({
      counts: [
        { field: 'phoneNumber', emptied: 0, replaced: 1 },
        { field: 'sites', emptied: 1, replaced: 0 },
      ],
      rows: [
        { row: 2, record: 'E1', field: 'phoneNumber', before: '9822012345', after: '9822012346' },
        { row: 2, record: 'E1', field: 'sites', before: 'Mill', after: '' },
      ],
    });
    const saved = await admin('GET', `${path}/${view.id}/errors`, { query: { format: 'csv', of: 'losses' } });
    expect(saved.body.trim().split('\r\n').slice(1)).toEqual([
      '2,E1,Phone number,9822012345,9822012346,E1,Asha,9822012346,Yard',
      '2,E1,Sites,Mill,,E1,Asha,9822012346,Yard',
    ]);
    await imported(file);
    expect(await sitesOf(id)).toEqual(['Yard']);
  });

  test('[INPUT-01] loses nothing that came after the check', async () => {
    const { id } = await makeGuard(server.owner, tenant, { ...asha, siteIds: [yard] });
    const view = await checked('id,Last Name,Sites,Name\nE1,Kale,Yard,Rani\n');
    expect(view.losses.rows.map(({ before }) => before)).toEqual(['Asha']);
    await server.owner
      .insertInto('guard_sites')
      .values({ tenant_id: tenant.id, guard_id: id, site_id: mill })
      .execute();
    await admin('POST', `${path}/${view.id}/run`, { body: { mode: 'validOnly' } });
    const ended = await steps.ended(admin, view.id);
    expect(ended.errors).toEqual([{ row: 2, field: 'sites', value: 'Mill', message: 'import_loss_unshown' }]);
    expect(await sitesOf(id)).toEqual(['Mill', 'Yard']);
  });
});

test('[INPUT-01] the reply names the sheet of a workbook that was read, and those that were not', async () => {
  const rows = inlineRow(1, ['Employee ID', 'Name']) + inlineRow(2, ['X1', 'Asha']);
  const sheets = [
    { name: 'Notes', rows: inlineRow(1, ['Read me']) + inlineRow(2, ['first']) },
    { name: 'Guards', rows },
  ];
  expect(await checked(madeWorkbook({ sheets }))).toMatchObject({
    sheet: 'Guards',
    otherSheets: ['Notes'],
    counts: { ...noRows, new: 1 },
  });
});
