import { randomBytes } from 'node:crypto';
import { otpLifetimeMinutes } from '@watchpost/domain/one-time-codes';
import { invitationDays } from '@watchpost/domain/sub-admins';
import { uuidv7 } from 'uuidv7';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import { findTimeText } from '../../platform/branding/mail-time.queries.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { type JobHandler, handleJob } from '../../platform/jobs/job.ts';
import {
  type Invitation,
  invitedJob,
  type PasswordChange,
  passwordChangedJob,
  type ResetRequest,
  resetRequestedJob,
} from './account-jobs.ts';
import {
  findAccount,
  findConsoleAccount,
  findSlug,
  insertCodeAndInvitation,
  insertCodeAndMail,
  queuePasswordChanged,
} from './accounts.queries.ts';
import { hashEmail, macOfOtp, makeOtp } from './one-time-code.ts';

export interface AccountJobSettings {
  readonly secret: ServerSecret;
  /** Address of a tenant's console, ending in a slash. */
  readonly consoleUrl: (slug: string) => string;
}

export function accountJobs(settings: AccountJobSettings): JobHandler[] {
  return [
    handleJob(resetRequestedJob, (asked, db) => sendReset(asked, db, settings)),
    handleJob(invitedJob, (invited, db) => sendInvitation(invited, db, settings)),
    handleJob(passwordChangedJob, (changed, db) => mailPasswordChanged(changed, db, settings)),
  ];
}

type Db = Parameters<typeof findSlug>[0];

const signInPage = async (db: Db, tenantId: string, { consoleUrl }: AccountJobSettings): Promise<string> =>
  `${consoleUrl(await findSlug(db, tenantId))}#/signin`;

/** Of an address without an account, too, the code is stored, so that both take as long. */
async function sendReset(
  { tenantId, email, language: asked, isKnown = false }: ResetRequest,
  db: Db,
  settings: AccountJobSettings,
): Promise<void> {
  const account = await findConsoleAccount(db, tenantId, email);
  const id = uuidv7();
  const otp = makeOtp();
  const token = makeToken();
  const code = {
    tenantId,
    id,
    emailHash: hashEmail(email),
    userId: account?.id ?? null,
    otpMac: account === null ? randomBytes(32) : macOfOtp(settings.secret, id, otp),
    linkHash: hashToken(token),
    isKnown,
  };
  if (account === null) return insertCodeAndMail(db, code, null);
  const language = account.language ?? asked;
  const link = `${await signInPage(db, tenantId, settings)}?reset=${token}`;
  return insertCodeAndMail(db, code, { to: account, language, otp, link, minutes: otpLifetimeMinutes });
}

async function sendInvitation(
  { tenantId, userId, siteName, inviter, language }: Invitation,
  db: Db,
  settings: AccountJobSettings,
): Promise<void> {
  const to = await findAccount(db, tenantId, userId);
  if (to === null) return;
  const token = makeToken();
  const code = {
    tenantId,
    id: uuidv7(),
    emailHash: hashEmail(to.email),
    userId,
    // An invitation has no code to type.
    otpMac: randomBytes(32),
    linkHash: hashToken(token),
    isInvitation: true,
  };
  const link = `${await signInPage(db, tenantId, settings)}?reset=${token}`;
  const values = { firstName: to.firstName, inviter, site: siteName, link, days: invitationDays };
  await insertCodeAndInvitation(db, code, { to: to.email, language, values });
}

async function mailPasswordChanged(
  { tenantId, userId, atMs, language: asked, timeZone }: PasswordChange,
  db: Db,
  settings: AccountJobSettings,
): Promise<void> {
  const to = await findAccount(db, tenantId, userId);
  if (to === null) return;
  const signInLink = await signInPage(db, tenantId, settings);
  const language = to.language ?? asked;
  const at = await findTimeText(db, tenantId, atMs, { language, timeZone });
  await queuePasswordChanged(db, { tenantId, to, language, at, signInLink });
}
