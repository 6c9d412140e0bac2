// Reports whose site was deleted: resuming or restoring one says so at once, not when it should have been sent.
import { beforeAll, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeScheduledReport } from '../../testing/make-scheduled-report.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/scheduled-reports';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let userId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  ({ id: userId } = await makeUser(server.owner, tenant));
  admin = await browserOf(server, tenant, userId);
});

const codeOf = (reply: { json(): { general?: { code: string }[] } }) => reply.json().general?.[0]?.code;
const storedOf = (id: string) =>
  server.owner
    .selectFrom('scheduled_reports')
    .select(['activated', 'paused_reason as reason', 'owner_id as ownerId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const setDeleted = (siteId: string, deleted_at: Date | null) =>
  server.owner.updateTable('sites').set({ deleted_at }).where('id', '=', siteId).execute();

it.each([
  ['resumed', 'status', { activated: true }, { activated: false, paused_reason: 'siteGone' as const }],
  ['brought back', 'restore', {}, { activated: false, deleted_at: new Date() }],
])('[MNG-01] is not %s before the site is back, and stays as it was', async (_what, call, more, values) => {
  const siteId = await makeSite(server.owner, tenant);
  const gone = await makeScheduledReport(server.owner, tenant, siteId, values);
  const other = await makeScheduledReport(server.owner, tenant, null, values);
  const ask = (ids: string[]) => admin('POST', `${path}/${call}`, { body: { ids, ...more } });
  await setDeleted(siteId, new Date());
  const before = await storedOf(gone);
  const refused = await ask([gone, other]);
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'siteDeleted']);
  expect(await storedOf(gone)).toEqual(before);
  expect(await storedOf(other)).toEqual(before);

  await setDeleted(siteId, null);
  expect((await ask([gone, other])).json().ids.toSorted()).toEqual([gone, other].toSorted());
  expect(await storedOf(gone)).toEqual({ activated: true, reason: '', ownerId: userId });
});
