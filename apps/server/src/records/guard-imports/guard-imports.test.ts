import { setTimeout as pause } from 'node:timers/promises';
import { writeXlsx } from 'hucre';
import { sql } from 'kysely';
import type { ImportMode } from '@watchpost/domain/record-import';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type MadeTenant, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { statementsStayInOneTenant } from '../../testing/ran-statements.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { guardImport } from './guard-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let mill: string;
let yard: string;
let sub: Caller;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, importJobs([guardImport]));
});

async function freshTenant(): Promise<void> {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  mill = await makeSite(server.owner, tenant, { name: 'Mill' });
  yard = await makeSite(server.owner, tenant, { name: 'Yard' });
  sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: mill })).id);
}

const path = '/secure/guards/imports';
const steps = importSteps(path, 'guards.csv');
const upload = (bytes: Buffer | string, caller = admin) => steps.upload(caller, bytes);
const checked = (bytes: Buffer | string, caller = admin) => steps.checked(caller, bytes);
const ended = (id: string) => steps.ended(admin, id);
const imported = (bytes: Buffer | string, mode: ImportMode = 'allOrNothing', caller = admin) =>
  steps.imported(caller, bytes, mode);

const guards = async (caller = admin) =>
  (await caller('GET', '/secure/guards', { query: { limit: '100', sortColumn: 'employeeId' } })).json();
const three = `Emp No,Name,Surname,Mobile No.,E-mail,Site
K1,Asha,Kale,+91 98220 12345,asha@example.com,mill; YARD
K2,Ravi,,(98220) 123-46,,Yard
K3,गीता,पाटील,,,`;

describe('a spreadsheet of guards', () => {
  beforeAll(freshTenant);

  it('[MNG-03] has its columns guessed from its headings, and shows its first rows', async () => {
    const view = (await upload(three)).json();
    expect(view).toMatchObject({
      state: 'uploaded',
      fileName: 'guards.csv',
      rowCount: 3,
      mapping: { employeeId: 0, firstName: 1, lastName: 2, phoneNumber: 3, email: 4, sites: 5 },
    });
    expect(view.preview[1]).toEqual(['K2', 'Ravi', '', '(98220) 123-46', '', 'Yard']);
  });

  it('[MNG-03] is checked without changing a guard, then imported', async () => {
    const view = await checked(three);
    expect(view.counts).toEqual({ ...noRows, new: 3 });
    expect((await guards()).count).toBe(0);
    expect((await imported(three)).counts).toEqual({ ...noRows, new: 3 });
    const { data } = await guards();
    expect(data[0]).toMatchObject({
      employeeId: 'K1',
      lastName: 'Kale',
      phoneNumber: '9822012345',
      countryCode: '+91',
      hasSecret: false,
    });
    expect(data[0].sites.map(({ name }: { name: string }) => name)).toEqual(['Mill', 'Yard']);
    expect(data[1].phoneNumber).toBe('9822012346');
    expect(data[2]).toMatchObject({ firstName: 'गीता', sites: [] });
  });

  it('[MNG-03] changes nothing the second time, and only what differs the third', async () => {
    const before = (await guards()).data;
    expect((await imported(three)).counts).toEqual({ ...noRows, unchanged: 3 });
    expect((await guards()).data).toEqual(before);
    const again = await imported(
      three.replace('Ravi', 'Ravindra').replace('mill; YARD', 'Yard'),
      'validOnly',
    );
    expect(again.counts).toEqual({ ...noRows, changed: 2, unchanged: 1 });
    const { data } = await guards();
    expect([data[0].version, data[1].version, data[2].version]).toEqual([2, 2, 1]);
    expect([data[0].sites.length, data[1].firstName]).toEqual([1, 'Ravindra']);
  });

  it('[MNG-03] leaves as it is what has no column, and switches no one on', async () => {
    await server.owner
      .updateTable('guards')
      .set({ activated: false })
      .where('tenant_id', '=', tenant.id)
      .where('employee_id', '=', 'K1')
      .execute();
    const view = await imported('id,First name\nk1,Asha Rani\n');
    expect(view.counts).toEqual({ ...noRows, changed: 1 });
    expect((await guards()).data[0]).toMatchObject({
      employeeId: 'k1',
      firstName: 'Asha Rani',
      lastName: 'Kale',
      activated: false,
    });
  });

  it('[MNG-03] makes a new guard of the employee id of a deleted one, who stays as it was', async () => {
    const gone = { employee_id: 'Gone1', first_name: 'Meera', deleted_at: new Date() };
    const { id } = await makeGuard(server.owner, tenant, gone);
    expect((await imported('id,name\nGone1,Nisha\n')).counts).toEqual({ ...noRows, new: 1 });
    const rows = await server.owner
      .selectFrom('guards')
      .select(['id', 'first_name as name'])
      .where('tenant_id', '=', tenant.id)
      .where('employee_id', '=', 'Gone1')
      .orderBy('first_name')
      .execute();
    expect(rows).toMatchObject([{ id, name: 'Meera' }, { name: 'Nisha' }]);
  });

  it('[MNG-03] leaves one entry in the log, with who and how many', async () => {
    const query = { action: 'guard.imported', limit: '1' };
    const before = (await admin('GET', '/secure/audit-log', { query })).json();
    await imported('id,name\nLog1,Asha\nLog2,Ravi\n');
    const log = (await admin('GET', '/secure/audit-log', { query })).json();
    expect(log.count).toBe(before.count + 1);
    expect(log.data[0]).toMatchObject({
      actorName: 'Asha Kale',
      subjectLabel: 'guards.csv',
      after: { rows: 2, new: 2, changed: 0, unchanged: 0, withErrors: 0 },
    });
    const created = await admin('GET', '/secure/audit-log', { query: { action: 'guard.created' } });
    expect(created.json().count).toBe(0);
  });

  it('[MNG-03] of Excel is read with its numbers and empty rows', async () => {
    const rows = [
      ['कर्मचारी आईडी', 'नाम', 'मोबाइल'],
      [7001, 'Asha', 9_822_012_345],
      [],
      ['X7002', 'Ravi', null],
    ];
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'Guards', rows }] }));
    expect((await imported(bytes)).counts).toEqual({ ...noRows, new: 2 });
    const found = (await guards()).data.find(
      ({ employeeId }: { employeeId: string }) => employeeId === '7001',
    );
    expect(found).toMatchObject({ firstName: 'Asha', phoneNumber: '9822012345' });
  });
});

