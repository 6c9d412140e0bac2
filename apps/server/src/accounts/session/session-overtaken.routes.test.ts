// Sign-ins that were under way when their account changed: a new password or a lock-out ends them too.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedBefore, changedWhileOpening, seenOf, untilWaiting } from '../sign-in/overtaken.testing.ts';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf, browserOfNew } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { codeOf, halfSignedIn, secondStep, withAuthenticator } from '../sign-in-factors/factors.testing.ts';

/** Read once the password was found right, and by none of the changes. */
const locking = sql`LOCK TABLE recovery_codes IN ACCESS EXCLUSIVE MODE`;
const agent = 'under way';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  admin = await browserOfNew(server, tenant);
});

const signIn = (username: string, password: string = testPassword, more: object = {}) =>
  anyone(server.app, tenant, { 'user-agent': agent })('POST', '/user-signin', {
    body: { username, password, ...more },
  });
const signedInBefore = (userId: string) =>
  server.owner
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('agent', '=', agent)
    .execute();
const isIn = async (caller: Caller) => (await caller('GET', '/secure/user-metadata')).statusCode === 200;

interface User {
  readonly id: string;
  readonly email: string;
}

async function setPassword({ id }: User) {
  const browser = await browserOf(server, tenant, id);
  const body = { oldPassword: testPassword, newPassword: 'Brand-new-pass-7' };
  return browser('PUT', '/secure/users/profile/password', { body });
}
const setStatus = ({ id }: User, activated: boolean) =>
  admin('POST', `/secure/sub-admins/${id}/status`, { body: { activated } });
const takeOff = ({ id }: User) => admin('DELETE', `/secure/sub-admins/${id}`);

const changes: [string, (user: User) => ReturnType<Caller>][] = [
  ['got a new password', setPassword],
  ['was deactivated', (user) => setStatus(user, false)],
  ['was taken off its site', takeOff],
];

describe.each(changes)('a sign-in whose account %s', (_what, change) => {
  it('[SETPW-03] [SIGN-05] after its password was found right is answered like a wrong one', async () => {
    const user = await makeUser(server.owner, tenant, { siteId });
    const wrong = seenOf(await signIn(user.email, 'Wrong-pass-1'));
    for (const more of [{}, { wantsToken: true }]) {
      const other = await makeUser(server.owner, tenant, { siteId });
      const reply = await changedBefore(
        server.owner,
        locking,
        () => signIn(other.email, testPassword, more),
        () => change(other),
      );
      expect(seenOf(reply)).toEqual(wrong);
      expect(await signedInBefore(other.id)).toEqual([]);
      const entries = await server.owner
        .selectFrom('audit_entries')
        .select(['action', 'subject_id', 'after', 'actor_id'])
        .where('request_id', '=', String(reply.headers['x-request-id']))
        .execute();
      const after = { reason: 'signInFailed' };
      expect(entries).toEqual([
        { action: 'session.refused', subject_id: other.email, after, actor_id: null },
      ]);
    }
  });

  it('[SETPW-03] while its session was being stored opens none that lasts', async () => {
    const user = await makeUser(server.owner, tenant, { siteId });
    const [reply, changed] = await changedWhileOpening(
      server.owner,
      () => signIn(user.email, testPassword, { wantsToken: true }),
      () => change(user),
    );
    expect([reply?.statusCode, changed?.statusCode]).toEqual([200, 200]);
    expect(await signedInBefore(user.id)).toEqual([]);
    await setStatus(user, true);
    const headers = { authorization: `Bearer ${reply?.json().accessToken}` };
    expect(await isIn(anyone(server.app, tenant, headers))).toBe(false);
  });
});

describe('a sign-in that needs a second step', () => {
  const pendingOf = ({ id }: User) =>
    server.owner.selectFrom('pending_sign_ins').select('user_id').where('user_id', '=', id).execute();

  it.each(changes)(
    '[SETPW-03] does not begin where its account %s in the meantime',
    async (_what, change) => {
      const required = { config_key: 'isTwoStepRequired', config_value: 'true' };
      await server.owner
        .insertInto('tenant_config')
        .values({ tenant_id: tenant.id, ...required })
        .execute();
      const user = await makeUser(server.owner, tenant, { siteId });
      const wrong = seenOf(await signIn(user.email, 'Wrong-pass-1'));
      const reply = await changedBefore(
        server.owner,
        locking,
        () => signIn(user.email),
        () => change(user),
      );
      expect(seenOf(reply)).toEqual(wrong);
      expect(await pendingOf(user)).toEqual([]);
    },
  );

  it('[SETPW-03] has ended when it comes to it after a new password', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    expect((await setPassword(user)).statusCode).toBe(200);
    const reply = await secondStep(browser, codeOf(user.secret));
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([401, 'signInExpired']);
  });

  it('[SETPW-03] ends where the password changes between the right code and the session', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    const finishing = await server.owner.transaction().execute(async (changing) => {
      await changing
        .updateTable('users')
        .set({ password_hash: 'another' })
        .where('id', '=', user.id)
        .execute();
      await changing.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      const asked = { reply: Promise.resolve().then(() => secondStep(browser, codeOf(user.secret))) };
      await Promise.race([untilWaiting(server.owner, 1), asked.reply]);
      return asked;
    });
    const reply = await finishing.reply;
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([401, 'signInExpired']);
    expect(await isIn(browser)).toBe(false);
  });
});

it('sign-ins of one account at once open a session each, also beside changes of it that shut no one out', async () => {
  const user = await makeUser(server.owner, tenant, { siteId });
  const rename = (firstName: string) =>
    admin('PUT', `/secure/sub-admins/${user.id}`, { body: { firstName, lastName: 'Kale' } });
  const replies = await Promise.all(
    ['Asha', 'Usha', 'Nisha', 'Disha', 'Isha'].flatMap((name) => [signIn(user.email), rename(name)]),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await signedInBefore(user.id)).toHaveLength(5);
});
