// Everything the system can do, in one list: the OpenAPI document, the access matrix and the route check read it.
import * as auditLog from './audit-log.ts';
import type { Endpoint } from './endpoint.ts';
import * as accounts from './accounts.ts';
import { checkpointImportEndpoints } from './checkpoint-imports.ts';
import * as checkpointQuestions from './checkpoint-questions.ts';
import * as checkpoints from './checkpoints.ts';
import * as handoverNotes from './handover-notes.ts';
import * as postOrders from './post-orders.ts';
import * as roundRemarks from './round-remarks.ts';
import * as devices from './devices.ts';
import * as evidence from './evidence.ts';
import * as exceptionChanges from './exception-changes.ts';
import * as exceptions from './exceptions.ts';
import * as dashboard from './dashboard.ts';
import * as field from './field.ts';
import * as fieldDevices from './field-devices.ts';
import * as fieldDueRounds from './field-due-rounds.ts';
import * as fieldIncidents from './field-incidents.ts';
import * as files from './files.ts';
import { guardImportEndpoints } from './guard-imports.ts';
import * as floorPlans from './floor-plans.ts';
import * as guards from './guards.ts';
import * as incidents from './incidents.ts';
import * as infoPages from './info-pages.ts';
import * as listPreferences from './list-preferences.ts';
import * as liveBoard from './live-board.ts';
import * as loginLogout from './login-logout.ts';
import * as headWitnesses from './head-witnesses.ts';
import * as mailConsents from './mail-consents.ts';
import * as maps from './maps.ts';
import * as notifications from './notifications.ts';
import * as patrolRoutes from './patrol-routes.ts';
import * as personalData from './personal-data.ts';
import * as places from './places.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as scannedCheckpoints from './scanned-checkpoints.ts';
import * as sentMail from './sent-mail.ts';
import * as reportRuns from './report-runs.ts';
import * as scheduledReports from './scheduled-reports.ts';
import * as session from './session.ts';
import * as shifts from './shifts.ts';
import * as dueRounds from './due-rounds.ts';
import * as tours from './tours.ts';
import * as signInFactors from './sign-in-factors.ts';
import * as sos from './sos.ts';
import * as siteDetails from './site-details.ts';
import * as siteLogos from './site-logos.ts';
import * as sites from './sites.ts';
import * as signInProviders from './sign-in-providers.ts';
import * as subAdminAccess from './sub-admin-access.ts';
import * as subAdmins from './sub-admins.ts';
import * as tenantLogo from './tenant-logo.ts';
import * as tenantSettings from './tenant-settings.ts';
import * as retention from './retention.ts';
import * as trustSettings from './trust-settings.ts';
import * as checkpointScreens from './checkpoint-screens.ts';

function endpointsOf(room: Readonly<Record<string, unknown>>): Endpoint[] {
  return Object.values(room).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'reply' in value
  );
}

export const allEndpoints: readonly Endpoint[] = [
  session,
  signInFactors,
  accounts,
  scannedCheckpoints,
  loginLogout,
  dashboard,
  field,
  fieldDevices,
  fieldDueRounds,
  fieldIncidents,
  sos,
  liveBoard,
  incidents,
  devices,
  evidence,
  exceptions,
  exceptionChanges,
  infoPages,
  tenantSettings,
  retention,
  trustSettings,
  checkpointScreens,
  signInProviders,
  tenantLogo,
  subAdminAccess,
  subAdmins,
  auditLog,
  sentMail,
  maps,
  notifications,
  push,
  files,
  profile,
  sites,
  siteLogos,
  floorPlans,
  siteDetails,
  places,
  checkpoints,
  checkpointQuestions,
  postOrders,
  handoverNotes,
  roundRemarks,
  guards,
  personalData,
  guardImportEndpoints,
  checkpointImportEndpoints,
  shifts,
  tours,
  dueRounds,
  patrolRoutes,
  scheduledReports,
  reportRuns,
  headWitnesses,
  mailConsents,
  listPreferences,
].flatMap(endpointsOf);
