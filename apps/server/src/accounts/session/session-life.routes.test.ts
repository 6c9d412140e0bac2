import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import {
  anyone,
  buildTestApp,
  type Caller,
  signedIn,
  testApp,
  type TestApp,
} from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

async function signIn(at: MadeTenant, more: object = {}, headers: Record<string, string> = {}) {
  const { email } = await makeUser(server.owner, at);
  const body = { username: email, password: testPassword, ...more };
  return anyone(server.app, at)('POST', '/user-signin', { body, headers });
}

/** Of the session; the one that a device is known by opens nothing (known-device.test.ts). */
const setCookies = (reply: { headers: Record<string, unknown> }): string[] =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((cookie) => !cookie.startsWith('watchpost_device='));

async function statusOf(caller: Caller): Promise<number> {
  return (await caller('GET', '/secure/user-metadata')).statusCode;
}

describe('the cookies', () => {
  it('[SIGN-11] [API-01] the credential is HttpOnly, SameSite and for the API of its tenant alone', async () => {
    const [session, crossSite, ...others] = setCookies(await signIn(tenant));
    expect(session).toMatch(
      new RegExp(
        `^watchpost_session=[\\w-]{43}; Path=/api/${tenant.slug}; HttpOnly; Max-Age=\\d+; SameSite=Strict$`,
      ),
    );
    expect(crossSite).toMatch(
      new RegExp(`^XSRF-TOKEN=[\\w-]{43}; Path=/${tenant.slug}/; Max-Age=\\d+; SameSite=Strict$`),
    );
    expect(others).toEqual([]);
  });

  it('[API-01] the default tenant has its cross-site token at / too', async () => {
    const demo = await makeTenant(server.owner, { slug: 'demo' });
    const paths = setCookies(await signIn(demo)).map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1]);
    expect(paths).toEqual(['/api/demo', '/', '/demo/']);
  });

  it('over TLS they are bound to this host alone, by name, and the plain name opens nothing', async () => {
    const app = await buildTestApp(server.database, { trustProxy: 1, isDemo: false });
    const { email } = await makeUser(server.owner, tenant);
    const encrypted = { 'x-forwarded-proto': 'https' };
    const body = { username: email, password: testPassword };
    const reply = await anyone(app, tenant, encrypted)('POST', '/user-signin', { body });
    const name = `__Host-watchpost_session_${tenant.slug}`;
    expect(setCookies(reply)).toEqual([
      expect.stringMatching(
        /^__Host-watchpost_device_[^;]*; Path=\/; HttpOnly; Max-Age=\d+; SameSite=Lax; Secure$/,
      ),
      expect.stringMatching(
        new RegExp(`^${name}=[\\w-]{43}; Path=/; HttpOnly; Max-Age=\\d+; SameSite=Strict; Secure$`),
      ),
      expect.stringMatching(/^XSRF-TOKEN=.*; SameSite=Strict; Secure$/),
    ]);
    const token = reply.cookies.find((cookie) => cookie.name === name)?.value ?? '';
    const asked = (cookie: string) => statusOf(anyone(app, tenant, { ...encrypted, cookie }));
    expect(await asked(`${name}=${token}`)).toBe(200);
    expect(await asked(`watchpost_session=${token}`)).toBe(401);
    const other = await makeTenant(server.owner);
    expect(await statusOf(anyone(app, other, { ...encrypted, cookie: `${name}=${token}` }))).toBe(401);
    await app.close();
  });

  it('a page of another site changes nothing and opens no session, with whatever it sends', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const caller = await signedIn(server.app, tenant, email);
    const body = { username: email, password: testPassword };
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site };
      for (const reply of [
        await anyone(server.app, tenant)('POST', '/user-signin', { body, headers }),
        await anyone(server.app, tenant)('POST', '/users/forgot-password', {
          body: { username: email },
          headers,
        }),
        await caller('DELETE', '/secure/sessions', { headers }),
      ]) {
        expect([reply.statusCode, reply.json().general[0].code]).toEqual([403, 'crossSiteToken']);
        expect(reply.headers).not.toHaveProperty('set-cookie');
      }
    }
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await caller('DELETE', '/secure/sessions', { headers })).statusCode).toBe(200);
  });

  it('[SIGN-11] the credential stands neither in the reply nor in the database', async () => {
    const reply = await signIn(tenant);
    const token = reply.cookies.find((cookie) => cookie.name === 'watchpost_session')?.value ?? '';
    expect(token).toHaveLength(43);
    expect(reply.body).not.toContain(token);
    const rows = await server.owner.selectFrom('sessions').selectAll().execute();
    expect(rows.some((row) => row.token_hash.includes(Buffer.from(token)))).toBe(false);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('[SIGN-11] a bearer token is given only when asked for, and then no cookie', async () => {
    expect((await signIn(tenant)).json()).not.toHaveProperty('accessToken');
    expect((await signIn(tenant, { wantsToken: false })).json()).not.toHaveProperty('accessToken');
    const reply = await signIn(tenant, { wantsToken: true });
    expect(reply.json().accessToken).toMatch(/^[\w-]{43}$/);
    expect(reply.cookies).toEqual([]);
  });

  it('[SIGN-11] a cookie without its cross-site token reads but changes nothing; a bearer needs none', async () => {
    const reply = await signIn(tenant);
    const [cookie = ''] = setCookies(reply)[0]?.split(';') ?? [];
    const other = (await signIn(tenant)).cookies.find((one) => one.name === 'XSRF-TOKEN')?.value ?? '';
    const sent: Record<string, string>[] = [{}, { 'x-xsrf-token': '' }, { 'x-xsrf-token': other }];
    for (const headers of sent) {
      const caller = anyone(server.app, tenant, { cookie, ...headers });
      expect(await statusOf(caller)).toBe(200);
      const refused = await caller('DELETE', '/secure/signout');
      expect([refused.statusCode, refused.json().general[0].code]).toEqual([403, 'crossSiteToken']);
      expect(await statusOf(caller)).toBe(200);
    }
    const token = (await signIn(tenant, { wantsToken: true })).json().accessToken;
    const bearer = anyone(server.app, tenant, { authorization: `Bearer ${token}` });
    expect((await bearer('DELETE', '/secure/signout')).statusCode).toBe(200);
  });

  it("one tenant's credential opens nothing at another", async () => {
    const other = await makeTenant(server.owner);
    const token = (await signIn(tenant, { wantsToken: true })).json().accessToken;
    const headers = { authorization: `Bearer ${token}` };
    expect(await statusOf(anyone(server.app, tenant, headers))).toBe(200);
    expect(await statusOf(anyone(server.app, other, headers))).toBe(401);
  });

  it.each([
    '',
    'Bearer ',
    'Bearer x',
    'Basic dXNlcjpwYXNz',
    `Bearer ${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(9000)}`,
  ])('the header Authorization: %.20s opens nothing', async (authorization) => {
    expect(await statusOf(anyone(server.app, tenant, { authorization }))).toBe(401);
  });
});

