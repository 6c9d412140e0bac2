// Which component draws which area, and the no-access page for those whose role lacks it (ROUTE-09).
import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import type { Area } from '../lib/areas.ts';
import { session, useSession } from '../lib/current-session.ts';
import { useLanguage } from '../lib/labels.ts';
import { loadAreaTexts } from '../lib/language.ts';
import { areaCode } from './area-code.ts';
import { NoAccessPage } from './failure-pages.tsx';
import { queryClient } from './query-client.ts';

type LazyPage = AsyncRouteComponent<object>;

const pages: Record<Area['page'], LazyPage> = {
  dashboard: lazyRouteComponent(areaCode.dashboard, 'DashboardPage'),
  'scanned-checkpoints': lazyRouteComponent(async () => {
    const file = await areaCode['scanned-checkpoints']();
    await file.beginReport(queryClient);
    return file;
  }, 'ScannedCheckpointsPage'),
  'round-details': lazyRouteComponent(areaCode['round-details'], 'RoundDetailsPage'),
  'live-board': lazyRouteComponent(areaCode['live-board'], 'LiveBoardPage'),
  'login-logout': lazyRouteComponent(areaCode['login-logout'], 'LoginLogoutPage'),
  'session-details': lazyRouteComponent(areaCode['session-details'], 'SessionDetailsPage'),
  exceptions: lazyRouteComponent(areaCode.exceptions, 'ExceptionsPage'),
  'exception-details': lazyRouteComponent(areaCode['exception-details'], 'ExceptionDetailsPage'),
  'tenant-settings': lazyRouteComponent(areaCode['tenant-settings'], 'TenantSettingsPage'),
  'sub-admin-access': lazyRouteComponent(areaCode['sub-admin-access'], 'SubAdminAccessPage'),
  'sign-in-provider': lazyRouteComponent(areaCode['sign-in-provider'], 'SignInProviderPage'),
  'trust-settings': lazyRouteComponent(areaCode['trust-settings'], 'TrustSettingsPage'),
  retention: lazyRouteComponent(areaCode.retention, 'RetentionPage'),
  'info-page-editor': lazyRouteComponent(areaCode['info-page-editor'], 'InfoPageEditorPage'),
  'audit-log': lazyRouteComponent(areaCode['audit-log'], 'AuditLogPage'),
  'sent-mail': lazyRouteComponent(areaCode['sent-mail'], 'SentMailPage'),
  sites: lazyRouteComponent(areaCode.sites, 'SitesPage'),
  'add-site': lazyRouteComponent(areaCode['add-site'], 'AddSitePage'),
  'edit-site': lazyRouteComponent(areaCode['edit-site'], 'EditSitePage'),
  'floor-plan': lazyRouteComponent(areaCode['floor-plan'], 'FloorPlanPage'),
  'site-details': lazyRouteComponent(areaCode['site-details'], 'SiteDetailsPage'),
  guards: lazyRouteComponent(areaCode.guards, 'GuardsPage'),
  'add-guard': lazyRouteComponent(areaCode['add-guard'], 'AddGuardPage'),
  'edit-guard': lazyRouteComponent(areaCode['edit-guard'], 'EditGuardPage'),
  'guard-details': lazyRouteComponent(areaCode['guard-details'], 'GuardDetailsPage'),
  'import-guards': lazyRouteComponent(areaCode['import-guards'], 'GuardImportPage'),
  'import-checkpoints': lazyRouteComponent(areaCode['import-checkpoints'], 'CheckpointImportPage'),
  checkpoints: lazyRouteComponent(areaCode.checkpoints, 'CheckpointsPage'),
  'add-checkpoint': lazyRouteComponent(areaCode['add-checkpoint'], 'AddCheckpointPage'),
  'edit-checkpoint': lazyRouteComponent(areaCode['edit-checkpoint'], 'EditCheckpointPage'),
  'checkpoint-details': lazyRouteComponent(areaCode['checkpoint-details'], 'CheckpointDetailsPage'),
  shifts: lazyRouteComponent(areaCode.shifts, 'ShiftsPage'),
  'add-shift': lazyRouteComponent(areaCode['add-shift'], 'AddShiftPage'),
  'edit-shift': lazyRouteComponent(areaCode['edit-shift'], 'EditShiftPage'),
  'patrol-routes': lazyRouteComponent(areaCode['patrol-routes'], 'PatrolRoutesPage'),
  'add-patrol-route': lazyRouteComponent(areaCode['add-patrol-route'], 'AddPatrolRoutePage'),
  'edit-patrol-route': lazyRouteComponent(areaCode['edit-patrol-route'], 'EditPatrolRoutePage'),
  'patrol-route-details': lazyRouteComponent(areaCode['patrol-route-details'], 'RouteDetailsPage'),
  'patrol-tours': lazyRouteComponent(areaCode['patrol-tours'], 'ToursPage'),
  'add-patrol-tour': lazyRouteComponent(areaCode['add-patrol-tour'], 'AddTourPage'),
  'edit-patrol-tour': lazyRouteComponent(areaCode['edit-patrol-tour'], 'EditTourPage'),
  'due-rounds': lazyRouteComponent(areaCode['due-rounds'], 'DueRoundsPage'),
  'evidence-log': lazyRouteComponent(areaCode['evidence-log'], 'EvidenceLogPage'),
  'scheduled-reports': lazyRouteComponent(areaCode['scheduled-reports'], 'ScheduledReportsPage'),
  'add-scheduled-report': lazyRouteComponent(areaCode['add-scheduled-report'], 'AddReportPage'),
  'edit-scheduled-report': lazyRouteComponent(areaCode['edit-scheduled-report'], 'EditReportPage'),
  'scheduled-report-details': lazyRouteComponent(areaCode['scheduled-report-details'], 'ReportDetailsPage'),
  devices: lazyRouteComponent(areaCode.devices, 'DevicesPage'),
  incidents: lazyRouteComponent(areaCode.incidents, 'IncidentsPage'),
  'add-incident': lazyRouteComponent(areaCode['add-incident'], 'AddIncidentPage'),
  'edit-incident': lazyRouteComponent(areaCode['edit-incident'], 'EditIncidentPage'),
  'incident-details': lazyRouteComponent(areaCode['incident-details'], 'IncidentDetailsPage'),
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
