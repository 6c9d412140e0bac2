// The signed-in part of the route table, an entry a page (ROUTE-04, ROUTE-05): its paths, who may open it, and where its code
// is, which is fetched when the page is entered, and not before (ROUTE-06).
import type { QueryClient } from '@tanstack/react-query';
import type { FunctionComponent } from 'react';
import { homePath, liveBoardPath, type Page, pageIn, setPages } from '../lib/pages.ts';

/** A page's entry, whatever its code exports. */
export interface ConsolePage extends Page {
  /** Its texts are there from the beginning, as it is opened first. */
  readonly hasFirstTexts: boolean;
  readonly fetchCode: () => Promise<object>;
  /** Fetches the code, begins what it begins before it is drawn, and gives what draws it. */
  readonly open: (client: QueryClient) => Promise<FunctionComponent>;
}

interface Entry<Name extends string, Code> extends Page {
  readonly code: () => Promise<Code>;
  readonly component: Name;
  readonly begin?: (code: Code, client: QueryClient) => Promise<void>;
  readonly hasFirstTexts?: boolean;
}

function page<Name extends string, Code extends Readonly<Record<Name, FunctionComponent>>>({
  code,
  component,
  begin,
  hasFirstTexts = false,
  ...entry
}: Entry<Name, Code>): ConsolePage {
  const open = async (client: QueryClient) => {
    const file = await code();
    await begin?.(file, client);
    return file[component];
  };
  return { ...entry, hasFirstTexts, fetchCode: code, open };
}

