// Which component draws which area, and the no-access page for those whose role lacks it (ROUTE-09).
import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { areas } from '../lib/areas.ts';
import { session, useSession } from '../lib/current-session.ts';
import { useLanguage } from '../lib/labels.ts';
import { loadAreaTexts } from '../lib/language.ts';
import { NoAccessPage } from './failure-pages.tsx';

type Area = (typeof areas)[number];
type LazyPage = AsyncRouteComponent<object>;

const pages: Record<Area['page'], LazyPage> = {
  dashboard: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  'scanned-checkpoints': lazyRouteComponent(
    () => import('../features/scanned-checkpoints/scanned-checkpoints-page.tsx'),
    'ScannedCheckpointsPage',
  ),
  'round-details': lazyRouteComponent(
    () => import('../features/scanned-checkpoints/round-details-page.tsx'),
    'RoundDetailsPage',
  ),
  'live-board': lazyRouteComponent(
    () => import('../features/live-board/live-board-page.tsx'),
    'LiveBoardPage',
  ),
  'login-logout': lazyRouteComponent(
    () => import('../features/login-logout/login-logout-page.tsx'),
    'LoginLogoutPage',
  ),
  'session-details': lazyRouteComponent(
    () => import('../features/login-logout/session-details-page.tsx'),
    'SessionDetailsPage',
  ),
  exceptions: lazyRouteComponent(
    () => import('../features/exceptions/exceptions-page.tsx'),
    'ExceptionsPage',
  ),
  'exception-details': lazyRouteComponent(
    () => import('../features/exceptions/exception-details-page.tsx'),
    'ExceptionDetailsPage',
  ),
  'tenant-settings': lazyRouteComponent(
    () => import('../features/app-settings/tenant-settings-page.tsx'),
    'TenantSettingsPage',
  ),
  'sub-admin-access': lazyRouteComponent(
    () => import('../features/app-settings/sub-admin-access-page.tsx'),
    'SubAdminAccessPage',
  ),
  'sign-in-provider': lazyRouteComponent(
    () => import('../features/app-settings/sign-in-provider-page.tsx'),
    'SignInProviderPage',
  ),
  'trust-settings': lazyRouteComponent(
    () => import('../features/app-settings/trust-settings-page.tsx'),
    'TrustSettingsPage',
  ),
  retention: lazyRouteComponent(() => import('../features/app-settings/retention-page.tsx'), 'RetentionPage'),
  'info-page-editor': lazyRouteComponent(
    () => import('../features/app-settings/info-page-editor-page.tsx'),
    'InfoPageEditorPage',
  ),
  'audit-log': lazyRouteComponent(() => import('../features/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
  'sent-mail': lazyRouteComponent(() => import('../features/sent-mail/sent-mail-page.tsx'), 'SentMailPage'),
  sites: lazyRouteComponent(() => import('../features/sites/sites-page.tsx'), 'SitesPage'),
  'add-site': lazyRouteComponent(() => import('../features/sites/site-form-page.tsx'), 'AddSitePage'),
  'edit-site': lazyRouteComponent(() => import('../features/sites/site-form-page.tsx'), 'EditSitePage'),
  'floor-plan': lazyRouteComponent(() => import('../features/sites/floor-plan-page.tsx'), 'FloorPlanPage'),
  'site-details': lazyRouteComponent(
    () => import('../features/sites/site-details-page.tsx'),
    'SiteDetailsPage',
  ),
  guards: lazyRouteComponent(() => import('../features/guards/guards-page.tsx'), 'GuardsPage'),
  'add-guard': lazyRouteComponent(() => import('../features/guards/guard-form-page.tsx'), 'AddGuardPage'),
  'edit-guard': lazyRouteComponent(() => import('../features/guards/guard-form-page.tsx'), 'EditGuardPage'),
  'guard-details': lazyRouteComponent(
    () => import('../features/guards/guard-details-page.tsx'),
    'GuardDetailsPage',
  ),
  'import-guards': lazyRouteComponent(
    () => import('../features/guards/guard-import-page.tsx'),
    'GuardImportPage',
  ),
  'import-checkpoints': lazyRouteComponent(
    () => import('../features/checkpoints/checkpoint-import-page.tsx'),
    'CheckpointImportPage',
  ),
  checkpoints: lazyRouteComponent(
    () => import('../features/checkpoints/checkpoints-page.tsx'),
    'CheckpointsPage',
  ),
  'add-checkpoint': lazyRouteComponent(
    () => import('../features/checkpoints/checkpoint-form-page.tsx'),
    'AddCheckpointPage',
  ),
  'edit-checkpoint': lazyRouteComponent(
    () => import('../features/checkpoints/checkpoint-form-page.tsx'),
    'EditCheckpointPage',
  ),
  'checkpoint-details': lazyRouteComponent(
    () => import('../features/checkpoints/checkpoint-details-page.tsx'),
    'CheckpointDetailsPage',
  ),
  shifts: lazyRouteComponent(() => import('../features/shifts/shifts-page.tsx'), 'ShiftsPage'),
  'add-shift': lazyRouteComponent(() => import('../features/shifts/shift-form-page.tsx'), 'AddShiftPage'),
  'edit-shift': lazyRouteComponent(() => import('../features/shifts/shift-form-page.tsx'), 'EditShiftPage'),
  'patrol-routes': lazyRouteComponent(
    () => import('../features/patrol-routes/patrol-routes-page.tsx'),
    'PatrolRoutesPage',
  ),
  'add-patrol-route': lazyRouteComponent(
    () => import('../features/patrol-routes/route-form-page.tsx'),
    'AddPatrolRoutePage',
  ),
  'edit-patrol-route': lazyRouteComponent(
    () => import('../features/patrol-routes/route-form-page.tsx'),
    'EditPatrolRoutePage',
  ),
  'patrol-route-details': lazyRouteComponent(
    () => import('../features/patrol-routes/route-details-page.tsx'),
    'RouteDetailsPage',
  ),
  'patrol-tours': lazyRouteComponent(() => import('../features/tours/tours-page.tsx'), 'ToursPage'),
  'add-patrol-tour': lazyRouteComponent(() => import('../features/tours/tour-form-page.tsx'), 'AddTourPage'),
  'edit-patrol-tour': lazyRouteComponent(
    () => import('../features/tours/tour-form-page.tsx'),
    'EditTourPage',
  ),
  'due-rounds': lazyRouteComponent(() => import('../features/tours/due-rounds-page.tsx'), 'DueRoundsPage'),
  'evidence-log': lazyRouteComponent(
    () => import('../features/evidence-log/evidence-log-page.tsx'),
    'EvidenceLogPage',
  ),
  'scheduled-reports': lazyRouteComponent(
    () => import('../features/scheduled-reports/scheduled-reports-page.tsx'),
    'ScheduledReportsPage',
  ),
  'add-scheduled-report': lazyRouteComponent(
    () => import('../features/scheduled-reports/report-form-page.tsx'),
    'AddReportPage',
  ),
  'edit-scheduled-report': lazyRouteComponent(
    () => import('../features/scheduled-reports/report-form-page.tsx'),
    'EditReportPage',
  ),
  'scheduled-report-details': lazyRouteComponent(
    () => import('../features/scheduled-reports/report-details-page.tsx'),
    'ReportDetailsPage',
  ),
  devices: lazyRouteComponent(() => import('../features/devices/devices-page.tsx'), 'DevicesPage'),
  incidents: lazyRouteComponent(() => import('../features/incidents/incidents-page.tsx'), 'IncidentsPage'),
  'add-incident': lazyRouteComponent(
    () => import('../features/incidents/incident-form-page.tsx'),
    'AddIncidentPage',
  ),
  'edit-incident': lazyRouteComponent(
    () => import('../features/incidents/incident-form-page.tsx'),
    'EditIncidentPage',
  ),
  'incident-details': lazyRouteComponent(
    () => import('../features/incidents/incident-details-page.tsx'),
    'IncidentDetailsPage',
  ),
};

/** Pages that everybody opens first: their texts are there from the beginning. */
const withFirstTexts: ReadonlySet<Area['page']> = new Set(['scanned-checkpoints', 'round-details']);

/** The page of an area; its code is not even fetched for those who may not see it. */
export function pageOf({ group, page }: Area): LazyPage {
  const Page = pages[page];
  function AreaPage() {
    useLanguage();
    const mayView = useSession((current) => current.canView(group));
    // Times on the page are written anew when the tenant chooses another format.
    useSession((current) => current.tenantConfig('dateFormat'));
    return mayView ? <Page /> : <NoAccessPage />;
  }
  // The router awaits this as part of entering the route, so the page before stays until the next one is there.
  AreaPage.preload = async () => {
    if (!session.canView(group)) return;
    await Promise.all([Page.preload?.(), withFirstTexts.has(page) ? undefined : loadAreaTexts()]);
  };
  return AreaPage;
}
