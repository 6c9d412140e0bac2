import { menuOf } from '@watchpost/domain/menu';
import { describe, expect, it } from 'vitest';
import { firstEntry, leavesOf, markedEntry, selectedEntry, shownMenu } from './menu-selection.ts';

const menu = menuOf('superAdmin');

describe('selected menu entry', () => {
  it.each([
    ['/admin-dashboard', 'Dashboard'],
    ['/admin-dashboard/dashboard', 'Dashboard'],
    ['/manage-sites', 'Manage Sites'],
    ['/MANAGE-Sites/', 'Manage Sites'],
    ['/manage-sites/add-site', 'Manage Sites'],
    ['/app-settings/faqs', 'FAQs'],
    ['/app-settings', 'Organisation'],
    ['/patrolling-reports', 'Scanned Checkpoints'],
    ['/patrolling-reports/login-logout', 'Login/Logout'],
    ['/scanned-checkpoints', 'Scanned Checkpoints'],
    ['/patrolling-reports/scanned-checkpoints-details', 'Scanned Checkpoints'],
    ['/scanned-checkpoints-details', 'Scanned Checkpoints'],
    ['/login-logout-details', 'Login/Logout'],
  ])('[MENU-02] %s selects %s', (path, label) => {
    expect(selectedEntry(menu, path)?.label).toBe(label);
  });

  it.each([
    ['/app-settings', 'Organisation'],
    ['/App-Settings/', 'Organisation'],
    ['/app-settings/about-company', 'About Company'],
    ['/app-settings/access', 'Organisation'],
    ['/patrolling-reports', 'Scanned Checkpoints'],
    ['/manage-sites/add-site', 'Manage Sites'],
  ])('[MENU-02] %s is marked as %s', (path, label) => {
    expect(markedEntry(menu, path)?.label).toBe(label);
  });

  it.each(['/', '', '/nowhere'])('%j selects nothing', (path) => {
    expect(selectedEntry(menu, path)).toBeUndefined();
    expect(markedEntry(menu, path)).toBeUndefined();
  });

  it.each(['/exceptions', '/patrolling-reports/nowhere', '/app-settings/nowhere'])(
    'at %j, where no page is, the sidebar marks nothing',
    (path) => {
      expect(markedEntry(menu, path)).toBeUndefined();
    },
  );

  it('[SIGN-14] the menu begins at its first item, or at the first child of its first group', () => {
    expect(firstEntry(menu)?.label).toBe('Dashboard');
    expect(firstEntry(menu.filter((entry) => entry.label === 'Reports'))?.label).toBe('Scanned Checkpoints');
    expect(firstEntry([])).toBeUndefined();
  });

  it('[MENU-01] [MENU-07] shows patrol names once each and nothing that is COMMON', () => {
    const [dashboard] = menuOf('superAdmin');
    if (dashboard === undefined) throw new Error('the menu is empty');
    const generic = ['Bookings', 'Passengers', 'Drivers', 'Vehicles', 'Manage Cities', 'Bookings'].map(
      (label) => ({
        ...dashboard,
        label,
      }),
    );
    const common = { ...dashboard, label: 'Hidden', accessGroupCode: 'COMMON' };
    expect(shownMenu([...generic, common]).map((entry) => entry.label)).toEqual([
      'Manage Security Guards',
      'Manage Shifts',
      'Manage Checkpoints',
      'Manage Patrol Routes',
      'Manage Patrol Tours',
      'Manage incidents',
    ]);
  });

  it('opens groups up in the order of the menu', () => {
    expect(leavesOf(menuOf('subAdmin')).map((entry) => entry.label)).toEqual([
      'Dashboard',
      'Manage Security Guards',
      'Manage Checkpoints',
      'Scanned Checkpoints',
    ]);
  });
});
