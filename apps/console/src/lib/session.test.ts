import type { SessionView } from '@watchpost/contract/session';
import { menuOf } from '@watchpost/domain/menu';
import { accessesOf, groupsOf } from '@watchpost/domain/permissions';
import { describe, expect, it } from 'vitest';
import { createSession } from './session.ts';

type Role = 'superAdmin' | 'subAdmin';

function viewOf(role: Role): SessionView {
  const isSuper = role === 'superAdmin';
  return {
    user: {
      id: `id-${role}`,
      role,
      firstName: 'Asha',
      lastName: 'Kulkarni',
      email: 'asha@demo.example',
      phoneNumber: '9800000000',
      countryCode: '+91',
      profileImage: '',
      siteId: isSuper ? null : 'site-1',
      siteName: isSuper ? null : 'Aundh Mall',
    },
    menu: structuredClone(menuOf(role)) as SessionView['menu'],
    accessList: Object.fromEntries(groupsOf(role).map((group) => [group, [...accessesOf(role, group)]])),
    sitesDropdown: isSuper
      ? [
          { value: '', label: 'Select Site' },
          { value: 'site-1', label: 'Aundh Mall' },
        ]
      : null,
    dashboardRoute: 'admin-dashboard/dashboard',
    settingsVersion: 3,
    language: null,
    tenantConfig: [
      { configKey: 'dateFormat', configValue: 'dd/mm/yy' },
      { configKey: 'Token', configValue: 'not a user' },
    ],
  };
}

function open(stored: Record<string, string> = {}, tenant = 'demo') {
  const map = new Map(Object.entries(stored));
  const area = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    clear: () => map.clear(),
  };
  return {
    map,
    session: createSession(
      () => area,
      () => tenant,
    ),
  };
}

describe('session in local storage', () => {
  it('[SIGN-11] keeps JSON under the names of the specification, the user id as Token, no credential', () => {
    const { map, session } = open();
    session.save({ ...viewOf('superAdmin'), accessToken: 'a-real-credential' });
    session.selectMenu('SITES');
    expect([...map.keys()].toSorted()).toEqual(
      [
        'ACCESS_LIST',
        'ACCESS_MENU',
        'DASHBOARD_ROUTE',
        'SELECTED_MENU',
        'SETTINGS_VERSION',
        'SITES_DROPDOWN',
        'TENANT',
        'Token',
        'dateFormat',
        'userDetails',
      ].toSorted(),
    );
    expect(map.get('Token')).toBe('"id-superAdmin"');
    expect([...map.values()].join()).not.toContain('a-real-credential');
    for (const value of map.values()) expect(() => JSON.parse(value) as unknown).not.toThrow();
  });

  it('[GRID-06] a setting of the company that is not chosen any more is forgotten', () => {
    const { map, session } = open({ pageSize: '"30"' });
    session.save({ ...viewOf('superAdmin'), tenantConfig: [{ configKey: 'pageSize', configValue: '' }] });
    expect([map.has('pageSize'), session.tenantConfig('pageSize')]).toEqual([false, undefined]);
  });

  it('[SIGN-07] a sub admin has no sites dropdown, not even one left by somebody else', () => {
    const { map, session } = open();
    session.save(viewOf('superAdmin'));
    session.save(viewOf('subAdmin'));
    expect(map.has('SITES_DROPDOWN')).toBe(false);
    expect(session.sites()).toBeUndefined();
  });

  it('[MENU-06] hasAccess asks the access list of the selected menu', () => {
    const { session } = open();
    session.save(viewOf('subAdmin'));
    expect(session.hasAccess('export')).toBe(false);
    session.selectMenu('SCANNED_CHECKPOINTS');
    expect(session.hasAccess('export')).toBe(true);
    session.selectMenu('SITES');
    expect(session.hasAccess('view')).toBe(false);
    session.selectMenu('constructor');
    expect(session.hasAccess('name')).toBe(false);
  });

  it('[OUT-01] clear leaves nothing behind and tells those who listen', () => {
    const { map, session } = open({ theme: '"x"' });
    session.save(viewOf('superAdmin'));
    let calls = 0;
    session.subscribe(() => (calls += 1));
    session.clear();
    expect(map.size).toBe(0);
    expect(calls).toBe(1);
    expect(session.isSignedIn()).toBe(false);
  });

  it('[SIGN-14] a refresh keeps the stored dashboard route, another user does not', () => {
    const { session } = open();
    session.save(viewOf('superAdmin'));
    session.rememberDashboardRoute('manage-sites/');
    session.save(viewOf('superAdmin'));
    expect(session.dashboardRoute()).toBe('manage-sites/');
    session.save(viewOf('subAdmin'));
    expect(session.dashboardRoute()).toBe('admin-dashboard/dashboard');
  });

  it('gives the same object until the stored text changes', () => {
    const { map, session } = open();
    session.save(viewOf('superAdmin'));
    expect(session.menu()).toBe(session.menu());
    const before = session.menu();
    map.set('ACCESS_MENU', '[]');
    expect(session.menu()).not.toBe(before);
  });

  it.each(['{', '42', 'null', '[1]', '{"a":1}', ''])('survives %j in every key', (text) => {
    const keys = ['Token', 'userDetails', 'ACCESS_MENU', 'ACCESS_LIST', 'SITES_DROPDOWN', 'SELECTED_MENU'];
    const { session } = open(Object.fromEntries(keys.map((key) => [key, text])));
    expect(session.isSignedIn()).toBe(false);
    expect(session.menu()).toEqual([]);
    expect(session.user()).toBeUndefined();
    expect(session.sites()).toBeUndefined();
    expect(session.hasAccess('view')).toBe(false);
  });

  it('one tenant does not take the session of another on the same origin for its own', () => {
    const { map, session } = open();
    session.save(viewOf('superAdmin'));
    const elsewhere = open(Object.fromEntries(map), 'acme').session;
    expect(elsewhere.isSignedIn()).toBe(false);
    expect(session.isSignedIn()).toBe(true);
  });

  it('[ROUTE-07] a Token alone counts as signed in', () => {
    expect(open({ Token: '"someone"' }).session.isSignedIn()).toBe(true);
    expect(open({ Token: '""' }).session.isSignedIn()).toBe(false);
  });
});
