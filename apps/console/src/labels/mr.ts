// Every visible text of the console in Marathi: the keys of en.ts, an mr-<area>.ts for each en-<area>.ts.
import type { en } from './en.ts';
import { mrAccounts } from './mr-accounts.ts';
import { mrErrors } from './mr-errors.ts';
import { mrAudit } from './mr-audit.ts';
import { mrDashboard } from './mr-dashboard.ts';
import { mrCheckpoints } from './mr-checkpoints.ts';
import { mrFields } from './mr-fields.ts';
import { mrImports } from './mr-imports.ts';
import { mrDevices } from './mr-devices.ts';
import { mrEvidence } from './mr-evidence.ts';
import { mrExceptions } from './mr-exceptions.ts';
import { mrRoundDetails } from './mr-round-details.ts';
import { mrTrust } from './mr-trust.ts';
import { mrPersonalData } from './mr-personal-data.ts';
import { mrRetention } from './mr-retention.ts';
import { mrTrustSettings } from './mr-trust-settings.ts';
import { mrIncidents } from './mr-incidents.ts';
import { mrLiveBoard } from './mr-live-board.ts';
import { mrLoginLogout } from './mr-login-logout.ts';
import { mrMail } from './mr-mail.ts';
import { mrPages } from './mr-pages.ts';
import { mrNarrowing } from './mr-narrowing.ts';
import { mrNotifications } from './mr-notifications.ts';
import { mrProfile } from './mr-profile.ts';
import { mrPush } from './mr-push.ts';
import { mrPosts } from './mr-posts.ts';
import { mrRecords } from './mr-records.ts';
import { mrGuards } from './mr-guards.ts';
import { mrPatrolRoutes } from './mr-patrol-routes.ts';
import { mrShifts } from './mr-shifts.ts';
import { mrSitePlans } from './mr-site-plans.ts';
import { mrSos } from './mr-sos.ts';
import { mrSites } from './mr-sites.ts';
import { mrScheduledReports } from './mr-scheduled-reports.ts';
import { mrTours } from './mr-tours.ts';
import { mrReports } from './mr-reports.ts';
import { mrRemarks } from './mr-remarks.ts';
import { mrSettings } from './mr-settings.ts';
import { mrSignInSecurity } from './mr-sign-in-security.ts';
import { mrSignInProviders } from './mr-sign-in-providers.ts';
import { mrShell } from './mr-shell.ts';
import { mrSignInFactors } from './mr-sign-in-factors.ts';

export const mr: Readonly<Record<keyof typeof en, string>> = {
  ...mrShell,
  ...mrPages,
  ...mrProfile,
  ...mrPush,
  ...mrSos,
  ...mrNotifications,
  ...mrAudit,
  ...mrDashboard,
  ...mrAccounts,
  ...mrSignInFactors,
  ...mrReports,
  ...mrNarrowing,
  ...mrSettings,
  ...mrSignInProviders,
  ...mrSignInSecurity,
  ...mrRecords,
  ...mrPosts,
  ...mrRemarks,
  ...mrSites,
  ...mrSitePlans,
  ...mrGuards,
  ...mrImports,
  ...mrCheckpoints,
  ...mrPatrolRoutes,
  ...mrShifts,
  ...mrTours,
  ...mrScheduledReports,
  ...mrIncidents,
  ...mrEvidence,
  ...mrExceptions,
  ...mrDevices,
  ...mrRoundDetails,
  ...mrTrust,
  ...mrTrustSettings,
  ...mrPersonalData,
  ...mrRetention,
  ...mrLiveBoard,
  ...mrLoginLogout,
  ...mrMail,
};

/** With what only a translation needs: English shows what the server says. */
export const mrSpoken: Readonly<Record<string, string>> = { ...mr, ...mrErrors, ...mrFields };