export const pages: readonly ConsolePage[] = [
  page({
    paths: [homePath, 'admin-dashboard/dashboard'],
    group: 'DASHBOARD',
    code: () => import('../features/dashboard/dashboard-page.tsx'),
    component: 'DashboardPage',
  }),
  page({
    paths: [liveBoardPath],
    group: 'DASHBOARD',
    code: () => import('../features/live-board/live-board-page.tsx'),
    component: 'LiveBoardPage',
  }),
  page({
    paths: ['patrolling-reports', 'patrolling-reports/scanned-checkpoints', 'scanned-checkpoints'],
    group: 'SCANNED_CHECKPOINTS',
    code: () => import('../features/scanned-checkpoints/scanned-checkpoints-page.tsx'),
    component: 'ScannedCheckpointsPage',
    begin: ({ beginReport }, client) => beginReport(client),
    hasFirstTexts: true,
  }),
  page({
    paths: ['patrolling-reports/scanned-checkpoints-details', 'scanned-checkpoints-details'],
    group: 'SCANNED_CHECKPOINTS',
    code: () => import('../features/scanned-checkpoints/round-details-page.tsx'),
    component: 'RoundDetailsPage',
    hasFirstTexts: true,
  }),
  page({
    paths: ['patrolling-reports/login-logout', 'login-logout'],
    group: 'LOGIN_LOGOUT',
    code: () => import('../features/login-logout/login-logout-page.tsx'),
    component: 'LoginLogoutPage',
  }),
  page({
    paths: ['patrolling-reports/login-logout-details', 'login-logout-details'],
    group: 'LOGIN_LOGOUT',
    code: () => import('../features/login-logout/session-details-page.tsx'),
    component: 'SessionDetailsPage',
  }),
  page({
    paths: ['patrolling-reports/exceptions'],
    group: 'EXCEPTIONS',
    code: () => import('../features/exceptions/exceptions-page.tsx'),
    component: 'ExceptionsPage',
  }),
  page({
    paths: ['patrolling-reports/exceptions-details'],
    group: 'EXCEPTIONS',
    code: () => import('../features/exceptions/exception-details-page.tsx'),
    component: 'ExceptionDetailsPage',
  }),
  page({
    paths: ['patrolling-reports/evidence-log'],
    group: 'EVIDENCE_LOG',
    code: () => import('../features/evidence-log/evidence-log-page.tsx'),
    component: 'EvidenceLogPage',
  }),
  page({
    paths: ['patrolling-reports/scheduled-reports'],
    group: 'SCHEDULED_REPORTS',
    code: () => import('../features/scheduled-reports/scheduled-reports-page.tsx'),
    component: 'ScheduledReportsPage',
  }),
  page({
    paths: ['patrolling-reports/scheduled-reports/add-report'],
    group: 'SCHEDULED_REPORTS',
    code: () => import('../features/scheduled-reports/report-form-page.tsx'),
    component: 'AddReportPage',
  }),
  page({
    paths: ['patrolling-reports/scheduled-reports/edit-report'],
    group: 'SCHEDULED_REPORTS',
    code: () => import('../features/scheduled-reports/report-form-page.tsx'),
    component: 'EditReportPage',
  }),
  page({
    paths: ['patrolling-reports/scheduled-reports/report-details'],
    group: 'SCHEDULED_REPORTS',
    code: () => import('../features/scheduled-reports/report-details-page.tsx'),
    component: 'ReportDetailsPage',
  }),
  page({
    paths: ['manage-sites'],
    group: 'SITES',
    code: () => import('../features/sites/sites-page.tsx'),
    component: 'SitesPage',
  }),
  page({
    paths: ['manage-sites/add-site'],
    group: 'SITES',
    code: () => import('../features/sites/site-form-page.tsx'),
    component: 'AddSitePage',
  }),
  page({
    paths: ['manage-sites/edit-site'],
    group: 'SITES',
    code: () => import('../features/sites/site-form-page.tsx'),
    component: 'EditSitePage',
  }),
  page({
    paths: ['manage-sites/site-details'],
    group: 'SITES',
    code: () => import('../features/sites/site-details-page.tsx'),
    component: 'SiteDetailsPage',
  }),
  page({
    paths: ['manage-sites/floor-plan'],
    group: 'SITES',
    code: () => import('../features/sites/floor-plan-page.tsx'),
    component: 'FloorPlanPage',
  }),
  page({
    paths: ['manage-security-guards'],
    group: 'GUARDS',
    code: () => import('../features/guards/guards-page.tsx'),
    component: 'GuardsPage',
  }),
  page({
    paths: ['manage-security-guards/add-guard'],
    group: 'GUARDS',
    code: () => import('../features/guards/guard-form-page.tsx'),
    component: 'AddGuardPage',
  }),
  page({
    paths: ['manage-security-guards/edit-guard'],
    group: 'GUARDS',
    code: () => import('../features/guards/guard-form-page.tsx'),
    component: 'EditGuardPage',
  }),
  page({
    paths: ['manage-security-guards/guard-details'],
    group: 'GUARDS',
    code: () => import('../features/guards/guard-details-page.tsx'),
    component: 'GuardDetailsPage',
  }),
  page({
    paths: ['manage-security-guards/import-guards'],
    group: 'GUARDS',
    code: () => import('../features/guards/guard-import-page.tsx'),
    component: 'GuardImportPage',
  }),
  page({
    paths: ['manage-checkpoints'],
    group: 'CHECKPOINTS',
    code: () => import('../features/checkpoints/checkpoints-page.tsx'),
    component: 'CheckpointsPage',
  }),
  page({
    paths: ['manage-checkpoints/add-checkpoint'],
    group: 'CHECKPOINTS',
    code: () => import('../features/checkpoints/checkpoint-form-page.tsx'),
    component: 'AddCheckpointPage',
  }),
  page({
    paths: ['manage-checkpoints/edit-checkpoint'],
    group: 'CHECKPOINTS',
    code: () => import('../features/checkpoints/checkpoint-form-page.tsx'),
    component: 'EditCheckpointPage',
  }),
  page({
    paths: ['manage-checkpoints/checkpoint-details'],
    group: 'CHECKPOINTS',
    code: () => import('../features/checkpoints/checkpoint-details-page.tsx'),
    component: 'CheckpointDetailsPage',
  }),
  page({
    paths: ['manage-checkpoints/import-checkpoints'],
    group: 'CHECKPOINTS',
    code: () => import('../features/checkpoints/checkpoint-import-page.tsx'),
    component: 'CheckpointImportPage',
  }),
  page({
    paths: ['manage-shifts'],
    group: 'SHIFTS',
    code: () => import('../features/shifts/shifts-page.tsx'),
    component: 'ShiftsPage',
  }),
  page({
    paths: ['manage-shifts/add-shift'],
    group: 'SHIFTS',
    code: () => import('../features/shifts/shift-form-page.tsx'),
    component: 'AddShiftPage',
  }),
  page({
    paths: ['manage-shifts/edit-shift'],
    group: 'SHIFTS',
    code: () => import('../features/shifts/shift-form-page.tsx'),
    component: 'EditShiftPage',
  }),
  page({
    paths: ['manage-shifts/shift-details'],
    group: 'SHIFTS',
    code: () => import('../features/shifts/shift-details-page.tsx'),
    component: 'ShiftDetailsPage',
  }),
  page({
    paths: ['manage-incidents'],
    group: 'INCIDENTS',
    code: () => import('../features/incidents/incidents-page.tsx'),
    component: 'IncidentsPage',
  }),
  page({
    paths: ['manage-incidents/add-incident'],
    group: 'INCIDENTS',
    code: () => import('../features/incidents/incident-form-page.tsx'),
    component: 'AddIncidentPage',
  }),
  page({
    paths: ['manage-incidents/edit-incident'],
    group: 'INCIDENTS',
    code: () => import('../features/incidents/incident-form-page.tsx'),
    component: 'EditIncidentPage',
  }),
  page({
    paths: ['manage-incidents/incident-details'],
    group: 'INCIDENTS',
    code: () => import('../features/incidents/incident-details-page.tsx'),
    component: 'IncidentDetailsPage',
  }),
  page({
    paths: ['manage-patrol-routes'],
    group: 'PATROL_ROUTES',
    code: () => import('../features/patrol-routes/patrol-routes-page.tsx'),
    component: 'PatrolRoutesPage',
  }),
  page({
    paths: ['manage-patrol-routes/add-route'],
    group: 'PATROL_ROUTES',
    code: () => import('../features/patrol-routes/route-form-page.tsx'),
    component: 'AddPatrolRoutePage',
  }),
  page({
    paths: ['manage-patrol-routes/edit-route'],
    group: 'PATROL_ROUTES',
    code: () => import('../features/patrol-routes/route-form-page.tsx'),
    component: 'EditPatrolRoutePage',
  }),
  page({
    paths: ['manage-patrol-routes/route-details'],
    group: 'PATROL_ROUTES',
    code: () => import('../features/patrol-routes/route-details-page.tsx'),
    component: 'RouteDetailsPage',
  }),
  page({
    paths: ['manage-patrol-tours'],
    group: 'PATROL_TOURS',
    code: () => import('../features/tours/tours-page.tsx'),
    component: 'ToursPage',
  }),
  page({
    paths: ['manage-patrol-tours/add-tour'],
    group: 'PATROL_TOURS',
    code: () => import('../features/tours/tour-form-page.tsx'),
    component: 'AddTourPage',
  }),
  page({
    paths: ['manage-patrol-tours/edit-tour'],
    group: 'PATROL_TOURS',
    code: () => import('../features/tours/tour-form-page.tsx'),
    component: 'EditTourPage',
  }),
  page({
    paths: ['manage-patrol-tours/tour-details'],
    group: 'PATROL_TOURS',
    code: () => import('../features/tours/tour-details-page.tsx'),
    component: 'TourDetailsPage',
  }),
  page({
    paths: ['manage-patrol-tours/due-rounds'],
    group: 'PATROL_TOURS',
    code: () => import('../features/tours/due-rounds-page.tsx'),
    component: 'DueRoundsPage',
  }),
  page({
    paths: ['manage-devices'],
    group: 'DEVICES',
    code: () => import('../features/devices/devices-page.tsx'),
    component: 'DevicesPage',
  }),
  page({
    paths: ['app-settings/sent-mail'],
    group: 'SENT_MAIL',
    code: () => import('../features/sent-mail/sent-mail-page.tsx'),
    component: 'SentMailPage',
  }),
  page({
    paths: ['app-settings/audit-log'],
    group: 'AUDIT_LOG',
    code: () => import('../features/audit-log/audit-log-page.tsx'),
    component: 'AuditLogPage',
  }),
  page({
    paths: ['app-settings'],
    group: 'APP_SETTINGS',
    code: () => import('../features/app-settings/tenant-settings-page.tsx'),
    component: 'TenantSettingsPage',
  }),
  page({
    paths: ['app-settings/access'],
    group: 'APP_SETTINGS',
    code: () => import('../features/app-settings/sub-admin-access-page.tsx'),
    component: 'SubAdminAccessPage',
  }),
  page({
    paths: ['app-settings/sign-in'],
    group: 'APP_SETTINGS',
    code: () => import('../features/app-settings/sign-in-provider-page.tsx'),
    component: 'SignInProviderPage',
  }),
  page({
    paths: ['app-settings/trust'],
    group: 'APP_SETTINGS',
    code: () => import('../features/app-settings/trust-settings-page.tsx'),
    component: 'TrustSettingsPage',
  }),
  page({
    paths: ['app-settings/retention'],
    group: 'APP_SETTINGS',
    code: () => import('../features/app-settings/retention-page.tsx'),
    component: 'RetentionPage',
  }),
  page({
    paths: [
      'app-settings/about-company',
      'app-settings/FAQs',
      'app-settings/privacy-policy',
      'app-settings/contact-us',
      'app-settings/terms-and-conditions',
    ],
    group: 'APP_SETTINGS',
    code: () => import('../features/app-settings/info-page-editor-page.tsx'),
    component: 'InfoPageEditorPage',
  }),
];

setPages(pages);

/** The page at a path below the hash, its query ignored. */
export const pageAt = (path: string): ConsolePage | undefined => pageIn(pages, path);

export const signInCode = () => import('../features/sign-in/sign-in-page.tsx');
