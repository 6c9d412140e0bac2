import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, signedIn } from '../../testing/test-app.ts';
import { linkOf, type MailingApp, mailingApp } from './mailed-codes.testing.ts';

let server: MailingApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let otherSite: string;

beforeAll(async () => {
  server = await mailingApp();
  tenant = await makeTenant(server.owner, { name: 'Shree Guards' });
  siteId = await makeSite(server.owner, tenant, { name: 'River Depot' });
  otherSite = await makeSite(server.owner, tenant);
  const { id } = await makeUser(server.owner, tenant, { first_name: 'Asha' });
  admin = await browserOf(server, tenant, id);
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify({ SITES: ['view', 'edit'] }) })
    .execute();
});

const anAddress = () => `${randomUUID()}@example.com`;
const names = { firstName: 'Meera', lastName: 'Rao' };
const invite = (email: string, { at = siteId, by = admin, language = 'en' } = {}) =>
  by('POST', `/secure/sites/${at}/sub-admins`, {
    body: { email, ...names },
    headers: { 'accept-language': language },
  });
const list = async (at = siteId, by = admin) =>
  (await by('GET', `/secure/sites/${at}/sub-admins`)).json().data;
const find = async (id: string) => (await list()).find((one: { id: string }) => one.id === id);
const on = (id: string, what: string, body?: object) =>
  admin('POST', `/secure/sub-admins/${id}/${what}`, body === undefined ? {} : { body });
const setPassword = (otpId: string) =>
  anyone(server.app, tenant)('POST', '/users/set-password', { body: { otpId, password: testPassword } });
const actionsOn = async (subjectId: string) =>
  (await admin('GET', '/secure/audit-log', { query: { subjectId } }))
    .json()
    .data.map((entry: { action: string }) => entry.action);

async function activeOne(): Promise<{ id: string; email: string }> {
  return makeUser(server.owner, tenant, { siteId, email: anAddress() });
}

/** As if the one who waits for a password had been invited a day ago. */
const inviteYesterday = (id: string) =>
  server.owner
    .updateTable('users')
    .set({ invited_at: new Date(Date.now() - 86_400_000) })
    .where('id', '=', id)
    .execute();

async function deactivateAndBack(id: string): Promise<void> {
  for (const activated of [false, true]) expect((await on(id, 'status', { activated })).statusCode).toBe(200);
}

async function removeAndInvite(id: string, email: string): Promise<void> {
  expect((await admin('DELETE', `/secure/sub-admins/${id}`)).statusCode).toBe(200);
  expect((await invite(email)).json()).toEqual({ id });
}