describe('a session ends with the very next request', () => {
  async function someone(siteId?: string) {
    const user = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
    const caller = await signedIn(server.app, tenant, user.email);
    expect(await statusOf(caller)).toBe(200);
    return { ...user, caller };
  }
  const change = (id: string) => server.owner.updateTable('users').where('id', '=', id);

  it('[OUT-01] after signing out, which clears the cookies and leaves other sessions alone', async () => {
    const { caller, email } = await someone();
    const elsewhere = await signedIn(server.app, tenant, email);
    const reply = await caller('DELETE', '/secure/signout');
    expect(reply.statusCode).toBe(200);
    expect(setCookies(reply).every((cookie) => /=; .*Max-Age=0/.test(cookie))).toBe(true);
    expect(setCookies(reply)).toHaveLength(2);
    const again = await caller('GET', '/secure/user-metadata');
    expect([again.statusCode, again.json().general[0].code]).toEqual([401, 'sessionEnded']);
    expect((await caller('DELETE', '/secure/signout')).statusCode).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
  });

  it('after somebody signs in from the same browser, and no other session does', async () => {
    const [first, second] = [await makeUser(server.owner, tenant), await makeUser(server.owner, tenant)];
    const elsewhere = await signedIn(server.app, tenant, first.email);
    const body = { username: first.email, password: testPassword };
    const cookie = (await anyone(server.app, tenant)('POST', '/user-signin', { body })).cookies
      .filter(({ name }) => name === 'watchpost_session')
      .map(({ name, value }) => `${name}=${value}`)
      .join();
    const browser = anyone(server.app, tenant, { cookie });
    expect(await statusOf(browser)).toBe(200);
    await browser('POST', '/user-signin', { body: { ...body, password: 'Not-that-one-1' } });
    expect(await statusOf(browser)).toBe(200);
    await browser('POST', '/user-signin', { body: { ...body, username: second.email } });
    expect([await statusOf(browser), await statusOf(elsewhere)]).toEqual([401, 200]);
  });

  it('[SIGN-08] after its account is deactivated', async () => {
    const { caller, id } = await someone(await makeSite(server.owner, tenant));
    await change(id).set({ activated: false }).execute();
    expect(await statusOf(caller)).toBe(401);
  });

  it('[REP-07] after its site is taken away', async () => {
    const { caller, id } = await someone(await makeSite(server.owner, tenant));
    await server.owner.deleteFrom('sub_admins').where('user_id', '=', id).execute();
    expect(await statusOf(caller)).toBe(401);
  });

  it.each([null, 'guard'] as const)('[SIGN-13] after its role becomes %s', async (role) => {
    const { caller, id } = await someone();
    await change(id).set({ role }).execute();
    expect(await statusOf(caller)).toBe(401);
  });

  it('[REP-07] after a move to another site it sees that one and no other', async () => {
    const { caller, id } = await someone(await makeSite(server.owner, tenant));
    const siteId = await makeSite(server.owner, tenant);
    await server.owner.updateTable('sub_admins').set({ site_id: siteId }).where('user_id', '=', id).execute();
    expect((await caller('GET', '/secure/user-metadata')).json().user.siteId).toBe(siteId);
    expect((await caller('GET', '/secure/tenants/servicearea')).json().sites).toHaveLength(1);
  });

  it('after a super admin became a sub admin it sees one site', async () => {
    const { caller, id } = await someone();
    const siteId = await makeSite(server.owner, tenant);
    await change(id).set({ role: 'subAdmin' }).execute();
    expect(await statusOf(caller)).toBe(401);
    await server.owner
      .insertInto('sub_admins')
      .values({ tenant_id: tenant.id, user_id: id, site_id: siteId })
      .execute();
    const view = (await caller('GET', '/secure/user-metadata')).json();
    expect([view.user.siteId, view.sitesDropdown]).toEqual([siteId, null]);
  });

  it.each([
    ['its thirty days are over', { expires_at: new Date(Date.now() - 1_000) }],
    ['it was not used for a day', { last_seen_at: new Date(Date.now() - 24 * 3_600_000 - 1_000) }],
  ])('after %s', async (_why, values) => {
    const { caller, id } = await someone();
    await server.owner.updateTable('sessions').set(values).where('user_id', '=', id).execute();
    expect(await statusOf(caller)).toBe(401);
  });

  it('a session in use does not fall asleep', async () => {
    const { caller, id } = await someone();
    const before = new Date(Date.now() - 23 * 3_600_000);
    await server.owner
      .updateTable('sessions')
      .set({ last_seen_at: before })
      .where('user_id', '=', id)
      .execute();
    expect(await statusOf(caller)).toBe(200);
    const row = await server.owner
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.last_seen_at.getTime()).toBeGreaterThan(before.getTime() + 22 * 3_600_000);
  });
});
