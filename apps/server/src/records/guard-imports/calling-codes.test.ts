// Phone numbers with their calling codes, as people and the list's own file write them.
import { beforeAll, expect, it } from 'vitest';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { guardImport } from './guard-import-kind.ts';

const { checked, imported } = importSteps('/secure/guards/imports', 'guards.csv');
let admin: Caller;

beforeAll(async () => {
  const server = await testApp();
  await testJobs(server, importJobs([guardImport]));
  const tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  await makeSite(server.owner, tenant, { name: '-1 Mill' });
});

const guards = async () => (await admin('GET', '/secure/guards', { query: { limit: '100' } })).json();

it('[MNG-03] takes the list’s own file back as it was, as Excel’s or as text', async () => {
  await imported(admin, 'id,name,phone,country code,site\nF1,Elena,7700900123,+44,-1 Mill\n', 'allOrNothing');
  const before = (await guards()).data;
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await admin('GET', '/secure/guards/export', {
      query: { format, sortColumn: 'employeeId' },
    });
    const view = await imported(admin, file.rawPayload, 'allOrNothing');
    expect(view.counts).toEqual({ ...noRows, unchanged: before.length });
  }
  expect((await guards()).data).toEqual(before);
});

it.each([
  ['id,name,phone\nF1,Elena,+91 98220 12345\n', '+91', '9822012345'],
  ['id,name,phone\nF1,Elena,+977-98220-12345\n', '+977', '9822012345'],
  ['id,name,phone\nF1,Elena,98220 12346\n', '+977', '9822012346'],
  ['id,name,phone,country code\nF1,Elena,+44 7700 900123,44\n', '+44', '7700900123'],
])('[MNG-03] reads the calling code in front of a number: %j', async (file, countryCode, phoneNumber) => {
  expect((await imported(admin, file, 'allOrNothing')).counts).toEqual({ ...noRows, changed: 1 });
  const { data } = await guards();
  const elena = data.find(({ employeeId }: { employeeId: string }) => employeeId === 'F1');
  expect(elena).toMatchObject({ countryCode, phoneNumber });
});

it('[MNG-03] refuses a number whose calling code is not the one of its row', async () => {
  const view = await checked(admin, 'id,name,phone,country code\nF1,Elena,+44 7700 900123,+91\n');
  const message = 'guard_phone_pattern';
  expect(view.errors).toEqual([{ row: 2, field: 'phoneNumber', value: '+44 7700 900123', message }]);
});
