import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRoute, menuOf, toPatrolMenu, visibleMenu, type MenuEntry } from './menu.ts';
import { accessGroups } from './permissions.ts';

const entry = (label: string, change: Partial<MenuEntry> = {}): MenuEntry => ({
  name: label,
  label,
  icon: 'page',
  routerLink: `${label.toLowerCase()}/`,
  accessCode: 'view',
  accessGroupCode: 'SITES',
  accessGroupName: label,
  accesses: ['view'],
  subMenuList: [],
  ...change,
});
const labels = (menu: readonly MenuEntry[]) => menu.map((each) => each.label);
/** As the sidebar reads: leaves as label and address, groups with their leaves. */
const outline = (menu: readonly MenuEntry[]): unknown[] =>
  menu.map((each) =>
    each.subMenuList.length === 0 ? [each.label, each.routerLink] : [each.label, outline(each.subMenuList)],
  );

describe('menuOf', () => {
  it("[MENU-04] a super admin's menu has every module in order", () => {
    expect(outline(menuOf('superAdmin'))).toEqual([
      ['Dashboard', 'admin-dashboard/'],
      ['Manage Sites', 'manage-sites/'],
      ['Manage Security Guards', 'manage-security-guards/'],
      ['Manage Checkpoints', 'manage-checkpoints/'],
      ['Manage Shifts', 'manage-shifts/'],
      ['Manage Incidents', 'manage-incidents/'],
      ['Manage Patrol Routes', 'manage-patrol-routes/'],
      ['Manage Patrol Tours', 'manage-patrol-tours/'],
      ['Manage Devices', 'manage-devices/'],
      [
        'App Settings',
        [
          ['Organisation', 'app-settings/'],
          ['About Company', 'app-settings/about-company'],
          ['FAQs', 'app-settings/FAQs'],
          ['Privacy Policy', 'app-settings/privacy-policy'],
          ['Contact Us', 'app-settings/contact-us'],
          ['Terms and Conditions', 'app-settings/terms-and-conditions'],
          ['Sent Mail', 'app-settings/sent-mail'],
          ['Audit Log', 'app-settings/audit-log'],
        ],
      ],
      [
        'Reports',
        [
          ['Scanned Checkpoints', 'patrolling-reports/scanned-checkpoints'],
          ['Login/Logout', 'patrolling-reports/login-logout'],
          ['Exceptions', 'patrolling-reports/exceptions'],
          ['Scheduled Reports', 'patrolling-reports/scheduled-reports'],
          ['Evidence Log', 'patrolling-reports/evidence-log'],
        ],
      ],
    ]);
  });

  it("[MENU-05] a sub admin's menu is the reduced one", () => {
    expect(outline(menuOf('subAdmin'))).toEqual([
      ['Dashboard', 'admin-dashboard/'],
      ['Manage Security Guards', 'manage-security-guards/'],
      ['Manage Checkpoints', 'manage-checkpoints/'],
      ['Reports', [['Scanned Checkpoints', 'patrolling-reports/scanned-checkpoints']]],
    ]);
  });

  it('[MENU-05] follows the switches of the tenant, a group only while it has a child', () => {
    const switches = { DASHBOARD: [], SHIFTS: ['view'], SCANNED_CHECKPOINTS: [] };
    const menu = menuOf('subAdmin', switches);
    expect(outline(menu)).toEqual([
      ['Manage Security Guards', 'manage-security-guards/'],
      ['Manage Checkpoints', 'manage-checkpoints/'],
      ['Manage Shifts', 'manage-shifts/'],
    ]);
    expect(firstRoute(menu)).toBe('manage-security-guards/');
    expect(firstRoute([])).toBe('');
  });

  it('a guard has no menu', () => expect(menuOf('guard')).toEqual([]));

  it('every leaf carries the actions of its access group', () => {
    const leaves = menuOf('superAdmin').flatMap((each) =>
      each.subMenuList.length === 0 ? [each] : each.subMenuList,
    );
    for (const leaf of leaves) {
      expect(Object.entries(accessGroups)).toContainEqual([leaf.accessGroupCode, leaf.accesses]);
    }
  });

  it('is shown whole: nothing in it is a duplicate or hidden', () => {
    for (const role of ['superAdmin', 'subAdmin'] as const) {
      expect(visibleMenu(menuOf(role))).toEqual(menuOf(role));
    }
  });
});

