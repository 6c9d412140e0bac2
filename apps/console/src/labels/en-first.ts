// The English texts that every visit needs; those of areas that are loaded on entering are in en-areas.ts, and the SOS bar and details bring their own.
import { enAccounts } from './en-accounts.ts';
import { enNarrowing } from './en-narrowing.ts';
import { enNotifications } from './en-notifications.ts';
import { enPages } from './en-pages.ts';
import { enProfile } from './en-profile.ts';
import { enPush } from './en-push.ts';
import { enRemarks } from './en-remarks.ts';
import { enReports } from './en-reports.ts';
import { enShell } from './en-shell.ts';
import { enSignInFactors } from './en-sign-in-factors.ts';
import { enTrust } from './en-trust.ts';

export const enFirst = {
  ...enShell,
  ...enPages,
  ...enAccounts,
  ...enSignInFactors,
  ...enProfile,
  ...enPush,
  ...enNotifications,
  ...enReports,
  ...enRemarks,
  ...enTrust,
  ...enNarrowing,
} as const;