describe('an invitation', () => {
  it('[MNG-02] is mailed with a link by which a password is set, and opens the own site alone', async () => {
    const email = anAddress();
    const { id } = (await invite(email)).json();
    expect(await find(id)).toMatchObject({ id, email, ...names, state: 'invited', hasSecondStep: false });
    const [mail] = await server.mailsTo(email);
    expect(mail?.subject).toBe('Your Shree Guards account');
    expect(mail?.text).toContain('Asha invites you to manage the site River Depot');
    const before = await anyone(server.app, tenant)('POST', '/user-signin', {
      body: { username: email, password: testPassword },
    });
    expect(before.statusCode).toBe(401);
    expect((await setPassword(linkOf(mail))).statusCode).toBe(200);
    const invited = await signedIn(server.app, tenant, email);
    expect(await find(id)).toMatchObject({ state: 'active', invitedAtMs: null });
    expect((await invited('GET', '/secure/sites')).json().data).toHaveLength(1);
    expect((await invited('GET', `/secure/sites/${otherSite}/sub-admins`)).statusCode).toBe(404);
    expect(await actionsOn(id)).toContain('subAdmin.invited');
  });

  it("[MNG-02] is written in the inviter's language", async () => {
    const email = anAddress();
    await invite(email, { language: 'hi' });
    expect((await server.mailsTo(email))[0]?.text).toContain('नमस्ते Meera');
  });

  it('[MNG-02] [GRID-03] is sent again, whereupon the former link no longer works', async () => {
    const email = anAddress();
    const { id } = (await invite(email)).json();
    const [first] = await server.mailsTo(email);
    await inviteYesterday(id);
    expect((await on(id, 'invitation')).statusCode).toBe(200);
    expect((await find(id)).invitedAtMs).toBeGreaterThan(Date.now() - 60_000);
    const [, second] = await server.mailsTo(email, 2);
    expect((await setPassword(linkOf(first))).statusCode).toBe(422);
    expect((await setPassword(linkOf(second))).statusCode).toBe(200);
    expect((await on(id, 'invitation')).statusCode).toBe(404);
    expect(await actionsOn(id)).toContain('subAdmin.invitedAgain');
  });

  it('is sent only so often within an hour', async () => {
    const email = anAddress();
    const { id } = (await invite(email)).json();
    for (let sent = 1; sent < 5; sent += 1) {
      await server.mailsTo(email, sent);
      expect((await on(id, 'invitation')).statusCode).toBe(200);
    }
    await server.mailsTo(email, 5);
    const slowed = await on(id, 'invitation');
    expect(slowed.statusCode).toBe(429);
    const seconds = Number(slowed.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_300);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });

  it.each([
    [{ email: 'nobody' }, 'email', 'email_pattern'],
    [{ email: '' }, 'email', 'error_email_id_required'],
    [{ firstName: ' ' }, 'firstName', 'first_name_reqd'],
    [{ lastName: '<b>' }, 'lastName', 'name_pattern'],
  ])('with %j is refused at %s', async (change, field, message) => {
    const body = { email: anAddress(), ...names, ...change };
    const reply = await admin('POST', `/secure/sites/${siteId}/sub-admins`, { body });
    expect(reply.json()).toEqual({ [field]: [{ code: 'invalid', message }] });
  });

  it('[MNG-02] to an address that somebody has, in any case, is refused at the field', async () => {
    const { email } = await activeOne();
    const reply = await invite(email.toUpperCase(), { at: otherSite });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ email: [{ code: 'invalid', message: 'email_taken' }] });
  });

  it('of two at once to one address makes one account', async () => {
    const email = anAddress();
    const replies = await Promise.all([invite(email), invite(email, { at: otherSite })]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });
});

