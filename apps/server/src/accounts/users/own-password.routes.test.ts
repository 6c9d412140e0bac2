import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf, makeStale } from '../../testing/made-sessions.ts';
import { untilWaiting } from '../sign-in/overtaken.testing.ts';
import { anyone, type Caller, signedIn } from '../../testing/test-app.ts';
import { type MailingApp, mailingApp } from './mailed-codes.testing.ts';

const newPassword = 'Brand-new-pass-7';

let server: MailingApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await mailingApp();
  tenant = await makeTenant(server.owner, { name: 'Shree Guards' });
});

const change = (caller: Caller, oldPassword: unknown, password: unknown) =>
  caller('PUT', '/secure/users/profile/password', { body: { oldPassword, newPassword: password } });
const isIn = async (caller: Caller) => (await caller('GET', '/secure/user-metadata')).statusCode === 200;

describe('changing the own password', () => {
  it.each(['super admin', 'sub admin'])(
    '[API-02] [CHPW-05] changes for a %s, ends all other sessions and is mailed',
    async (role) => {
      const siteId = role === 'sub admin' ? await makeSite(server.owner, tenant) : undefined;
      const user = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
      const here = await browserOf(server, tenant, user.id);
      const there = await browserOf(server, tenant, user.id);
      const reply = await change(here, testPassword, newPassword);
      expect(reply.json()).toEqual({ general: [{ message: 'Password changed successfully.' }] });
      expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
      const [mail] = await server.mailsTo(user.email);
      expect(mail?.subject).toBe('Your Shree Guards password was changed');
      expect(mail?.text).toContain(`https://console.example/${tenant.slug}/#/signin`);
      const signIn = (password: string) =>
        anyone(server.app, tenant)('POST', '/user-signin', { body: { username: user.email, password } });
      expect((await signIn(newPassword)).statusCode).toBe(200);
    },
  );

  it('[CHPW-05] [SETPW-03] of two at once that both knew the old one only the first is done', async () => {
    const user = await makeUser(server.owner, tenant);
    const browsers = [await browserOf(server, tenant, user.id), await browserOf(server, tenant, user.id)];
    const replies = await server.owner.transaction().execute(async (holding) => {
      await holding.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
      const changing = browsers.map((browser, at) =>
        Promise.resolve().then(() => change(browser, testPassword, `${newPassword}${at}`)),
      );
      await untilWaiting(server.owner, 2);
      return { changing };
    });
    const done = await Promise.all(replies.changing);
    expect(done.map((reply) => reply.statusCode).toSorted()).toEqual([200, 422]);
    const first = done.findIndex((reply) => reply.statusCode === 200);
    const signIn = (password: string) =>
      anyone(server.app, tenant)('POST', '/user-signin', { body: { username: user.email, password } });
    expect((await signIn(`${newPassword}${first}`)).statusCode).toBe(200);
    expect((await signIn(`${newPassword}${1 - first}`)).statusCode).toBe(401);
  });

  it('[CHPW-05] needs the old one, and guessing it is slowed', async () => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const replies: LightMyRequestResponse[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      replies.push(await change(caller, 'Wrong-pass-1', newPassword));
    }
    expect(replies[0]?.json().general).toEqual([
      { code: 'oldPasswordWrong', message: 'The old password is not right.' },
    ]);
    const statuses = replies.map((reply) => reply.statusCode);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect((await signedIn(server.app, tenant, user.email)) instanceof Function).toBe(true);
  });

  it('[CHPW-05] counts wrong old ones alone, and apart from sign-ins at the same address', async () => {
    const own = await makeTenant(server.owner);
    const user = await makeUser(server.owner, own);
    const caller = await browserOf(server, own, user.id);
    const statusOf = async (oldPassword: string) =>
      (await change(caller, oldPassword, newPassword)).statusCode;
    const setFailures = (failures: number) =>
      server.owner
        .updateTable('sign_in_failures')
        .set({ failures })
        .where('tenant_id', '=', own.id)
        .execute();
    expect(await statusOf('Wrong-pass-1')).toBe(422);
    await setFailures(9);
    expect([await statusOf(testPassword), await statusOf('Wrong-pass-1')]).toEqual([200, 422]);
    await setFailures(30);
    expect(await statusOf(newPassword)).toBe(429);
    const body = { username: user.email, password: newPassword };
    expect((await anyone(server.app, own)('POST', '/user-signin', { body })).statusCode).toBe(200);
  });

  it.each([
    ['', newPassword, 'oldPassword', 'error_old_password_required'],
    [testPassword, '', 'newPassword', 'error_new_password_required'],
    [testPassword, 'Short-1', 'newPassword', 'password_too_short'],
    [testPassword, 'x'.repeat(26), 'newPassword', 'exceed_max_length'],
    [testPassword, 'with space 1', 'newPassword', 'password_no_spaces'],
    [testPassword, 'Password-123!', 'newPassword', 'password_too_easy'],
    [testPassword, 'Shree-Guards-1', 'newPassword', 'password_too_easy'],
    [testPassword, 'Needforspeed', 'newPassword', 'password_too_easy'],
  ])('[CHPW-03] refuses %j to %j: %s %s', async (oldPassword, password, field, message) => {
    const user = await makeUser(server.owner, tenant);
    const reply = await change(await browserOf(server, tenant, user.id), oldPassword, password);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ [field]: [{ code: 'invalid', message }] });
  });
});

