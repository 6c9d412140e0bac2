import { menuOf } from '@watchpost/domain/menu';
import { accessesOf, type AccessGroup } from '@watchpost/domain/permissions';
import { describe, expect, it } from 'vitest';
import { areaAt, areas, bareRoutes, isUnder, visitable } from './areas.ts';

const subAdminSees = (group: AccessGroup) => accessesOf('subAdmin', group).includes('view');
const superAdminSees = (group: AccessGroup) => accessesOf('superAdmin', group).includes('view');

describe('areas', () => {
  it('[ROUTE-04] every entry of the full menu leads to an area of its own access group', () => {
    const leaves = menuOf('superAdmin').flatMap((entry) =>
      entry.subMenuList.length > 0 ? entry.subMenuList : [entry],
    );
    for (const leaf of leaves) expect(areaAt(`/${leaf.routerLink}`)?.group).toBe(leaf.accessGroupCode);
  });

  it.each([
    ['manage-sites', 'site', 'SITES'],
    ['manage-security-guards', 'guard', 'GUARDS'],
    ['manage-checkpoints', 'checkpoint', 'CHECKPOINTS'],
    ['manage-shifts', 'shift', 'SHIFTS'],
    ['manage-patrol-routes', 'route', 'PATROL_ROUTES'],
    ['manage-patrol-tours', 'tour', 'PATROL_TOURS'],
    ['manage-incidents', 'incident', 'INCIDENTS'],
  ])(
    '[MNG-01] %s has a list, a form to make and to edit a record, and the details of one',
    (path, noun, group) => {
      for (const page of ['', `/add-${noun}`, `/edit-${noun}`, `/${noun}-details`])
        expect([page, areaAt(`/${path}${page}`)?.group]).toEqual([page, group]);
    },
  );

  it('[ROUTE-05] the reports exist below patrolling-reports and at root level', () => {
    const paths = areas.map((area) => area.path);
    for (const page of ['scanned-checkpoints', 'login-logout'])
      for (const base of ['', 'patrolling-reports/'])
        expect(paths).toEqual(expect.arrayContaining([`${base}${page}`, `${base}${page}-details`]));
    expect(areaAt('/patrolling-reports')?.page).toBe('scanned-checkpoints');
  });

  it.each([
    ['/signin', true],
    ['/signin?next=%2Fmanage-sites', true],
    ['/app-info/faqs', true],
    ['/authorize-failure', true],
    ['/admin-dashboard', false],
    ['/signing-off', false],
  ])('[SHELL-02] %s goes without header: %s', (path, isBare) => {
    expect(isUnder(bareRoutes, path)).toBe(isBare);
  });

  it('[ROUTE-08] sign-in returns only to pages that exist and that the role may see', () => {
    const address = '/patrolling-reports/scanned-checkpoints?site=1&page=3';
    expect(visitable(address, subAdminSees)).toBe(address);
    expect(visitable('/manage-sites', superAdminSees)).toBe('/manage-sites');
    expect(visitable('/manage-sites', subAdminSees)).toBeUndefined();
    expect(visitable('/nowhere', superAdminSees)).toBeUndefined();
    expect(visitable('https://elsewhere.example/manage-sites', superAdminSees)).toBeUndefined();
    expect(visitable('//elsewhere.example', superAdminSees)).toBeUndefined();
  });
});
