// An import is done on behalf of its sender, and goes no further than the sender's rights.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guardImport } from '../guard-imports/guard-import-kind.ts';
import { makeGuard, type MadeTenant } from '../../testing/factories.ts';
import { importSteps, noRows } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { makeTwoSites } from '../../testing/two-sites.ts';
import { importBatchRows } from './import-records-job.ts';
import { importJobs } from './record-imports.jobs.ts';

const path = '/secure/guards/imports';
const { checked, ended } = importSteps(path, 'guards.csv');

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let sub: Caller;
let subId: string;
let mill: string;
let yard: string;
/** In the second batch of the file. */
let late: string;
/** In its first. */
let early: string;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, importJobs([guardImport]));
});
beforeEach(async () => {
  const { owner } = server;
  ({ tenant, mill, yard, admin, subId, sub } = await makeTwoSites(server));
  early = (await makeGuard(owner, tenant, { employee_id: 'N10', siteIds: [mill] })).id;
  late = (await makeGuard(owner, tenant, { employee_id: `N${importBatchRows + 200}`, siteIds: [mill] })).id;
});

const rows = importBatchRows + 400;
const file = () => `id,name\n${Array.from({ length: rows }, (_, at) => `N${at + 1},Asha`).join('\n')}\n`;
const guards = async () => (await admin('GET', '/secure/guards', { query: { limit: '1' } })).json().count;

/** Runs the import, and `change` while it waits for a guard that somebody else is changing. */
async function importWhile(guardId: string, mode: string, change: () => Promise<unknown>): Promise<string> {
  const { id } = await checked(sub, file());
  const held = await server.owner.startTransaction().execute();
  await held.selectFrom('guards').select('id').where('id', '=', guardId).forUpdate().execute();
  expect((await sub('POST', `${path}/${id}/run`, { body: { mode } })).statusCode).toBe(200);
  await expect.poll(waiting, { timeout: 30_000 }).toBe(true);
  await change();
  await held.rollback().execute();
  return id;
}

/** Whether the import waits for the guard. */
async function waiting(): Promise<boolean> {
  const { rows: found } = await sql<{ waits: boolean }>`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE OF r%') AS waits`.execute(
    server.owner,
  );
  return found[0]?.waits === true;
}

const stopped = async (id: string) => {
  const columns = ['state', 'stop_reason'] as const;
  const read = () =>
    server.owner.selectFrom('record_imports').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toMatch(/stopped|done/);
  return read();
};

const deactivate = (activated = false) =>
  admin('POST', `/secure/sub-admins/${subId}/status`, { body: { activated } });
const switchOff = () =>
  server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify({ GUARDS: ['view', 'edit'] }) })
    .execute();
const moveAway = () =>
  server.owner.updateTable('sub_admins').set({ site_id: yard }).where('user_id', '=', subId).execute();

describe('an import under way', () => {
  test.each([
    ['is deactivated', 'senderGone', () => deactivate()],
    ['is taken off the site', 'senderLostAccess', () => admin('DELETE', `/secure/sub-admins/${subId}`)],
    ['manages another site', 'senderLostAccess', moveAway],
    ['may import no more', 'senderLostAccess', switchOff],
  ])('[TRUTH-12] stops after its batch when its sender %s, and says why', async (_what, reason, change) => {
    const id = await importWhile(late, 'validOnly', change);
    expect(await stopped(id)).toEqual({ state: 'stopped', stop_reason: reason });
    // The batch that was under way is taken back.
    expect(await guards()).toBe(importBatchRows + 1);
    const log = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json().data;
    expect(log).toMatchObject([
      { action: 'guard.importStopped', after: { rows, new: importBatchRows - 1, changed: 1, reason } },
    ]);
  });

  test('[TRUTH-12] that waits to begin begins nothing for a sender who is deactivated', async () => {
    const id = await importWhile(early, 'validOnly', () => deactivate());
    expect(await stopped(id)).toEqual({ state: 'stopped', stop_reason: 'senderGone' });
    expect(await guards()).toBe(2);
  });

  test('[TRUTH-12] of all or nothing leaves nothing when its sender is deactivated', async () => {
    const id = await importWhile(late, 'allOrNothing', () => deactivate());
    expect(await stopped(id)).toEqual({ state: 'stopped', stop_reason: 'senderGone' });
    expect(await guards()).toBe(2);
  });

  test('[TRUTH-12] that was stopped is shown to its sender with what was done, and goes on when it is checked again', async () => {
    const id = await importWhile(late, 'validOnly', () => deactivate());
    await stopped(id);
    await deactivate(true);
    const again = await browserOf(server, tenant, subId);
    const view = await ended(again, id);
    expect(view).toMatchObject({ state: 'stopped', stopReason: 'senderGone', rowsDone: importBatchRows });
    expect(view.counts).toEqual({ ...noRows, new: importBatchRows - 1, changed: 1 });
    expect((await again('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } })).statusCode).toBe(409);
    await again('PUT', `${path}/${id}`, { body: { mapping: view.mapping } });
    await again('POST', `${path}/${id}/run`, { body: { mode: 'validOnly' } });
    await expect
      .poll(async () => (await again('GET', `${path}/${id}`)).json().state, { timeout: 30_000 })
      .toBe('done');
    expect(await guards()).toBe(rows);
  });

  test('[TRUTH-12] goes on for a sender whose session ended and nothing else', async () => {
    const id = await importWhile(late, 'validOnly', () =>
      server.owner.deleteFrom('sessions').where('user_id', '=', subId).execute(),
    );
    expect(await stopped(id)).toEqual({ state: 'done', stop_reason: '' });
    expect(await guards()).toBe(rows);
  });
});