describe('where somebody is signed in', () => {
  const entries = async (caller: Caller): Promise<{ id: string; isCurrent: boolean; agent: string }[]> =>
    (await caller('GET', '/secure/sessions')).json().data;

  it('is listed, this session first and marked', async () => {
    const user = await makeUser(server.owner, tenant);
    const other = await signedIn(server.app, tenant, user.email);
    const own = await signedIn(server.app, tenant, user.email);
    const list = await entries(own);
    expect(list.map((entry) => entry.isCurrent)).toEqual([true, false]);
    expect(list[0]).toMatchObject({
      address: '127.0.0.1',
      agent: 'lightMyRequest',
    });
    expect((await entries(other)).map((entry) => entry.id)).toEqual(
      list.map((entry) => entry.id).toReversed(),
    );
  });

  it('one session is ended by another, and it alone', async () => {
    const user = await makeUser(server.owner, tenant);
    const [own, second, third] = await Promise.all([1, 2, 3].map(() => browserOf(server, tenant, user.id)));
    if (own === undefined || second === undefined || third === undefined) throw new Error('three were made');
    const id = (await entries(second)).find((entry) => entry.isCurrent)?.id ?? '';
    expect((await own('DELETE', `/secure/sessions/${id}`)).statusCode).toBe(200);
    expect([await isIn(own), await isIn(second), await isIn(third)]).toEqual([true, false, true]);
    const entry = await server.owner
      .selectFrom('audit_entries')
      .select('before')
      .where('tenant_id', '=', tenant.id)
      .where('actor_id', '=', user.id)
      .where('action', '=', 'session.ended')
      .executeTakeFirst();
    expect(entry?.before).toMatchObject({ browser: expect.any(String), address: expect.any(String) });
    // In two tabs at once, the second finds it done.
    expect((await third('DELETE', `/secure/sessions/${id}`)).statusCode).toBe(200);
    expect((await own('DELETE', '/secure/sessions')).statusCode).toBe(200);
    expect([await isIn(own), await isIn(third)]).toEqual([true, false]);
  });

  it('is ended in a session that is not fresh after the password was typed again', async () => {
    const user = await makeUser(server.owner, tenant);
    const [own, other] = await Promise.all([1, 2].map(() => browserOf(server, tenant, user.id)));
    if (own === undefined || other === undefined) throw new Error('two were made');
    const id = (await entries(other)).find((entry) => entry.isCurrent)?.id ?? '';
    await makeStale(server.owner, user.id);
    for (const path of ['/secure/sessions', `/secure/sessions/${id}`]) {
      const reply = await own('DELETE', path);
      expect([reply.statusCode, reply.json().general[0].code]).toEqual([403, 'confirmFirst']);
    }
    expect(await isIn(other)).toBe(true);
    const confirm = await own('POST', '/secure/sign-in-factors/password', {
      body: { password: testPassword },
    });
    expect(confirm.statusCode).toBe(200);
    expect((await own('DELETE', `/secure/sessions/${id}`)).statusCode).toBe(200);
    expect(await isIn(other)).toBe(false);
  });

  it("no one sees or ends another's, in this tenant or in another", async () => {
    const victim = await makeUser(server.owner, tenant);
    const victims = await browserOf(server, tenant, victim.id);
    const id = (await entries(victims))[0]?.id ?? '';
    const elsewhere = await makeTenant(server.owner);
    for (const at of [tenant, elsewhere]) {
      const stranger = await browserOf(server, at, (await makeUser(server.owner, at)).id);
      expect((await entries(stranger)).map((entry) => entry.id)).not.toContain(id);
      await stranger('DELETE', `/secure/sessions/${id}`);
      await stranger('DELETE', '/secure/sessions');
    }
    expect(await isIn(victims)).toBe(true);
  });

  it('the id of a session opens nothing', async () => {
    const user = await makeUser(server.owner, tenant);
    const [entry] = await entries(await browserOf(server, tenant, user.id));
    const reply = await anyone(server.app, tenant, { authorization: `Bearer ${entry?.id}` })(
      'GET',
      '/secure/user-metadata',
    );
    expect(reply.statusCode).toBe(401);
  });

  it.each(['x', '0'.repeat(63), 'G'.repeat(64), '%00'])('refuses the id %j', async (id) => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    expect((await caller('DELETE', `/secure/sessions/${id}`)).statusCode).toBe(400);
  });
});