const faulty = `Employee ID,First name,Email,Site
F1,Asha,asha@example.com,Mill
F-2,Ravi,nobody,Mill
F3,,,Moon
f1,Twice,,
F5,Sunita,,Yard`;

describe('rows with errors', () => {
  beforeAll(freshTenant);

  it('[MNG-03] are reported row by row with what to change', async () => {
    const view = await checked(faulty);
    expect(view.counts).toEqual({ ...noRows, new: 2, wrong: 3 });
    expect(view.errors).toEqual([
      { row: 3, field: 'employeeId', value: 'F-2', message: 'employee_id_pattern' },
      { row: 3, field: 'email', value: 'nobody', message: 'email_pattern' },
      { row: 4, field: 'firstName', value: '', message: 'guard_first_name_required' },
      { row: 4, field: 'sites', value: 'Moon', message: 'import_site_unknown' },
      { row: 5, field: 'employeeId', value: 'f1', message: 'import_employee_id_twice' },
    ]);
    const file = await admin('GET', `${path}/${view.id}/errors`, { query: { format: 'csv' } });
    const lines = file.body.trim().split(/\r?\n/);
    expect(lines.length).toBe(6);
    expect(lines[2]).toContain('Write an email address.');
  });

  it('[MNG-03] keep everything back when it is to be all or nothing', async () => {
    const { id } = await checked(faulty);
    const reply = await admin('POST', `${path}/${id}/run`, { body: { mode: 'allOrNothing' } });
    expect([reply.statusCode, reply.json().mode[0].message]).toEqual([400, 'import_has_errors']);
    expect((await guards()).count).toBe(0);
  });

  it('[MNG-03] are left out when only valid rows are wanted', async () => {
    expect((await imported(faulty, 'validOnly')).counts).toEqual({ ...noRows, new: 2, wrong: 3 });
    expect((await guards()).data.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([
      'F1',
      'F5',
    ]);
  });

  it('[MNG-03] found only while it runs take all or nothing back', async () => {
    const own = await checked('id,name,site\nG1,Asha,Mill\nG2,Ravi,Yard\n');
    // The site is gone by the time the import runs.
    await server.owner.updateTable('sites').set({ name: 'Elsewhere' }).where('id', '=', yard).execute();
    await admin('POST', `${path}/${own.id}/run`, { body: { mode: 'allOrNothing' } });
    const view = await ended(own.id);
    expect([view.state, view.counts.wrong]).toEqual(['refused', 1]);
    expect((await guards()).count).toBe(2);
    await server.owner.updateTable('sites').set({ name: 'Yard' }).where('id', '=', yard).execute();
    const again = await admin('PUT', `${path}/${own.id}`, { body: { mapping: own.mapping } });
    expect(again.json().counts).toEqual({ ...noRows, new: 2 });
  });

  it.each([
    [{ firstName: 1 }, 'employeeId', 'import_column_needed'],
    [{ employeeId: 0, firstName: 0 }, 'firstName', 'import_column_twice'],
    [{ employeeId: 0, firstName: 30 }, 'firstName', 'import_column_needed'],
  ])('the columns %j are refused at %s', async (mapping, field, message) => {
    const { id } = (await upload(faulty)).json();
    const reply = await admin('PUT', `${path}/${id}`, { body: { mapping } });
    expect([reply.statusCode, reply.json()[field][0].message]).toEqual([400, message]);
  });

  it('an import is started once', async () => {
    const { id } = await checked('id,name\nOnce1,Asha\n');
    const run = () => admin('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } });
    const replies = await Promise.all([run(), run()]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await ended(id)).counts.new).toBe(1);
  });
});

describe("a sub admin's import", () => {
  beforeAll(freshTenant);

  it('[MNG-03] puts guards at the own site and touches no one of another one', async () => {
    await makeGuard(server.owner, tenant, { employee_id: 'Y1', siteIds: [yard] });
    const both = await makeGuard(server.owner, tenant, { employee_id: 'B1', siteIds: [mill, yard] });
    const file = 'id,name,site\nM1,Asha,\nM2,Ravi,Yard\nY1,Taken,\nB1,Shared,Mill\n';
    const view = await imported(file, 'validOnly', sub);
    expect(view.counts).toEqual({ ...noRows, new: 1, wrong: 3 });
    expect(view.errors.map(({ message }) => message)).toEqual([
      'import_site_unknown',
      'employee_id_taken',
      'import_guard_elsewhere',
    ]);
    const shared = (await admin('GET', `/secure/guards/${both.id}`)).json();
    expect([shared.firstName, shared.sites.length]).toEqual(['Ravi', 2]);
    const made = (await guards(sub)).data.find(
      ({ employeeId }: { employeeId: string }) => employeeId === 'M1',
    );
    expect(made.sites.map(({ name }: { name: string }) => name)).toEqual(['Mill']);
  });

  it("is no one else's, of this tenant or another", async () => {
    const { id } = await checked('id,name\nZ1,Asha\n', sub);
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    for (const caller of [admin, stranger]) {
      expect((await caller('GET', `${path}/${id}`)).statusCode).toBe(404);
      expect((await caller('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } })).statusCode).toBe(
        404,
      );
    }
  });
});

describe('a large import', () => {
  beforeAll(freshTenant);
  const rows = Array.from({ length: 5_000 }, (_none, at) => `L${at + 1},Asha,Kale,98220${10_000 + at},Mill`);
  const file = ['id,name,surname,phone,site', ...rows].join('\n');

  it('[MNG-03] tells how far it is, and goes on where its connection broke', async () => {
    const held = await makeGuard(server.owner, tenant, { employee_id: 'L2500', siteIds: [] });
    const { id } = await checked(file);
    await server.owner.transaction().execute(async (transaction) => {
      await transaction.selectFrom('guards').select('id').where('id', '=', held.id).forUpdate().execute();
      await admin('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } });
      await vi.waitFor(
        async () => {
          const view = (await admin('GET', `${path}/${id}`)).json();
          expect([view.state, view.rowsDone]).toEqual(['running', 2_000]);
        },
        { timeout: 60_000 },
      );
      await pause(200);
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.owner);
    });
    expect((await ended(id)).counts).toEqual({ ...noRows, new: 4_999, changed: 1 });
    expect((await guards()).count).toBe(5_000);
    const log = await admin('GET', '/secure/audit-log', { query: { action: 'guard.imported' } });
    expect(log.json().count).toBe(1);
  });

  it('[MNG-03] as a whole is there at once or not at all', async () => {
    const view = await imported(file.replaceAll('Kale', 'Rao'));
    expect(view).toMatchObject({ state: 'done', rowsDone: 5_000, counts: { ...noRows, changed: 5_000 } });
  });
});

statementsStayInOneTenant(() => server.owner, 30);
