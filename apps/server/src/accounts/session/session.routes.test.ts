import { Writable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { menuOf } from '@watchpost/domain/menu';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { anyone, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
/** What the server logs. */
const logged: string[] = [];
const stream = new Writable({
  write(line: Buffer, _encoding, done) {
    logged.push(line.toString());
    done();
  },
});

beforeAll(async () => {
  server = await testApp({ logger: { level: 'warn', stream } });
  tenant = await makeTenant(server.owner);
});

const signIn = (username: string, password: string = testPassword, more: object = {}) =>
  anyone(server.app, tenant)('POST', '/user-signin', { body: { username, password, ...more } });

const labels = (entries: readonly { label: string }[]) => entries.map((entry) => entry.label);

describe('signing in', () => {
  it('[SIGN-06] [SIGN-10] a super admin gets the full menu and the sites by name behind "Select Site"', async () => {
    const details = { first_name: 'Asha', last_name: 'Kale', phone_number: '9822012345', country_code: '91' };
    const { email, id } = await makeUser(server.owner, tenant, details);
    // By the codes of their letters the two that begin small would come last.
    const beta = await makeSite(server.owner, tenant, { name: 'Beta mall' });
    const gamma = await makeSite(server.owner, tenant, { name: 'gamma works' });
    const alpha = await makeSite(server.owner, tenant, { name: 'alpha park' });
    const reply = await signIn(email);
    expect(reply.statusCode).toBe(200);
    const view = reply.json();
    expect(view.user).toEqual({
      id,
      email,
      role: 'superAdmin',
      firstName: 'Asha',
      lastName: 'Kale',
      phoneNumber: '9822012345',
      countryCode: '+91',
      profileImage: '',
      siteId: null,
      siteName: null,
    });
    expect(labels(view.menu)).toEqual(labels(menuOf('superAdmin')));
    expect(view.sitesDropdown).toEqual([
      { value: '', label: 'Select Site' },
      { value: alpha, label: 'alpha park' },
      { value: beta, label: 'Beta mall' },
      { value: gamma, label: 'gamma works' },
    ]);
    expect(view.accessList.SITES).toContain('add');
    expect(view.dashboardRoute).toBe('admin-dashboard/dashboard');
  });

  it('[SIGN-07] [MENU-05] a sub admin gets the reduced menu, its site and no dropdown', async () => {
    const siteId = await makeSite(server.owner, tenant, { name: 'Own site' });
    const own = { first_name: 'Ravi', last_name: 'Patil', phone_number: '9000000002' };
    const { email } = await makeUser(server.owner, tenant, { siteId, ...own });
    const view = (await signIn(email)).json();
    expect(view.user).toMatchObject({
      role: 'subAdmin',
      email,
      firstName: 'Ravi',
      lastName: 'Patil',
      phoneNumber: '9000000002',
      siteId,
      siteName: 'Own site',
    });
    expect(view.sitesDropdown).toBeNull();
    expect(labels(view.menu)).toEqual([
      'Dashboard',
      'Manage Security Guards',
      'Manage Checkpoints',
      'Reports',
    ]);
    expect(view.menu.at(-1).subMenuList.map((entry: { label: string }) => entry.label)).toEqual([
      'Scanned Checkpoints',
    ]);
    expect(view.accessList).not.toHaveProperty('SITES');
  });

  it('the e-mail address counts in any case and with blanks around it', async () => {
    const { email } = await makeUser(server.owner, tenant);
    expect((await signIn(`  ${email.toUpperCase()} `)).statusCode).toBe(200);
  });

  it('[SIGN-05] [SIGN-09] a wrong password, an unknown account and one with neither record answer the same', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const { email: neither, id } = await makeUser(server.owner, tenant, { role: null });
    const replies = [
      await signIn(email, 'Wrong-pass-1'),
      await signIn('stranger@example.com'),
      await signIn(neither),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401);
      expect(reply.json().general).toEqual([{ code: 'signInFailed', message: 'Invalid email and password' }]);
      expect(reply.cookies).toEqual([]);
    }
    const unlike = ['date', 'x-request-id'];
    const seen = replies.map(({ headers, body }) => [
      Object.entries(headers).filter(([name]) => !unlike.includes(name)),
      body.replace(/"requestId":"[^"]*"/, ''),
    ]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    // The log alone tells them apart.
    const warnings = logged.filter((line) => line.includes('neither super admin nor sub admin'));
    expect(warnings).toEqual([expect.stringContaining(id)]);
  });

  it('[SIGN-08] says that an administrator is deactivated only after the right password', async () => {
    const siteId = await makeSite(server.owner, tenant);
    const { email } = await makeUser(server.owner, tenant, { siteId, activated: false });
    const right = await signIn(email);
    expect(right.statusCode).toBe(403);
    expect(right.json().general[0].message).toBe('This account is deactivated please contact with Admin');
    expect(right.cookies).toEqual([]);
    expect((await signIn(email, 'Wrong-pass-1')).json().general[0].code).toBe('signInFailed');
    const { email: above } = await makeUser(server.owner, tenant, { activated: false });
    expect((await signIn(above)).json().general[0].code).toBe('accountDeactivated');
  });

  it('[SIGN-13] a guard and a user without a menu cannot enter', async () => {
    const { email: guard } = await makeUser(server.owner, tenant, { role: 'guard' });
    const { email: siteless } = await makeUser(server.owner, tenant, { role: 'subAdmin' });
    const refusals = [await signIn(guard), await signIn(siteless)];
    expect(refusals.map((reply) => [reply.statusCode, reply.json().general[0].message])).toEqual([
      [403, 'Invalid role, contact to server team'],
      [403, 'No access group assigned to the user.'],
    ]);
  });

  it("another tenant's account of the same address is another account", async () => {
    const other = await makeTenant(server.owner);
    const { email } = await makeUser(server.owner, other);
    expect((await signIn(email)).statusCode).toBe(401);
    expect(
      (
        await anyone(server.app, other)('POST', '/user-signin', {
          body: { username: email, password: testPassword },
        })
      ).statusCode,
    ).toBe(200);
  });

  it.each([
    [{}, { username: 'email_required', password: 'error_password_required' }],
    [
      { username: '', password: '' },
      { username: 'email_required', password: 'error_password_required' },
    ],
    [
      { username: 'nobody', password: 'seven77' },
      { username: 'email_pattern', password: 'password_too_short' },
    ],
    [
      { username: `${'a'.repeat(50)}@example.com`, password: 'x'.repeat(129) },
      { username: 'exceed_max_length', password: 'exceed_max_length' },
    ],
    [{ username: 'a@example.com', password: 'x'.repeat(26) }, { password: 'exceed_max_length' }],
    [{ username: 'a@example.com', password: 'has blank' }, { password: 'password_no_spaces' }],
    [
      { username: 'a@example.com', password: 'Right-pass-1', role: 'superAdmin' },
      { role: expect.any(String) },
    ],
  ])('[SIGN-03] [SIGN-04] [API-04] %j is refused as a map of fields', async (body, expected) => {
    const reply = await anyone(server.app, tenant)('POST', '/user-signin', { body });
    expect(reply.statusCode).toBe(400);
    const messages = Object.entries<{ message: string }[]>(reply.json()).map(([field, list]) => [
      field,
      list[0]?.message,
    ]);
    expect(Object.fromEntries(messages)).toEqual(expected);
  });
});

describe('the five addresses of a session', () => {
  it('[API-01] [API-02] [API-04] answer below /api/{tenant} and nowhere else', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const token = (await signIn(email, testPassword, { wantsToken: true })).json().accessToken;
    const caller = anyone(server.app, tenant, { authorization: `Bearer ${token}`, timezone: 'Asia/Kolkata' });
    expect((await caller('GET', '/secure/user-metadata')).json().user.email).toBe(email);
    expect((await caller('GET', '/admin/metadata')).json()).toMatchObject({
      tenantSlug: tenant.slug,
      isDemo: false,
      demoSignIns: [],
    });
    expect((await caller('GET', '/secure/tenants/servicearea')).json()).toMatchObject({
      centre: { latitude: 18.5971, longitude: 73.7188 },
      zoom: 11,
    });
    expect((await caller('DELETE', '/secure/signout')).json()).toEqual({
      general: [{ message: 'Signed out.' }],
    });
    const lost = anyone(server.app, { id: '', slug: 'nobodys' });
    for (const reply of [
      await lost('GET', '/admin/metadata'),
      await lost('POST', '/user-signin', { body: { username: email, password: testPassword } }),
      await server.app.inject({ url: '/secure/user-metadata' }),
      await server.app.inject({ url: '/api/secure/user-metadata' }),
    ]) {
      expect(reply.statusCode).toBe(404);
      expect(reply.json().general).toEqual([expect.objectContaining({ code: 'notFound' })]);
    }
  });

  it("the service area of a sub admin holds its own site alone, and a setting that is no number isn't one", async () => {
    const own = await makeTenant(server.owner);
    const siteId = await makeSite(server.owner, own);
    await makeSite(server.owner, own);
    await server.owner
      .insertInto('tenant_config')
      .values([
        { tenant_id: own.id, config_key: 'mapZoom', config_value: 'near' },
        { tenant_id: own.id, config_key: 'mapCentreLatitude', config_value: '12.5' },
      ])
      .execute();
    const { email } = await makeUser(server.owner, own, { siteId });
    const body = { username: email, password: testPassword, wantsToken: true };
    const token = (await anyone(server.app, own)('POST', '/user-signin', { body })).json().accessToken;
    const caller = anyone(server.app, own, { authorization: `Bearer ${token}` });
    const area = (await caller('GET', '/secure/tenants/servicearea')).json();
    expect(area).toMatchObject({ zoom: 11, centre: { latitude: 12.5, longitude: 73.7188 } });
    expect(area.sites.map((site: { id: string }) => site.id)).toEqual([siteId]);
  });

  it('the sign-ins of the demo are shown of a demo tenant alone', async () => {
    const demo = await makeTenant(server.owner, { is_demo: true });
    const reply = (await anyone(server.app, demo)('GET', '/admin/metadata')).json();
    expect(reply.isDemo).toBe(true);
    expect(reply.demoSignIns.length).toBeGreaterThan(0);
  });
});