describe('the menu of a sub admin who has the routes', () => {
  it("[MENU-05] calls them 'Manage Routes', as the specification does; that of a super admin 'Manage Patrol Routes'", () => {
    const switches = { PATROL_ROUTES: ['view'], PATROL_TOURS: ['view'] };
    const entries = menuOf('subAdmin', switches).map(({ label, name, routerLink }) => [
      label,
      name,
      routerLink,
    ]);
    expect(entries).toContainEqual(['Manage Routes', 'Manage Routes', 'manage-patrol-routes/']);
    expect(entries.flat()).not.toContain('Manage Patrol Routes');
    expect(entries.flat()).toContain('Manage Patrol Tours');
    expect(menuOf('superAdmin').map(({ label }) => label)).toContain('Manage Patrol Routes');
    expect(menuOf('superAdmin').map(({ label }) => label)).not.toContain('Manage Routes');
  });
});

describe('visibleMenu', () => {
  const common = { accessGroupCode: 'COMMON' };
  it.each<[string, MenuEntry[], unknown[]]>([
    ['nothing from nothing', [], []],
    [
      'the first of each label',
      [entry('A'), entry('B'), entry('A', { routerLink: 'other/' })],
      [
        ['A', 'a/'],
        ['B', 'b/'],
      ],
    ],
    ['nothing of group COMMON', [entry('A', common), entry('B')], [['B', 'b/']]],
    ['a hidden entry hides no later one', [entry('A', common), entry('A')], [['A', 'a/']]],
    [
      'labels differ by case',
      [entry('a'), entry('A')],
      [
        ['a', 'a/'],
        ['A', 'a/'],
      ],
    ],
    [
      'children by the same rules',
      [entry('G', { subMenuList: [entry('A'), entry('A'), entry('B', common)] })],
      [['G', [['A', 'a/']]]],
    ],
    [
      'one label in two places',
      [entry('A'), entry('G', { subMenuList: [entry('A')] })],
      [
        ['A', 'a/'],
        ['G', [['A', 'a/']]],
      ],
    ],
    ['no group without children', [entry('G', { subMenuList: [entry('A', common)] })], []],
  ])('[MENU-01] shows %s', (_what, menu, shown) => expect(outline(visibleMenu(menu))).toEqual(shown));
});

describe('toPatrolMenu', () => {
  const generic = ['Dashboard', 'Bookings', 'Passengers', 'Drivers', 'Vehicles', 'Manage Cities', 'Settings'];

  it('gives the generic names their patrol names and addresses', () => {
    expect(outline(toPatrolMenu(generic.map((label) => entry(label))))).toEqual([
      ['Dashboard', 'dashboard/'],
      ['Manage Security Guards', 'manage-security-guards/'],
      ['Manage Shifts', 'manage-shifts/'],
      ['Manage Checkpoints', 'manage-checkpoints/'],
      ['Manage Patrol Routes', 'manage-patrol-routes/'],
      ['Manage incidents', 'manage-incidents/'],
      ['Manage Patrol Tours', 'manage-patrol-tours/'],
      ['Settings', 'settings/'],
    ]);
  });

  it("'Manage incidents' is sixth, in the dashboard's access group with no more actions than it", () => {
    const dashboard = entry('Dashboard', { accessGroupCode: 'DASHBOARD', accesses: ['view'] });
    const sixth = toPatrolMenu([dashboard, ...generic.slice(1).map((label) => entry(label))])[5];
    expect(sixth).toMatchObject({
      name: 'Manage incidents',
      label: 'Manage incidents',
      accessGroupCode: 'DASHBOARD',
      accesses: ['view'],
    });
    expect(toPatrolMenu([entry('Bookings')])[1]).toMatchObject({ label: 'Manage incidents', accesses: [] });
  });

  it('renames name and label, and keeps all else of an entry', () => {
    const [guards] = toPatrolMenu([entry('Bookings', { icon: 'i', accesses: ['view', 'add'] })]);
    expect(guards).toEqual({
      ...entry('Bookings', { icon: 'i', accesses: ['view', 'add'] }),
      name: 'Manage Security Guards',
      label: 'Manage Security Guards',
      routerLink: 'manage-security-guards/',
    });
  });

  it('leaves a patrol menu as it is', () => {
    expect(toPatrolMenu(menuOf('superAdmin'))).toEqual(menuOf('superAdmin'));
    expect(toPatrolMenu([entry('toString'), entry('__proto__')])).toHaveLength(2);
  });

  it('changes nothing the second time', () => {
    const anyMenu = fc.array(fc.constantFrom(...generic).map((label) => entry(label)));
    fc.assert(
      fc.property(anyMenu, (menu) => {
        const once = toPatrolMenu(menu);
        expect(toPatrolMenu(once)).toEqual(once);
        for (const label of labels(once)) expect(generic.slice(1, 6)).not.toContain(label);
      }),
    );
  });
});
