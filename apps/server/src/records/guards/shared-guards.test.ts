// What a sub admin may change of a guard who also works where the sub admin may not look.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeGuard, type MadeTenant } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { makeTwoSites } from '../../testing/two-sites.ts';
import { guardImport } from '../guard-imports/guard-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let sub: Caller;
let mill: string;
let yard: string;
/** At both sites. */
let guardId: string;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, importJobs([guardImport]));
});
beforeEach(async () => {
  ({ tenant, mill, yard, admin, sub } = await makeTwoSites(server));
  guardId = (await makeGuard(server.owner, tenant, { employee_id: 'B1', siteIds: [mill, yard] })).id;
});

const path = '/secure/guards';
const read = async (caller = admin, id = guardId) => (await caller('GET', `${path}/${id}`)).json();
const codeOf = (reply: Awaited<ReturnType<Caller>>) => [reply.statusCode, reply.json().general?.[0].code];
const refused = [403, 'guardWorksElsewhere'];

async function edit(caller: Caller, change: object) {
  const { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, version, sites } =
    await read();
  const siteIds = sites.map(({ id }: { id: string }) => id);
  const own = { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, version, siteIds };
  const body = { ...own, ...(caller === sub ? { siteIds: [mill] } : {}), ...change };
  return caller('PUT', `${path}/${guardId}`, { body });
}

describe('a guard of several sites', () => {
  test.each([
    { employeeId: 'B2' },
    { firstName: 'Renamed' },
    { lastName: 'Renamed' },
    { email: 'other@example.com' },
    { phoneNumber: '9822099999' },
    { countryCode: '+44' },
  ])('[TRUTH-12] keeps for one of them what holds at all: %j', async (change) => {
    const before = await read();
    const reply = await edit(sub, change);
    expect(codeOf(reply)).toEqual(refused);
    expect(reply.json().general[0].message).toContain('Ravi Patil');
    expect(await read()).toEqual(before);
    expect((await edit(admin, change)).statusCode).toBe(200);
  });

  test('[TRUTH-12] is not deactivated, deleted, brought back or given a secret by one of them', async () => {
    const status = (caller: Caller, activated: boolean) =>
      caller('POST', `${path}/status`, { body: { ids: [guardId], activated } });
    const restore = (caller: Caller) => caller('POST', `${path}/restore`, { body: { ids: [guardId] } });
    const secrets = (caller: Caller) => caller('POST', `${path}/secrets`, { body: { ids: [guardId] } });
    expect(codeOf(await status(sub, false))).toEqual(refused);
    expect(codeOf(await sub('DELETE', `${path}/${guardId}`))).toEqual(refused);
    expect(codeOf(await secrets(sub))).toEqual(refused);
    expect(await read()).toMatchObject({ activated: true, hasSecret: true, version: 1 });
    expect((await status(admin, false)).json()).toEqual({ ids: [guardId] });
    expect(codeOf(await status(sub, true))).toEqual(refused);
    await status(admin, true);
    expect((await admin('DELETE', `${path}/${guardId}`)).statusCode).toBe(200);
    expect(codeOf(await restore(sub))).toEqual(refused);
    expect((await restore(admin)).json()).toEqual({ ids: [guardId] });
  });

  test('[TRUTH-12] stops a change of several, and guards of other sites are named to no one', async () => {
    const own = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    const hidden = await makeGuard(server.owner, tenant, { first_name: 'Hidden', siteIds: [yard] });
    const body = { ids: [own.id, guardId, hidden.id], activated: false };
    const reply = await sub('POST', `${path}/status`, { body });
    expect(codeOf(reply)).toEqual(refused);
    expect(reply.body).not.toContain('Hidden');
    expect((await read(admin, own.id)).activated).toBe(true);
    const ids = [own.id, hidden.id, randomUUID()];
    const passed = await sub('POST', `${path}/status`, { body: { ids, activated: false } });
    expect(passed.json()).toEqual({ ids: [own.id] });
  });

  test('[TRUTH-12] is renamed by no import of one of them', async () => {
    const { imported } = importSteps(`${path}/imports`, 'guards.csv');
    const view = await imported(sub, 'id,name\nB1,Renamed\nM9,Asha\n', 'validOnly');
    expect(view.counts).toEqual({ ...noRows, new: 1, wrong: 1 });
    expect(view.errors).toMatchObject([{ field: 'employeeId', message: 'import_guard_elsewhere' }]);
    expect((await read()).firstName).toBe('Ravi');
    // What changes nothing is no error.
    const same = await imported(sub, 'id,name\nB1,Ravi\n', 'validOnly');
    expect(same.counts).toEqual({ ...noRows, unchanged: 1 });
  });

  test('[TRUTH-12] says so to each who does not see all of its sites, and leaves their own', async () => {
    expect([(await read(sub)).isShared, (await read(admin)).isShared]).toEqual([true, false]);
    const leave = (caller: Caller, siteId: string) => caller('DELETE', `${path}/${guardId}/sites/${siteId}`);
    expect((await leave(sub, yard)).statusCode).toBe(404);
    expect((await leave(sub, mill)).json()).toEqual({ id: guardId, version: 2 });
    expect((await sub('GET', `${path}/${guardId}`)).statusCode).toBe(404);
    expect((await leave(sub, mill)).statusCode).toBe(404);
    expect((await read()).sites).toEqual([{ id: yard, name: 'Yard' }]);
    const log = await admin('GET', '/secure/audit-log', { query: { subjectId: guardId } });
    // As the sub admin saw it, as for an edit.
    expect(log.json().data[0]).toMatchObject({ before: { sites: ['Mill'] }, after: { sites: [] } });
  });

  test('[TRUTH-12] is its only site’s again once the other one is deleted or gives it up', async () => {
    await server.owner
      .updateTable('sites')
      .set({ deleted_at: new Date(), activated: false })
      .where('id', '=', yard)
      .execute();
    expect((await read(sub)).isShared).toBe(false);
    expect((await edit(sub, { firstName: 'Renamed' })).statusCode).toBe(200);
  });
});
