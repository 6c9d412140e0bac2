// The signed-in part of the route table (ROUTE-04, ROUTE-05): where each page lies and which access group opens it.
import type { AccessGroup } from '@watchpost/domain/permissions';

export interface Area {
  /** Below the hash, without slashes at its ends. */
  readonly path: string;
  readonly group: AccessGroup;
  readonly page:
    | 'dashboard'
    | 'live-board'
    | 'scanned-checkpoints'
    | 'round-details'
    | 'login-logout'
    | 'session-details'
    | 'exceptions'
    | 'exception-details'
    | 'tenant-settings'
    | 'sub-admin-access'
    | 'sign-in-provider'
    | 'trust-settings'
    | 'retention'
    | 'info-page-editor'
    | 'audit-log'
    | 'sent-mail'
    | 'sites'
    | 'add-site'
    | 'edit-site'
    | 'site-details'
    | 'floor-plan'
    | 'guards'
    | 'add-guard'
    | 'edit-guard'
    | 'guard-details'
    | 'import-guards'
    | 'checkpoints'
    | 'import-checkpoints'
    | 'add-checkpoint'
    | 'edit-checkpoint'
    | 'checkpoint-details'
    | 'shifts'
    | 'add-shift'
    | 'edit-shift'
    | 'shift-details'
    | 'patrol-routes'
    | 'add-patrol-route'
    | 'edit-patrol-route'
    | 'patrol-route-details'
    | 'patrol-tours'
    | 'add-patrol-tour'
    | 'edit-patrol-tour'
    | 'patrol-tour-details'
    | 'due-rounds'
    | 'devices'
    | 'incidents'
    | 'add-incident'
    | 'edit-incident'
    | 'incident-details'
    | 'evidence-log'
    | 'scheduled-reports'
    | 'add-scheduled-report'
    | 'edit-scheduled-report'
    | 'scheduled-report-details';
}

/** Where the address without a path leads. */
export const homePath = 'admin-dashboard';
export const liveBoardPath = 'admin-dashboard/live';

