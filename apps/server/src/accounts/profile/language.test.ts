import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeSite, makeTenant, makeUser, testPassword } from '../../testing/factories.ts';
import { anyone, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

describe("a user's language", () => {
  it.each(['superAdmin', 'subAdmin'])('[SHELL-07] of a %s is kept on the server', async (role) => {
    const siteId = role === 'subAdmin' ? await makeSite(server.owner, tenant) : undefined;
    const user = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
    const caller = await signedIn(server.app, tenant, user.email);
    const languageNow = async () => (await caller('GET', '/secure/user-metadata')).json().language;
    expect(await languageNow()).toBe(null);
    const saved = await caller('PUT', '/secure/users/language', { body: { language: 'mr' } });
    expect([saved.statusCode, saved.json()]).toEqual([200, { language: 'mr' }]);
    expect(await languageNow()).toBe('mr');
    // Another device hears of it when it signs in.
    const body = { username: user.email, password: testPassword };
    const view = await anyone(server.app, tenant)('POST', '/user-signin', { body });
    expect(view.json().language).toBe('mr');
  });

  it.each(['xx', 'EN', '', null, 7])('%j is none that the product speaks', async (language) => {
    const { email } = await makeUser(server.owner, tenant);
    const caller = await signedIn(server.app, tenant, email);
    const reply = await caller('PUT', '/secure/users/language', { body: { language } });
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { language: [{ code: 'invalid', message: 'setting_language' }] },
    ]);
    expect((await caller('GET', '/secure/user-metadata')).json().language).toBe(null);
  });

  it('changes for that user alone and is an entry of the audit log', async () => {
    const [one, other] = [await makeUser(server.owner, tenant), await makeUser(server.owner, tenant)];
    const caller = await signedIn(server.app, tenant, one.email);
    await caller('PUT', '/secure/users/language', { body: { language: 'hi' } });
    const bystander = await signedIn(server.app, tenant, other.email);
    expect((await bystander('GET', '/secure/user-metadata')).json().language).toBe(null);
    const log = await caller('GET', '/secure/audit-log', { query: { action: 'profile.changed' } });
    expect(log.json().data[0]).toMatchObject({ before: { language: null }, after: { language: 'hi' } });
  });

  it("the sign-in page gets the tenant's language once the tenant has chosen one", async () => {
    const own = await makeTenant(server.owner);
    const metadata = async () => (await anyone(server.app, own)('GET', '/admin/metadata')).json();
    expect(await metadata()).toMatchObject({ defaultLanguage: null, languages: ['en', 'hi', 'mr'] });
    await server.owner
      .insertInto('tenant_config')
      .values({ tenant_id: own.id, config_key: 'language', config_value: 'hi' })
      .execute();
    expect(await metadata()).toMatchObject({ defaultLanguage: 'hi' });
  });
});
