// The English texts of areas that are loaded on entering. One file an area.
import { enAudit } from './en-audit.ts';
import { enDashboard } from './en-dashboard.ts';
import { enCheckpoints } from './en-checkpoints.ts';
import { enDevices } from './en-devices.ts';
import { enEvidence } from './en-evidence.ts';
import { enExceptions } from './en-exceptions.ts';
import { enPersonalData } from './en-personal-data.ts';
import { enRetention } from './en-retention.ts';
import { enTrustSettings } from './en-trust-settings.ts';
import { enImports } from './en-imports.ts';
import { enIncidents } from './en-incidents.ts';
import { enLiveBoard } from './en-live-board.ts';
import { enLoginLogout } from './en-login-logout.ts';
import { enMail } from './en-mail.ts';
import { enPosts } from './en-posts.ts';
import { enRecords } from './en-records.ts';
import { enSettings } from './en-settings.ts';
import { enSignInSecurity } from './en-sign-in-security.ts';
import { enSignInProviders } from './en-sign-in-providers.ts';
import { enGuards } from './en-guards.ts';
import { enPatrolRoutes } from './en-patrol-routes.ts';
import { enShifts } from './en-shifts.ts';
import { enSitePlans } from './en-site-plans.ts';
import { enSites } from './en-sites.ts';
import { enRoundDetails } from './en-round-details.ts';
import { enScheduledReports } from './en-scheduled-reports.ts';
import { enTours } from './en-tours.ts';

export const enAreas = {
  ...enRoundDetails,
  ...enAudit,
  ...enDashboard,
  ...enSettings,
  ...enSignInProviders,
  ...enSignInSecurity,
  ...enRecords,
  ...enPosts,
  ...enSites,
  ...enSitePlans,
  ...enGuards,
  ...enImports,
  ...enCheckpoints,
  ...enPatrolRoutes,
  ...enShifts,
  ...enTours,
  ...enScheduledReports,
  ...enIncidents,
  ...enEvidence,
  ...enExceptions,
  ...enDevices,
  ...enTrustSettings,
  ...enPersonalData,
  ...enRetention,
  ...enLiveBoard,
  ...enLoginLogout,
  ...enMail,
} as const;