export const areas: readonly Area[] = [
  { path: homePath, group: 'DASHBOARD', page: 'dashboard' },
  { path: 'admin-dashboard/dashboard', group: 'DASHBOARD', page: 'dashboard' },
  { path: liveBoardPath, group: 'DASHBOARD', page: 'live-board' },
  ...['patrolling-reports', 'patrolling-reports/scanned-checkpoints', 'scanned-checkpoints'].map(
    (path): Area => ({ path, group: 'SCANNED_CHECKPOINTS', page: 'scanned-checkpoints' }),
  ),
  ...['patrolling-reports/scanned-checkpoints-details', 'scanned-checkpoints-details'].map(
    (path): Area => ({ path, group: 'SCANNED_CHECKPOINTS', page: 'round-details' }),
  ),
  ...['patrolling-reports/login-logout', 'login-logout'].map(
    (path): Area => ({ path, group: 'LOGIN_LOGOUT', page: 'login-logout' }),
  ),
  ...['patrolling-reports/login-logout-details', 'login-logout-details'].map(
    (path): Area => ({ path, group: 'LOGIN_LOGOUT', page: 'session-details' }),
  ),
  { path: 'patrolling-reports/exceptions', group: 'EXCEPTIONS', page: 'exceptions' },
  { path: 'patrolling-reports/exceptions-details', group: 'EXCEPTIONS', page: 'exception-details' },
  { path: 'patrolling-reports/evidence-log', group: 'EVIDENCE_LOG', page: 'evidence-log' },
  { path: 'patrolling-reports/scheduled-reports', group: 'SCHEDULED_REPORTS', page: 'scheduled-reports' },
  {
    path: 'patrolling-reports/scheduled-reports/add-report',
    group: 'SCHEDULED_REPORTS',
    page: 'add-scheduled-report',
  },
  {
    path: 'patrolling-reports/scheduled-reports/edit-report',
    group: 'SCHEDULED_REPORTS',
    page: 'edit-scheduled-report',
  },
  {
    path: 'patrolling-reports/scheduled-reports/report-details',
    group: 'SCHEDULED_REPORTS',
    page: 'scheduled-report-details',
  },
  { path: 'manage-sites', group: 'SITES', page: 'sites' },
  { path: 'manage-sites/add-site', group: 'SITES', page: 'add-site' },
  { path: 'manage-sites/edit-site', group: 'SITES', page: 'edit-site' },
  { path: 'manage-sites/site-details', group: 'SITES', page: 'site-details' },
  { path: 'manage-sites/floor-plan', group: 'SITES', page: 'floor-plan' },
  { path: 'manage-security-guards', group: 'GUARDS', page: 'guards' },
  { path: 'manage-security-guards/add-guard', group: 'GUARDS', page: 'add-guard' },
  { path: 'manage-security-guards/edit-guard', group: 'GUARDS', page: 'edit-guard' },
  { path: 'manage-security-guards/guard-details', group: 'GUARDS', page: 'guard-details' },
  { path: 'manage-security-guards/import-guards', group: 'GUARDS', page: 'import-guards' },
  { path: 'manage-checkpoints', group: 'CHECKPOINTS', page: 'checkpoints' },
  { path: 'manage-checkpoints/add-checkpoint', group: 'CHECKPOINTS', page: 'add-checkpoint' },
  { path: 'manage-checkpoints/edit-checkpoint', group: 'CHECKPOINTS', page: 'edit-checkpoint' },
  { path: 'manage-checkpoints/checkpoint-details', group: 'CHECKPOINTS', page: 'checkpoint-details' },
  { path: 'manage-checkpoints/import-checkpoints', group: 'CHECKPOINTS', page: 'import-checkpoints' },
  { path: 'manage-shifts', group: 'SHIFTS', page: 'shifts' },
  { path: 'manage-shifts/add-shift', group: 'SHIFTS', page: 'add-shift' },
  { path: 'manage-shifts/edit-shift', group: 'SHIFTS', page: 'edit-shift' },
  { path: 'manage-shifts/shift-details', group: 'SHIFTS', page: 'shift-details' },
  { path: 'manage-incidents', group: 'INCIDENTS', page: 'incidents' },
  { path: 'manage-incidents/add-incident', group: 'INCIDENTS', page: 'add-incident' },
  { path: 'manage-incidents/edit-incident', group: 'INCIDENTS', page: 'edit-incident' },
  { path: 'manage-incidents/incident-details', group: 'INCIDENTS', page: 'incident-details' },
  { path: 'manage-patrol-routes', group: 'PATROL_ROUTES', page: 'patrol-routes' },
  { path: 'manage-patrol-routes/add-route', group: 'PATROL_ROUTES', page: 'add-patrol-route' },
  { path: 'manage-patrol-routes/edit-route', group: 'PATROL_ROUTES', page: 'edit-patrol-route' },
  { path: 'manage-patrol-routes/route-details', group: 'PATROL_ROUTES', page: 'patrol-route-details' },
  { path: 'manage-patrol-tours', group: 'PATROL_TOURS', page: 'patrol-tours' },
  { path: 'manage-patrol-tours/add-tour', group: 'PATROL_TOURS', page: 'add-patrol-tour' },
  { path: 'manage-patrol-tours/edit-tour', group: 'PATROL_TOURS', page: 'edit-patrol-tour' },
  { path: 'manage-patrol-tours/tour-details', group: 'PATROL_TOURS', page: 'patrol-tour-details' },
  { path: 'manage-patrol-tours/due-rounds', group: 'PATROL_TOURS', page: 'due-rounds' },
  { path: 'manage-devices', group: 'DEVICES', page: 'devices' },
  { path: 'app-settings/sent-mail', group: 'SENT_MAIL', page: 'sent-mail' },
  { path: 'app-settings/audit-log', group: 'AUDIT_LOG', page: 'audit-log' },
  { path: 'app-settings', group: 'APP_SETTINGS', page: 'tenant-settings' },
  { path: 'app-settings/access', group: 'APP_SETTINGS', page: 'sub-admin-access' },
  { path: 'app-settings/sign-in', group: 'APP_SETTINGS', page: 'sign-in-provider' },
  { path: 'app-settings/trust', group: 'APP_SETTINGS', page: 'trust-settings' },
  { path: 'app-settings/retention', group: 'APP_SETTINGS', page: 'retention' },
  ...['about-company', 'FAQs', 'privacy-policy', 'contact-us', 'terms-and-conditions'].map(
    (page): Area => ({ path: `app-settings/${page}`, group: 'APP_SETTINGS', page: 'info-page-editor' }),
  ),
];

/** Routes that need no one signed in (ROUTE-03). */
export const openRoutes = ['signin', 'app-info', 'authorize-failure'] as const;
/** Routes without header, sidebar and page header (SHELL-02). */
export const bareRoutes: readonly string[] = [...openRoutes];
/** Whether the address is the live board as a screen on a wall, which has nothing around it. */
export function isWallScreen(path: string, search: string): boolean {
  return isUnder([liveBoardPath], path) && new URLSearchParams(search).get('wall') === '1';
}
/** Path segments that make no crumb (CRUMB-02). */
export const ignoredCrumbSegments: readonly string[] = ['app-info'];

const trimmed = (path: string): string => path.replaceAll(/^\/+|\/+$/g, '');

/** Whether the path, its query ignored, is one of the listed routes or lies below one. */
export function isUnder(routes: readonly string[], path: string): boolean {
  const bare = trimmed(path.split('?')[0] ?? '');
  return routes.some((route) => bare === route || bare.startsWith(`${route}/`));
}

export function areaAt(path: string): Area | undefined {
  const bare = trimmed(path.split('?')[0] ?? '').toLowerCase();
  return areas.find((area) => area.path.toLowerCase() === bare);
}

/** `path` if it names a page that the viewer may see; undefined otherwise (ROUTE-08). */
export function visitable(path: string, canView: (group: AccessGroup) => boolean): string | undefined {
  const area = areaAt(path);
  return path.startsWith('/') && area !== undefined && canView(area.group) ? path : undefined;
}
