import { describe, expect, it } from 'vitest';
import { crumbsBackTo, crumbsOf, goOn, titleOf, type Trodden } from './breadcrumbs.ts';

const settings = {
  dashboardRoute: 'admin-dashboard/dashboard',
  dashboardLabel: 'Dashboard',
  ignoredSegments: ['app-info'],
};
const labels = (path: string, query = '') => crumbsOf(path, query, settings).map((crumb) => crumb.label);

describe('breadcrumbs', () => {
  it('[CRUMB-01] one crumb per segment, capitalised, hyphens to spaces', () => {
    expect(labels('/patrolling-reports/scanned-checkpoints')).toEqual([
      'Dashboard',
      'Patrolling Reports',
      'Scanned Checkpoints',
    ]);
    expect(labels('/app-settings/FAQs')).toEqual(['Dashboard', 'App Settings', 'FAQs']);
  });

  it('[CRUMB-01] the query is in no label, and on the last link only', () => {
    const crumbs = crumbsOf('/patrolling-reports/scanned-checkpoints', '?site=1&page=2', settings);
    expect(crumbs.map((crumb) => crumb.path)).toEqual([
      '/admin-dashboard/dashboard',
      '/patrolling-reports',
      '/patrolling-reports/scanned-checkpoints?site=1&page=2',
    ]);
    expect(crumbs.map((crumb) => crumb.label).join()).not.toContain('site');
  });

  it('[CRUMB-02] the first crumb leads to the stored dashboard route', () => {
    const [first] = crumbsOf('/manage-sites', '', { ...settings, dashboardRoute: '/manage-checkpoints/' });
    expect(first).toEqual({ label: 'Dashboard', path: '/manage-checkpoints/' });
  });

  it.each(['/admin-dashboard', '/admin-dashboard/dashboard', '/', '/app-info'])(
    '[CRUMB-02] %s adds no crumb to Dashboard',
    (path) => expect(labels(path)).toEqual(['Dashboard']),
  );

  it('[CRUMB-02] the title is the last crumb', () => {
    expect(titleOf(crumbsOf('/manage-sites/add-site/', '', settings))).toBe('Add Site');
    expect(titleOf(crumbsOf('/admin-dashboard', '', settings))).toBe('Dashboard');
  });

  it('[CRUMB-01] the crumb of the list that led to a page leads back to it as it was; other ways in forget it', () => {
    const walk = (...addresses: string[]) => {
      const places = addresses.map((address) => {
        const [path = '', search] = address.split('?');
        return { path, query: search === undefined ? '' : `?${search}` };
      });
      const last = places.reduce<Trodden>(goOn, { path: '/', query: '' });
      return crumbsBackTo(last.above, crumbsOf(last.path, last.query, settings)).map(({ path }) => path)[1];
    };
    const details = '/manage-sites/site-details?id=1';
    expect(walk('/manage-sites', '/manage-sites?page=2', details)).toBe('/manage-sites?page=2');
    expect(walk('/manage-sites?page=2', details, '/manage-sites/site-details?id=2')).toBe(
      '/manage-sites?page=2',
    );
    expect(walk('/manage-sites?page=2', details, '/manage-sites/edit-site?id=1')).toBe(
      '/manage-sites?page=2',
    );
    expect(walk('/manage-sites?page=2', '/manage-shifts', details)).toBe('/manage-sites');
    expect(walk(details)).toBe('/manage-sites');
    expect(walk('/manage-sites?page=2', '/manage-sites-of-others/site')).toBe('/manage-sites-of-others');
  });

  it('a segment that is no valid encoding is shown as it stands', () => {
    expect(labels('/manage-sites/%E0%A4%A')).toEqual(['Dashboard', 'Manage Sites', '%E0%A4%A']);
  });
});