describe('a sub admin', () => {
  it('[MNG-02] [GRID-03] is mailed a link for a new password', async () => {
    const { id, email } = await activeOne();
    expect((await on(id, 'password-reset')).statusCode).toBe(200);
    const [mail] = await server.mailsTo(email);
    expect((await setPassword(linkOf(mail))).statusCode).toBe(200);
  });

  it('[MNG-02] [NOTIF-05] deactivated loses every session at once, and everyone who sees the site is notified', async () => {
    const { id, email } = await activeOne();
    const session = await browserOf(server, tenant, id);
    expect((await session('GET', '/secure/sites')).statusCode).toBe(200);
    expect((await on(id, 'status', { activated: false })).statusCode).toBe(200);
    expect((await session('GET', '/secure/sites')).statusCode).toBe(401);
    expect((await find(id)).state).toBe('deactivated');
    const told = (
      await admin('GET', '/secure/notification/list', { query: { offset: '0', limit: '10' } })
    ).json();
    expect(JSON.stringify(told)).toContain('accountDeactivated');
    for (const what of ['invitation', 'password-reset']) {
      expect((await on(id, what)).statusCode).toBe(403);
    }
    await on(id, 'status', { activated: true });
    expect((await find(id)).state).toBe('active');
    await signedIn(server.app, tenant, email);
    expect(await actionsOn(id)).toEqual(
      expect.arrayContaining(['subAdmin.deactivated', 'subAdmin.activated']),
    );
  });

  it.each([
    ['deactivated and activated again', deactivateAndBack],
    ['removed and invited again', removeAndInvite],
  ])('[MNG-02] %s has lost sessions, half a sign-in and links for good', async (_how, end) => {
    const { id, email } = await activeOne();
    const session = await browserOf(server, tenant, id);
    await on(id, 'password-reset');
    const [mail] = await server.mailsTo(email);
    const half = { tenant_id: tenant.id, token_hash: randomBytes(32), user_id: id, must_enrol: false };
    const expires_at = new Date(Date.now() + 600_000);
    await server.owner
      .insertInto('pending_sign_ins')
      .values({ ...half, expires_at })
      .execute();
    await end(id, email);
    expect((await session('GET', '/secure/sites')).statusCode).toBe(401);
    expect((await setPassword(linkOf(mail))).statusCode).toBe(422);
    const left = server.owner.selectFrom('pending_sign_ins').select('user_id').where('user_id', '=', id);
    expect(await left.execute()).toEqual([]);
  });

  it('[MNG-02] is renamed', async () => {
    const { id } = await activeOne();
    const body = { firstName: 'Ila', lastName: 'Joshi' };
    expect((await admin('PUT', `/secure/sub-admins/${id}`, { body })).json()).toEqual({ id });
    expect(await find(id)).toMatchObject(body);
  });

  it('[MNG-02] removed from the site is shut out, and may be invited to another', async () => {
    const { id, email } = await activeOne();
    const session = await browserOf(server, tenant, id);
    expect((await admin('DELETE', `/secure/sub-admins/${id}`)).json()).toEqual({ id });
    expect((await session('GET', '/secure/sites')).statusCode).toBe(401);
    expect(await find(id)).toBeUndefined();
    expect((await invite(email, { at: otherSite })).json()).toEqual({ id });
    expect(await list(otherSite)).toContainEqual(expect.objectContaining({ id }));
  });

  it('[MNG-02] removed by two at once is removed by one of them', async () => {
    const { id } = await activeOne();
    const replies = await Promise.all([1, 2].map(() => admin('DELETE', `/secure/sub-admins/${id}`)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select('id')
      .where('subject_id', '=', id)
      .where('action', '=', 'subAdmin.removed')
      .execute();
    expect(entries).toHaveLength(1);
  });

  it('[MNG-02] invited again by many at once after a removal is made once, and the others are refused', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { id, email } = await activeOne();
      await admin('DELETE', `/secure/sub-admins/${id}`);
      const replies = await Promise.all(
        [siteId, otherSite, siteId, otherSite, siteId, otherSite].map((at) => invite(email, { at })),
      );
      const codes = replies.map(({ statusCode }) => statusCode);
      expect(codes.toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    }
  });

  it('[MNG-02] who was deactivated and removed may enter again once invited again', async () => {
    const { id, email } = await activeOne();
    await on(id, 'status', { activated: false });
    await admin('DELETE', `/secure/sub-admins/${id}`);
    expect((await invite(email, { at: otherSite })).json()).toEqual({ id });
    expect(await list(otherSite)).toContainEqual(expect.objectContaining({ id, state: 'active' }));
    await signedIn(server.app, tenant, email);
  });

  it('[MNG-02] who never came and was removed is invited again as of now', async () => {
    const email = anAddress();
    const { id } = (await invite(email)).json();
    await inviteYesterday(id);
    await removeAndInvite(id, email);
    const { state, invitedAtMs } = await find(id);
    expect(state).toBe('invited');
    expect(invitedAtMs).toBeGreaterThan(Date.now() - 60_000);
  });

  it('[MNG-02] sees those of the own site, and changes no one, whatever rights it has', async () => {
    const own = await activeOne();
    const other = await activeOne();
    const sub = await browserOf(server, tenant, own.id);
    expect(await list(siteId, sub)).toContainEqual(expect.objectContaining({ id: other.id }));
    expect((await invite(anAddress(), { by: sub })).statusCode).toBe(403);
    const paths = ['invitation', 'password-reset'].map((what) => `/secure/sub-admins/${other.id}/${what}`);
    for (const path of paths) expect((await sub('POST', path)).statusCode).toBe(403);
    const at = `/secure/sub-admins/${other.id}`;
    expect((await sub('PUT', at, { body: names })).statusCode).toBe(403);
    expect((await sub('POST', `${at}/status`, { body: { activated: false } })).statusCode).toBe(403);
    expect((await sub('DELETE', at)).statusCode).toBe(403);
  });

  it("is no one's of another tenant, and no super admin is one", async () => {
    const { id } = await activeOne();
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    const head = await makeUser(server.owner, tenant);
    expect((await stranger('DELETE', `/secure/sub-admins/${id}`)).statusCode).toBe(404);
    expect((await stranger('GET', `/secure/sites/${siteId}/sub-admins`)).statusCode).toBe(404);
    expect((await invite(anAddress(), { by: stranger })).statusCode).toBe(404);
    expect((await admin('DELETE', `/secure/sub-admins/${head.id}`)).statusCode).toBe(404);
    expect((await on(head.id, 'status', { activated: false })).statusCode).toBe(404);
  });
});
