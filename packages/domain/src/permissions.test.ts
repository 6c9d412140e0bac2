import { describe, expect, it } from 'vitest';
import {
  accessesOf,
  accessGroups,
  groupsOf,
  isAccessGroup,
  isPermitted,
  readSwitches,
  roles,
  switchableGroups,
  type AccessGroup,
  type Permission,
} from './permissions.ts';

const everyGroup = Object.keys(accessGroups).filter(isAccessGroup);
const subAdminGroups: AccessGroup[] = ['DASHBOARD', 'GUARDS', 'CHECKPOINTS', 'SCANNED_CHECKPOINTS'];

describe('roles and access groups', () => {
  it('there are three roles', () => expect(roles).toEqual(['superAdmin', 'subAdmin', 'guard']));

  it('a super admin has every group with all its actions', () => {
    expect(groupsOf('superAdmin')).toEqual(everyGroup);
    for (const group of everyGroup) expect(accessesOf('superAdmin', group)).toEqual(accessGroups[group]);
  });

  it('[MENU-05] a sub admin by default has the dashboard, guards, checkpoints and scanned checkpoints', () => {
    expect(groupsOf('subAdmin')).toEqual(subAdminGroups);
  });

  it.each(everyGroup)('a sub admin has all of %s or nothing of it', (group) => {
    expect(accessesOf('subAdmin', group)).toEqual(subAdminGroups.includes(group) ? accessGroups[group] : []);
  });

  it.each(everyGroup)('a guard has nothing of %s', (group) => expect(accessesOf('guard', group)).toEqual([]));

  it.each(['', 'dashboard', 'COMMON', 'toString', '__proto__', 'constructor'])(
    '%j is no access group',
    (name) => {
      expect(isAccessGroup(name)).toBe(false);
    },
  );
});

describe('isPermitted', () => {
  it.each<[Permission, boolean, boolean, boolean]>([
    ['DASHBOARD:view', true, true, false],
    ['SITES:view', true, false, false],
    ['SITES:delete', true, false, false],
    ['GUARDS:add', true, true, false],
    ['GUARDS:import', true, true, false],
    ['CHECKPOINTS:edit', true, true, false],
    ['SHIFTS:view', true, false, false],
    ['INCIDENTS:status', true, false, false],
    ['PATROL_ROUTES:view', true, false, false],
    ['PATROL_TOURS:view', true, false, false],
    ['APP_SETTINGS:edit', true, false, false],
    ['SENT_MAIL:view', true, false, false],
    ['SENT_MAIL:retry', true, false, false],
    ['AUDIT_LOG:view', true, false, false],
    ['AUDIT_LOG:export', true, false, false],
    ['SCANNED_CHECKPOINTS:view', true, true, false],
    ['SCANNED_CHECKPOINTS:details', true, true, false],
    ['SCANNED_CHECKPOINTS:export', true, true, false],
    ['LOGIN_LOGOUT:view', true, false, false],
    ['EXCEPTIONS:edit', true, false, false],
  ])('%s: super admin %s, sub admin %s, guard %s', (permission, superAdmin, subAdmin, guard) => {
    expect(isPermitted('superAdmin', permission)).toBe(superAdmin);
    expect(isPermitted('subAdmin', permission)).toBe(subAdmin);
    expect(isPermitted('guard', permission)).toBe(guard);
  });
});

describe('switches of a tenant', () => {
  it('[MENU-05] give a sub admin what ships off and take what ships on', () => {
    const switches = { SHIFTS: ['view', 'edit'], GUARDS: [], LOGIN_LOGOUT: ['view'] };
    expect(groupsOf('subAdmin', switches)).toEqual([
      'DASHBOARD',
      'CHECKPOINTS',
      'SHIFTS',
      'SCANNED_CHECKPOINTS',
      'LOGIN_LOGOUT',
    ]);
    expect(isPermitted('subAdmin', 'SHIFTS:edit', switches)).toBe(true);
    expect(isPermitted('subAdmin', 'SHIFTS:delete', switches)).toBe(false);
    expect(isPermitted('subAdmin', 'GUARDS:view', switches)).toBe(false);
  });

  it('change nothing for super admins and guards', () => {
    const switches = Object.fromEntries(everyGroup.map((group) => [group, []]));
    expect(groupsOf('superAdmin', switches)).toEqual(everyGroup);
    const all = Object.fromEntries(everyGroup.map((group) => [group, accessGroups[group]]));
    expect(groupsOf('guard', all)).toEqual([]);
  });

  it('never give app settings, which hold the switches themselves, to a sub admin', () => {
    expect(switchableGroups).not.toContain('APP_SETTINGS');
    const stolen = { APP_SETTINGS: ['view', 'edit'] };
    expect(isPermitted('subAdmin', 'APP_SETTINGS:view', stolen)).toBe(false);
    expect(readSwitches(stolen)).toEqual({});
  });

  it('never give the audit log or the sent mail to a sub admin', () => {
    expect(switchableGroups).not.toContain('AUDIT_LOG');
    expect(isPermitted('subAdmin', 'AUDIT_LOG:view', { AUDIT_LOG: ['view', 'export'] })).toBe(false);
    expect(switchableGroups).not.toContain('SENT_MAIL');
    expect(isPermitted('subAdmin', 'SENT_MAIL:view', { SENT_MAIL: ['view', 'retry'] })).toBe(false);
  });

  it('without view there is nothing', () => {
    expect(accessesOf('subAdmin', 'SITES', { SITES: ['edit', 'delete'] })).toEqual([]);
  });

  it.each([
    [null, {}],
    ['text', {}],
    [[], {}],
    [{ NOBODY: ['view'], __proto__: { SITES: ['view'] } }, {}],
    [{ SITES: 'view' }, {}],
    [{ SITES: ['delete', 'view', 'fly', 7] }, { SITES: ['view', 'delete'] }],
  ])('%j in a store reads as %j', (stored, read) => expect(readSwitches(stored)).toEqual(read));
});
