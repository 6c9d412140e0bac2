import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { anyone, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const signIn = (username: string, password: string = testPassword, more: object = {}) =>
  anyone(server.app, tenant)('POST', '/user-signin', { body: { username, password, ...more } });

describe('signing in', () => {
  it('[SIGN-06] [SIGN-10] a super admin gets the full menu and the sites by name behind "Select Site"', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const beta = await makeSite(server.owner, tenant, { name: 'beta mall' });
    const alpha = await makeSite(server.owner, tenant, { name: 'Alpha park' });
    const reply = await signIn(email);
    expect(reply.statusCode).toBe(200);
    const view = reply.json();
    expect(view.user).toMatchObject({ email, role: 'superAdmin', siteId: null });
    expect(view.menu.map((entry: { label: string }) => entry.label)).toContain('Manage Sites');
    expect(view.sitesDropdown).toEqual([
      { value: '', label: 'Select Site' },
      { value: alpha, label: 'Alpha park' },
      { value: beta, label: 'beta mall' },
    ]);
  });

  it('[SIGN-07] [MENU-05] a sub admin gets the reduced menu, its site and no dropdown', async () => {
    const siteId = await makeSite(server.owner, tenant, { name: 'Own site' });
    const { email } = await makeUser(server.owner, tenant, { siteId });
    const view = (await signIn(email)).json();
    expect(view.user).toMatchObject({ role: 'subAdmin', siteId, siteName: 'Own site' });
    expect(view.sitesDropdown).toBeNull();
    expect(view.menu.map((entry: { label: string }) => entry.label)).toEqual([
      'Dashboard',
      'Manage Security Guards',
      'Manage Checkpoints',
      'Reports',
    ]);
  });

  it('[SIGN-09] a wrong password, an unknown account and one with neither record answer the same bytes', async () => {
    const { email } = await makeUser(server.owner, tenant);
    const { email: neither } = await makeUser(server.owner, tenant, { role: null });
    const replies = [
      await signIn(email, 'Wrong-pass-1'),
      await signIn('stranger@example.com'),
      await signIn(neither),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(401);
      expect(reply.json().general).toEqual([{ code: 'signInFailed', message: 'Invalid email and password' }]);
    }
    expect(new Set(replies.map((reply) => reply.body.length)).size).toBe(1);
  });
});
