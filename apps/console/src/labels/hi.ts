// Every visible text of the console in Hindi: the keys of en.ts, an hi-<area>.ts for each en-<area>.ts.
import type { en } from './en.ts';
import { hiAccounts } from './hi-accounts.ts';
import { hiErrors } from './hi-errors.ts';
import { hiAudit } from './hi-audit.ts';
import { hiDashboard } from './hi-dashboard.ts';
import { hiCheckpoints } from './hi-checkpoints.ts';
import { hiFields } from './hi-fields.ts';
import { hiImports } from './hi-imports.ts';
import { hiDevices } from './hi-devices.ts';
import { hiEvidence } from './hi-evidence.ts';
import { hiExceptions } from './hi-exceptions.ts';
import { hiRoundDetails } from './hi-round-details.ts';
import { hiTrust } from './hi-trust.ts';
import { hiPersonalData } from './hi-personal-data.ts';
import { hiRetention } from './hi-retention.ts';
import { hiTrustSettings } from './hi-trust-settings.ts';
import { hiIncidents } from './hi-incidents.ts';
import { hiLiveBoard } from './hi-live-board.ts';
import { hiLoginLogout } from './hi-login-logout.ts';
import { hiMail } from './hi-mail.ts';
import { hiPages } from './hi-pages.ts';
import { hiNarrowing } from './hi-narrowing.ts';
import { hiNotifications } from './hi-notifications.ts';
import { hiProfile } from './hi-profile.ts';
import { hiPush } from './hi-push.ts';
import { hiPosts } from './hi-posts.ts';
import { hiRecords } from './hi-records.ts';
import { hiGuards } from './hi-guards.ts';
import { hiPatrolRoutes } from './hi-patrol-routes.ts';
import { hiShifts } from './hi-shifts.ts';
import { hiSitePlans } from './hi-site-plans.ts';
import { hiSos } from './hi-sos.ts';
import { hiSites } from './hi-sites.ts';
import { hiScheduledReports } from './hi-scheduled-reports.ts';
import { hiTours } from './hi-tours.ts';
import { hiReports } from './hi-reports.ts';
import { hiRemarks } from './hi-remarks.ts';
import { hiSettings } from './hi-settings.ts';
import { hiSignInSecurity } from './hi-sign-in-security.ts';
import { hiSignInProviders } from './hi-sign-in-providers.ts';
import { hiShell } from './hi-shell.ts';
import { hiSignInFactors } from './hi-sign-in-factors.ts';

export const hi: Readonly<Record<keyof typeof en, string>> = {
  ...hiShell,
  ...hiPages,
  ...hiProfile,
  ...hiPush,
  ...hiSos,
  ...hiNotifications,
  ...hiAudit,
  ...hiDashboard,
  ...hiAccounts,
  ...hiSignInFactors,
  ...hiReports,
  ...hiNarrowing,
  ...hiSettings,
  ...hiSignInProviders,
  ...hiSignInSecurity,
  ...hiRecords,
  ...hiPosts,
  ...hiRemarks,
  ...hiSites,
  ...hiSitePlans,
  ...hiGuards,
  ...hiImports,
  ...hiCheckpoints,
  ...hiPatrolRoutes,
  ...hiShifts,
  ...hiTours,
  ...hiScheduledReports,
  ...hiIncidents,
  ...hiEvidence,
  ...hiExceptions,
  ...hiDevices,
  ...hiRoundDetails,
  ...hiTrust,
  ...hiTrustSettings,
  ...hiPersonalData,
  ...hiRetention,
  ...hiLiveBoard,
  ...hiLoginLogout,
  ...hiMail,
};

/** With what only a translation needs: English shows what the server says. */
export const hiSpoken: Readonly<Record<string, string>> = { ...hi, ...hiErrors, ...hiFields };
