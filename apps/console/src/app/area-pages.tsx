// Which component draws which area, and the no-access page for those whose role lacks it (ROUTE-09).
import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Area } from '../lib/areas.ts';
import { session, useSession } from '../lib/current-session.ts';
import { fetched } from '../lib/fetched-code.ts';
import { useLanguage } from '../lib/labels.ts';
import { loadAreaTexts } from '../lib/language.ts';
import { viewerZone } from '../lib/viewer-zone.ts';
import { areaCode } from './area-code.ts';
import { NoAccessPage } from './failure-pages.tsx';
import { queryClient } from './query-client.ts';
import { followViewerZone } from './zone-following.ts';

type LazyPage = AsyncRouteComponent<object>;

export const lazyPage: typeof lazyRouteComponent = (code, name) =>
  lazyRouteComponent(() => fetched(code), name);

const pages: Record<Area['page'], LazyPage> = {
  dashboard: lazyPage(areaCode.dashboard, 'DashboardPage'),
  'scanned-checkpoints': lazyPage(async () => {
    const file = await areaCode['scanned-checkpoints']();
    await file.beginReport(queryClient);
    return file;
  }, 'ScannedCheckpointsPage'),
  'round-details': lazyPage(areaCode['round-details'], 'RoundDetailsPage'),
  'live-board': lazyPage(areaCode['live-board'], 'LiveBoardPage'),
  'login-logout': lazyPage(areaCode['login-logout'], 'LoginLogoutPage'),
  'session-details': lazyPage(areaCode['session-details'], 'SessionDetailsPage'),
  exceptions: lazyPage(areaCode.exceptions, 'ExceptionsPage'),
  'exception-details': lazyPage(areaCode['exception-details'], 'ExceptionDetailsPage'),
  'tenant-settings': lazyPage(areaCode['tenant-settings'], 'TenantSettingsPage'),
  'sub-admin-access': lazyPage(areaCode['sub-admin-access'], 'SubAdminAccessPage'),
  'sign-in-provider': lazyPage(areaCode['sign-in-provider'], 'SignInProviderPage'),
  'trust-settings': lazyPage(areaCode['trust-settings'], 'TrustSettingsPage'),
  retention: lazyPage(areaCode.retention, 'RetentionPage'),
  'info-page-editor': lazyPage(areaCode['info-page-editor'], 'InfoPageEditorPage'),
  'audit-log': lazyPage(areaCode['audit-log'], 'AuditLogPage'),
  'sent-mail': lazyPage(areaCode['sent-mail'], 'SentMailPage'),
  sites: lazyPage(areaCode.sites, 'SitesPage'),
  'add-site': lazyPage(areaCode['add-site'], 'AddSitePage'),
  'edit-site': lazyPage(areaCode['edit-site'], 'EditSitePage'),
  'floor-plan': lazyPage(areaCode['floor-plan'], 'FloorPlanPage'),
  'site-details': lazyPage(areaCode['site-details'], 'SiteDetailsPage'),
  guards: lazyPage(areaCode.guards, 'GuardsPage'),
  'add-guard': lazyPage(areaCode['add-guard'], 'AddGuardPage'),
  'edit-guard': lazyPage(areaCode['edit-guard'], 'EditGuardPage'),
  'guard-details': lazyPage(areaCode['guard-details'], 'GuardDetailsPage'),
  'import-guards': lazyPage(areaCode['import-guards'], 'GuardImportPage'),
  'import-checkpoints': lazyPage(areaCode['import-checkpoints'], 'CheckpointImportPage'),
  checkpoints: lazyPage(areaCode.checkpoints, 'CheckpointsPage'),
  'add-checkpoint': lazyPage(areaCode['add-checkpoint'], 'AddCheckpointPage'),
  'edit-checkpoint': lazyPage(areaCode['edit-checkpoint'], 'EditCheckpointPage'),
  'checkpoint-details': lazyPage(areaCode['checkpoint-details'], 'CheckpointDetailsPage'),
  shifts: lazyPage(areaCode.shifts, 'ShiftsPage'),
  'add-shift': lazyPage(areaCode['add-shift'], 'AddShiftPage'),
  'edit-shift': lazyPage(areaCode['edit-shift'], 'EditShiftPage'),
  'shift-details': lazyPage(areaCode['shift-details'], 'ShiftDetailsPage'),
  'patrol-routes': lazyPage(areaCode['patrol-routes'], 'PatrolRoutesPage'),
  'add-patrol-route': lazyPage(areaCode['add-patrol-route'], 'AddPatrolRoutePage'),
  'edit-patrol-route': lazyPage(areaCode['edit-patrol-route'], 'EditPatrolRoutePage'),
  'patrol-route-details': lazyPage(areaCode['patrol-route-details'], 'RouteDetailsPage'),
  'patrol-tours': lazyPage(areaCode['patrol-tours'], 'ToursPage'),
  'add-patrol-tour': lazyPage(areaCode['add-patrol-tour'], 'AddTourPage'),
  'edit-patrol-tour': lazyPage(areaCode['edit-patrol-tour'], 'EditTourPage'),
  'patrol-tour-details': lazyPage(areaCode['patrol-tour-details'], 'TourDetailsPage'),
  'due-rounds': lazyPage(areaCode['due-rounds'], 'DueRoundsPage'),
  'evidence-log': lazyPage(areaCode['evidence-log'], 'EvidenceLogPage'),
  'scheduled-reports': lazyPage(areaCode['scheduled-reports'], 'ScheduledReportsPage'),
  'add-scheduled-report': lazyPage(areaCode['add-scheduled-report'], 'AddReportPage'),
  'edit-scheduled-report': lazyPage(areaCode['edit-scheduled-report'], 'EditReportPage'),
  'scheduled-report-details': lazyPage(areaCode['scheduled-report-details'], 'ReportDetailsPage'),
  devices: lazyPage(areaCode.devices, 'DevicesPage'),
  incidents: lazyPage(areaCode.incidents, 'IncidentsPage'),
  'add-incident': lazyPage(areaCode['add-incident'], 'AddIncidentPage'),
  'edit-incident': lazyPage(areaCode['edit-incident'], 'EditIncidentPage'),
  'incident-details': lazyPage(areaCode['incident-details'], 'IncidentDetailsPage'),
};

/** Pages that everybody opens first: their texts are there from the beginning. */
const withFirstTexts: ReadonlySet<Area['page']> = new Set(['scanned-checkpoints', 'round-details']);

/** The page of an area; its code is not even fetched for those who may not see it. */
export function pageOf({ group, page }: Area): LazyPage {
  const Page = pages[page];
  function AreaPage() {
    useLanguage();
    const mayView = useSession((current) => current.canView(group));
    // Times on the page are written again in another format, or by another zone.
    useSession((current) => current.tenantConfig('dateFormat'));
    useSyncExternalStore(followViewerZone, viewerZone);
    return mayView ? <Page /> : <NoAccessPage />;
  }
  // The router awaits this as part of entering the route, so the page before stays until the next one is there.
  AreaPage.preload = async () => {
    if (!session.canView(group)) return;
    await Promise.all([Page.preload?.(), withFirstTexts.has(page) ? undefined : fetched(loadAreaTexts)]);
  };
  return AreaPage;
}
