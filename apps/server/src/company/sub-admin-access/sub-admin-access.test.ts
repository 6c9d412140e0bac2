import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/app-settings/access';
let server: TestApp;
let tenant: MadeTenant;
let superAdmin: Caller;
let subAdmin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  superAdmin = await signedIn(server.app, tenant, (await makeUser(server.owner, tenant)).email);
  subAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
});

interface Grant {
  readonly group: string;
  readonly actions: readonly string[];
}

const read = async () => (await superAdmin('GET', path)).json();
async function switchTo(...groups: Grant[]) {
  const reply = await superAdmin('PUT', path, { body: { version: (await read()).version, groups } });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}
const rounds = async (who: Caller) => (await who('GET', '/secure/scanned-checkpoints')).statusCode;
const shown = async (who: Caller) => {
  const { menu, accessList, dashboardRoute } = (await who('GET', '/secure/user-metadata')).json();
  return { labels: menu.map((entry: { label: string }) => entry.label), accessList, dashboardRoute };
};

describe('the switches', () => {
  it('[MENU-05] stand as shipped until a super admin changes them', async () => {
    const { groups, version } = await read();
    expect(version).toBe(0);
    const on = groups.filter(({ actions }: Grant) => actions.length > 0).map(({ group }: Grant) => group);
    expect(on).toEqual(['DASHBOARD', 'GUARDS', 'CHECKPOINTS', 'SCANNED_CHECKPOINTS']);
    expect(groups.map(({ group }: Grant) => group)).not.toContain('APP_SETTINGS');
  });

  it('[MENU-05] [MENU-06] hold from the very next request: answers, menu, access list and landing page', async () => {
    expect(await rounds(subAdmin)).toBe(200);
    await switchTo(
      { group: 'SCANNED_CHECKPOINTS', actions: [] },
      { group: 'SHIFTS', actions: ['view', 'add'] },
    );
    expect(await rounds(subAdmin)).toBe(403);
    expect(await rounds(superAdmin)).toBe(200);
    const after = await shown(subAdmin);
    expect(after.labels).toEqual([
      'Dashboard',
      'Manage Security Guards',
      'Manage Checkpoints',
      'Manage Shifts',
    ]);
    expect(after.accessList.SHIFTS).toEqual(['view', 'add']);
    expect(after.accessList).not.toHaveProperty('SCANNED_CHECKPOINTS');
    await switchTo({ group: 'SCANNED_CHECKPOINTS', actions: ['view'] }, { group: 'DASHBOARD', actions: [] });
    expect(await rounds(subAdmin)).toBe(200);
    const query = { query: { format: 'csv' } };
    expect((await subAdmin('GET', '/secure/scanned-checkpoints/export', query)).statusCode).toBe(403);
    expect((await shown(subAdmin)).dashboardRoute).toBe('manage-security-guards/');
  });

  it('[MENU-05] each reply to a signed-in user tells the version, which a save raises', async () => {
    const versionOf = async () =>
      Number((await subAdmin('GET', '/secure/tenants/servicearea')).headers['x-settings-version']);
    const before = await versionOf();
    await switchTo({ group: 'GUARDS', actions: ['view'] });
    expect(await versionOf()).toBe(before + 1);
    const view = (await subAdmin('GET', '/secure/user-metadata')).json();
    expect(view.settingsVersion).toBe(before + 1);
  });

  it('[SIGN-13] a sub admin from whom everything was taken cannot sign in', async () => {
    const own = await makeTenant(server.owner);
    const admin = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const site = await makeSite(server.owner, own);
    const { email } = await makeUser(server.owner, own, { siteId: site });
    const { groups } = (await admin('GET', path)).json();
    const none = groups.map(({ group }: Grant) => ({ group, actions: [] }));
    await admin('PUT', path, { body: { version: 0, groups: none } });
    await expect(signedIn(server.app, own, email)).rejects.toThrow('No access group assigned to the user.');
  });

  it('of one tenant are no other tenant’s', async () => {
    const own = await makeTenant(server.owner);
    const other = await browserOf(
      server,
      own,
      (await makeUser(server.owner, own, { siteId: await makeSite(server.owner, own) })).id,
    );
    expect((await shown(other)).labels).toContain('Reports');
    expect((await shown(other)).accessList.GUARDS).toContain('delete');
  });
});

describe('switching', () => {
  it('is refused to a sub admin, whatever the tenant stores', async () => {
    await server.owner
      .updateTable('tenant_settings')
      .set({ sub_admin_access: JSON.stringify({ APP_SETTINGS: ['view', 'edit'] }) })
      .where('tenant_id', '=', tenant.id)
      .execute();
    const body = { version: 0, groups: [{ group: 'SITES', actions: ['view'] }] };
    expect((await subAdmin('GET', path)).statusCode).toBe(403);
    expect((await subAdmin('PUT', path, { body })).statusCode).toBe(403);
    expect((await shown(subAdmin)).labels).not.toContain('App Settings');
  });

  it('by two super admins at once saves the first and refuses the second', async () => {
    const { version } = await read();
    const body = (group: string) => ({ body: { version, groups: [{ group, actions: ['view'] }] } });
    const replies = await Promise.all([
      superAdmin('PUT', path, body('SITES')),
      superAdmin('PUT', path, body('INCIDENTS')),
    ]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find((reply) => reply.statusCode === 409);
    expect(refused?.json().general[0].code).toBe('editedMeanwhile');
  });

  it.each([
    [[{ group: 'APP_SETTINGS', actions: ['view'] }], 'groups.0.group'],
    [[{ group: 'toString', actions: ['view'] }], 'groups.0.group'],
    [[{ group: 'SITES', actions: ['edit'] }], 'groups.0'],
    [[{ group: 'SITES', actions: ['view', 'fly'] }], 'groups.0'],
    [
      [
        { group: 'SITES', actions: [] },
        { group: 'SITES', actions: ['view'] },
      ],
      'groups',
    ],
    [[{ group: 'SITES' }], 'groups.0.actions'],
  ])('%j is refused at %s', async (groups, field) => {
    const { version } = await read();
    const reply = await superAdmin('PUT', path, { body: { version, groups } });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json())).toEqual([field]);
  });
});
