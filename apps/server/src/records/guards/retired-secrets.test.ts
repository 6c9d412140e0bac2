// A secret that somebody was shown opens nothing more once they may no longer see all of the guard's sites.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionHoursAfterRetired } from '@watchpost/domain/guards';
import { makeGuard, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { importSteps } from '../../testing/import-steps.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { importJobs } from '../record-imports/record-imports.jobs.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { makeTwoSites } from '../../testing/two-sites.ts';
import { guardImport } from '../guard-imports/guard-import-kind.ts';

let server: TestApp;
let tenant: MadeTenant;
let adminId: string;
let admin: Caller;
let subId: string;
let sub: Caller;
let mill: string;
let yard: string;
let guard: { id: string; employeeId: string };

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, importJobs([guardImport]));
});
beforeEach(async () => {
  ({ tenant, mill, yard, adminId, admin, subId, sub } = await makeTwoSites(server));
  guard = await makeGuard(server.owner, tenant, { siteIds: [mill], secret_hash: null });
});

const path = '/secure/guards';
const read = async (caller = admin) => (await caller('GET', `${path}/${guard.id}`)).json();
const issue = async (caller: Caller): Promise<string> =>
  (await caller('POST', `${path}/secrets`, { body: { ids: [guard.id] } })).json().secrets[0].secret;
const signIn = (secret: string) =>
  anyone(server.app, tenant)('POST', '/field/signin', {
    body: { employeeId: guard.employeeId, secret, deviceId: randomUUID() },
  });
const deviceOf = async (secret: string) =>
  anyone(server.app, tenant, { authorization: `Bearer ${(await signIn(secret)).json().accessToken}` });
const planStatus = async (device: Caller) => (await device('GET', '/field/plan')).statusCode;

async function moveTo(siteIds: readonly string[]) {
  const { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, version } = await read();
  const fields = { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, version };
  const reply = await admin('PUT', `${path}/${guard.id}`, { body: { ...fields, siteIds } });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}
const { imported } = importSteps(`${path}/imports`, 'guards.csv');
const users = () => server.owner.updateTable('users').where('tenant_id', '=', tenant.id);

/** Ways in which the sub admin of the mill, who issued the secret, no longer has the whole guard. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'the guard is moved by the form': () => moveTo([yard]),
  'the guard also works at another site': () => moveTo([mill, yard]),
  'the guard is moved by an import': () =>
    imported(admin, `id,name,site\n${guard.employeeId},Ravi,Yard\n`, 'validOnly'),
  'the guard is taken off the site': () => admin('DELETE', `${path}/${guard.id}/sites/${mill}`),
  'the sub admin is deactivated': () =>
    admin('POST', `/secure/sub-admins/${subId}/status`, { body: { activated: false } }),
  'the sub admin is taken off the site': () => admin('DELETE', `/secure/sub-admins/${subId}`),
  'the sub admin manages another site': () =>
    server.owner.updateTable('sub_admins').set({ site_id: yard }).where('user_id', '=', subId).execute(),
};

describe('a secret that a sub admin issued', () => {
  test.each(Object.entries(ways))('[TRUTH-12] signs in no more once %s', async (_what, change) => {
    const secret = await issue(sub);
    const device = await deviceOf(secret);
    await change();
    const refused = await signIn(secret);
    expect([refused.statusCode, refused.json().general[0].code]).toEqual([403, 'fieldSecretRetired']);
    // A wrong one is answered as ever, and the guard on duty goes on.
    expect((await signIn('wrong-wrong-wrong')).json().general[0].code).toBe('fieldSignInFailed');
    expect(await planStatus(device)).toBe(200);
    expect(await read()).toMatchObject({ hasSecret: true, isSecretRetired: true });
    const listed = await admin('GET', path, { query: { secret: 'retired' } });
    expect(listed.json().data.map(({ id }: { id: string }) => id)).toEqual([guard.id]);
  });

  test('[TRUTH-12] is reported when the move is saved, and issued again without signing the guard out', async () => {
    const before = await issue(sub);
    const device = await deviceOf(before);
    expect((await moveTo([yard])).isSecretRetired).toBe(true);
    const next = await issue(admin);
    expect((await signIn(next)).statusCode).toBe(200);
    expect((await signIn(before)).statusCode).toBe(401);
    expect(await planStatus(device)).toBe(200);
    const { expires_at: endsAt } = await server.owner
      .selectFrom('sessions')
      .select('expires_at')
      .where('guard_id', '=', guard.id)
      .orderBy('expires_at')
      .executeTakeFirstOrThrow();
    expect(endsAt.getTime()).toBeLessThanOrEqual(Date.now() + sessionHoursAfterRetired * 3_600_000 + 1_000);
    expect((await moveTo([mill])).isSecretRetired).toBe(false);
    expect(await read()).toMatchObject({ isSecretRetired: false });
  });

  test('[TRUTH-12] is good again while the sub admin has the whole guard again', async () => {
    const secret = await issue(sub);
    await moveTo([yard]);
    await moveTo([mill]);
    expect((await signIn(secret)).statusCode).toBe(200);
  });
});

describe('a secret that a super admin issued', () => {
  test('[TRUTH-12] goes on wherever the guard is moved, until that account is deactivated', async () => {
    const secret = await issue(admin);
    await moveTo([yard]);
    expect((await signIn(secret)).statusCode).toBe(200);
    const other = await makeUser(server.owner, tenant);
    await users().set({ activated: false }).where('id', '=', adminId).execute();
    expect((await signIn(secret)).json().general[0].code).toBe('fieldSecretRetired');
    admin = await browserOf(server, tenant, other.id);
    expect((await read()).isSecretRetired).toBe(true);
  });

  test('[TRUTH-12] is retired when the account becomes one of another site', async () => {
    const secret = await issue(admin);
    await users().set({ role: 'subAdmin' }).where('id', '=', adminId).execute();
    await server.owner
      .insertInto('sub_admins')
      .values({ tenant_id: tenant.id, user_id: adminId, site_id: yard })
      .execute();
    expect((await signIn(secret)).json().general[0].code).toBe('fieldSecretRetired');
  });
});

test('[TRUTH-12] issuing a secret forgets the tries of strangers at the guard', async () => {
  for (let at = 0; at < 12; at += 1) await signIn('wrong-wrong-wrong');
  const secret = await issue(admin);
  expect((await signIn(secret)).statusCode).toBe(200);
});
