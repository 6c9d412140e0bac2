// Every visible text of the console in English; other languages have the same keys. One file an area.
import { enAccounts } from './en-accounts.ts';
import { enAudit } from './en-audit.ts';
import { enMail } from './en-mail.ts';
import { enPages } from './en-pages.ts';
import { enNotifications } from './en-notifications.ts';
import { enProfile } from './en-profile.ts';
import { enPush } from './en-push.ts';
import { enRecords } from './en-records.ts';
import { enSites } from './en-sites.ts';
import { enReports } from './en-reports.ts';
import { enSettings } from './en-settings.ts';
import { enSignInProviders } from './en-sign-in-providers.ts';
import { enShell } from './en-shell.ts';
import { enSignInFactors } from './en-sign-in-factors.ts';

export const en = {
  ...enShell,
  ...enPages,
  ...enProfile,
  ...enPush,
  ...enNotifications,
  ...enAudit,
  ...enAccounts,
  ...enSignInFactors,
  ...enReports,
  ...enSettings,
  ...enSignInProviders,
  ...enRecords,
  ...enSites,
  ...enMail,
} as const;
