import { menuOf } from '@watchpost/domain/menu';
import { accessesOf, type AccessGroup } from '@watchpost/domain/permissions';
import { describe, expect, it } from 'vitest';
import { bareRoutes, isUnder, visitable } from '../lib/pages.ts';
import { pageAt, pages } from './pages.ts';

const subAdminSees = (group: AccessGroup) => accessesOf('subAdmin', group).includes('view');
const superAdminSees = (group: AccessGroup) => accessesOf('superAdmin', group).includes('view');

describe('pages', () => {
  it('[ROUTE-04] every entry of the full menu leads to a page of its own access group', () => {
    const leaves = menuOf('superAdmin').flatMap((entry) =>
      entry.subMenuList.length > 0 ? entry.subMenuList : [entry],
    );
    for (const leaf of leaves) expect(pageAt(`/${leaf.routerLink}`)?.group).toBe(leaf.accessGroupCode);
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
        expect([page, pageAt(`/${path}${page}`)?.group]).toEqual([page, group]);
    },
  );

  it('[ROUTE-05] the reports exist below patrolling-reports and at root level', () => {
    const paths = pages.flatMap((page) => page.paths);
    for (const page of ['scanned-checkpoints', 'login-logout'])
      for (const base of ['', 'patrolling-reports/'])
        expect(paths).toEqual(expect.arrayContaining([`${base}${page}`, `${base}${page}-details`]));
    expect(pageAt('/patrolling-reports')).toBe(pageAt('/scanned-checkpoints'));
    expect(pageAt('/Scanned-Checkpoints/?site=1')).toBe(pageAt('/scanned-checkpoints'));
    expect(new Set(paths).size).toBe(paths.length);
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
