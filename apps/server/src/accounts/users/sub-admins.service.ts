// What super admins may do with the accounts of a site (MNG-02, GRID-03).
import { accountInvitationsOfAddressMax, accountInvitationsPerDay } from '@watchpost/domain/mail-consents';
import type { SubAdmin } from '@watchpost/contract/sub-admins';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { hashPassword } from '../../platform/access/password.ts';
import { makeToken } from '../../platform/access/session-token.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { languageTag } from '../../platform/mail/language-tag.ts';
import { enqueueReset, findAccount } from './accounts.queries.ts';
import { hashEmail } from './one-time-code.ts';
import { countInvitations, secondsToNextMail } from './sent-invitations.queries.ts';
import {
  enqueueInvitation,
  findSiteName,
  findSubAdmins,
  type FoundSubAdmin,
  insertSubAdmin,
  type Names,
} from './sub-admins.queries.ts';

const secondsPerDay = 86_400;

interface Asked {
  readonly caller: ConsoleCaller;
  readonly language: string;
  readonly origin: AuditOrigin;
}

/** Throws notFound for a site that is not the caller's. */
export async function viewSubAdmins(scope: SiteScope, siteId: string): Promise<SubAdmin[]> {
  if ((await findSiteName(scope, siteId)) === null) throw new AppError('notFound');
  const found = await findSubAdmins(scope, { siteId });
  return found.map(
    ({ id, email, firstName, lastName, state, hasSecondStep, invitedAt, invitationEndsAt }) => ({
      id,
      email,
      firstName,
      lastName,
      state,
      hasSecondStep,
      invitedAtMs: invitedAt?.getTime() ?? null,
      invitationEndsAtMs: invitationEndsAt?.getTime() ?? null,
    }),
  );
}

/** The sub admin, for a super admin. Throws notPermitted for everybody else, notFound for whom no site has. */
export async function requireSubAdmin(
  { role, scope }: ConsoleCaller,
  userId: string,
): Promise<FoundSubAdmin> {
  if (role !== 'superAdmin') throw new AppError('notPermitted');
  const [found] = await findSubAdmins(scope, { userId });
  if (found === undefined) throw new AppError('notFound');
  return found;
}

/** Answers the account's id. Throws email_taken at `email`; notFound, slowDown. */
export async function invite(
  { caller, language, origin }: Asked,
  siteId: string,
  invited: Names & { readonly email: string },
): Promise<string> {
  const { role, scope } = caller;
  if (role !== 'superAdmin') throw new AppError('notPermitted');
  const siteName = await findSiteName(scope, siteId);
  if (siteName === null) throw new AppError('notFound');
  await requireMailsLeft(scope, invited.email);
  await requireInvitationsLeft(scope, invited.email);
  const taken = new InvalidInput({ email: 'email_taken' });
  try {
    const id = await insertSubAdmin(
      scope,
      {
        ...invited,
        siteId,
        siteName,
        passwordHash: await hashPassword(makeToken()),
        inviter: await nameOfCaller(caller),
        language: languageTag(language),
      },
      origin,
    );
    if (id === null) throw taken;
    return id;
  } catch (error) {
    throw isDuplicate(error, 'users_by_email') ? taken : error;
  }
}

/** Throws notFound for who is not waiting for a password, accountDeactivated, slowDown. */
export async function inviteAgain({ caller, language, origin }: Asked, userId: string): Promise<void> {
  const found = await requireSubAdmin(caller, userId);
  if (found.state === 'deactivated') throw new AppError('accountDeactivated');
  if (found.state !== 'invited') throw new AppError('notFound');
  const { email, siteName } = found;
  await requireMailsLeft(caller.scope, email);
  await requireInvitationsLeft(caller.scope, email);
  const inviter = await nameOfCaller(caller);
  const invitation = { userId, siteName, inviter, language: languageTag(language) };
  await enqueueInvitation(caller.scope, email, invitation, origin);
}

/** Throws accountDeactivated for whom no link would let in, slowDown. */
export async function mailReset({ caller, language, origin }: Asked, userId: string): Promise<void> {
  const { email, state } = await requireSubAdmin(caller, userId);
  if (state === 'deactivated') throw new AppError('accountDeactivated');
  const { db, tenantId } = caller.scope;
  await requireMailsLeft(caller.scope, email);
  await enqueueReset(db, { tenantId, email, language: languageTag(language) }, origin);
}

async function requireMailsLeft({ db, tenantId }: SiteScope, email: string): Promise<void> {
  const retryAfterSeconds = await secondsToNextMail(db, tenantId, hashEmail(email));
  if (retryAfterSeconds > 0) throw new AppError('slowDown', { retryAfterSeconds });
}

/** Strangers are not to be flooded in a company's name. Throws slowDown. */
async function requireInvitationsLeft({ db, tenantId }: SiteScope, email: string): Promise<void> {
  const { ofDay, ofAddress } = await countInvitations(db, tenantId, email);
  if (ofDay >= accountInvitationsPerDay || ofAddress >= accountInvitationsOfAddressMax) {
    throw new AppError('slowDown', { retryAfterSeconds: secondsPerDay });
  }
}

async function nameOfCaller({ scope: { db, tenantId }, userId }: ConsoleCaller): Promise<string> {
  const account = await findAccount(db, tenantId, userId);
  return account?.firstName || account?.email || '';
}
