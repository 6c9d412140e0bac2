import { createHash } from 'node:crypto';
import {
  changePassword,
  checkPasswordLink,
  endOtherSessions,
  endSession,
  forgotPassword,
  listSessions,
  requestSignupOtp,
  resendOtp,
  setPassword,
  verifyOtp,
} from '@watchpost/contract/accounts';
import type { BreachedPasswords } from '../../platform/access/breached-passwords.ts';
import { requireOwnTenant } from '../../platform/access/own-tenant.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { hashToken } from '../../platform/access/session-token.ts';
import type { SignInSubject } from '../../platform/access/sign-in-limit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Context, type Route, route } from '../../platform/http/route.ts';
import { requireFresh } from '../sign-in/fresh-session.ts';
import { findKnownBrowser, rememberBrowser } from '../sign-in/known-device.ts';
import { deleteOtherSessions, deleteOwnSession, findOwnSessions } from './account-sessions.queries.ts';
import { findLink } from './password-codes.queries.ts';
import { changePasswordOf, exchangeOtp, requestCode, setForgottenPassword } from './accounts.service.ts';

export interface AccountSettings {
  readonly secret: ServerSecret;
  /** Passwords that are refused because they leaked elsewhere; none when it is left out. */
  readonly breached?: BreachedPasswords;
}

const replyOf = (message: string) => ({ general: [{ message }] });

interface OtpSubject {
  readonly email?: string | undefined;
  readonly phoneNum?: string | undefined;
  readonly username?: string | undefined;
}
const nameOf = ({ email, phoneNum, username }: OtpSubject) => email ?? phoneNum ?? username ?? '';

type Recovering = Pick<Context<typeof forgotPassword>, 'tenant' | 'address'> &
  Parameters<typeof findKnownBrowser>[0];

/** Whose tries those of the request are. */
async function subjectOf(request: Recovering, username: string): Promise<SignInSubject> {
  const known = await findKnownBrowser(request, { email: username });
  return { tenantId: request.tenant.id, username, address: request.address, known };
}

const idOf = (tokenHash: Buffer) => createHash('sha256').update(tokenHash).digest('hex');

export function accountRoutes({ secret, breached }: AccountSettings): Route[] {
  return [...recoveryRoutes(secret, breached), ...ownAccountRoutes(breached)];
}

/** The way back into an account whose password is forgotten. */
function recoveryRoutes(secret: ServerSecret, breached: BreachedPasswords | undefined): Route[] {
  return [
    route(forgotPassword, async (context) => {
      const { tenant, db, body, language } = context;
      requireOwnTenant(tenant, body.tenantId);
      const subject = await subjectOf(context, body.username);
      await requestCode(db, subject, language, auditOrigin(context));
      return replyOf('Please check you email reset password link has been sent.');
    }),

    route(resendOtp, async (context) => {
      const { tenant, db, body, language } = context;
      requireOwnTenant(tenant, body.tenantId);
      const subject = await subjectOf(context, nameOf(body));
      await requestCode(db, subject, language, auditOrigin(context));
      return replyOf('A new OTP has been sent.');
    }),

    route(requestSignupOtp, async (context) => {
      const { tenant, db, body, language } = context;
      requireOwnTenant(tenant, body.tenantId);
      const subject = await subjectOf(context, nameOf(body));
      await requestCode(db, subject, language, auditOrigin(context));
      return replyOf('An OTP has been sent.');
    }),

    route(verifyOtp, async (context) => {
      const subject = await subjectOf(context, context.body.email);
      return { otpId: await exchangeOtp(context.db, secret, subject, context.body.otp) };
    }),

    route(checkPasswordLink, async ({ tenant, db, body }) => {
      const { state, isInvitation, endsAt } = await findLink(db, tenant.id, hashToken(body.otpId));
      return { state, isInvitation, endsAtMs: endsAt?.getTime() ?? null };
    }),

    route(setPassword, async (context) => {
      const { tenant, db, body } = context;
      const knowBrowser = (userId: string) => rememberBrowser(context, userId);
      const asked = { ...context, origin: auditOrigin(context), breached, knowBrowser };
      await setForgottenPassword(db, { tenantId: tenant.id, ...body }, asked);
      return replyOf('Your password has been set. Sign in with it now.');
    }),
  ];
}

function ownAccountRoutes(breached: BreachedPasswords | undefined): Route[] {
  return [
    route(changePassword, async (context) => {
      const { caller, body } = context;
      const asked = { ...context, origin: auditOrigin(context), breached };
      await changePasswordOf(caller.scope, caller, body, asked);
      return replyOf('Password changed successfully.');
    }),

    route(listSessions, async ({ caller }) => {
      const current = idOf(caller.tokenHash);
      const rows = await findOwnSessions(caller.scope, caller.userId);
      const data = rows.map(({ tokenHash, address, agent, createdAt, lastSeenAt }) => {
        const id = idOf(tokenHash);
        const times = { createdAtMs: createdAt.getTime(), lastSeenAtMs: lastSeenAt.getTime() };
        return { id, address, agent, ...times, isCurrent: id === current };
      });
      return { data: data.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) };
    }),

    route(endSession, async (context) => {
      const { caller, params } = context;
      await requireFresh(caller);
      await deleteOwnSession(caller.scope, caller.userId, params.sessionId, auditOrigin(context));
      return replyOf('That session has ended.');
    }),

    route(endOtherSessions, async (context) => {
      const { caller } = context;
      await requireFresh(caller);
      await deleteOtherSessions(caller.scope, caller.userId, caller.tokenHash, auditOrigin(context));
      return replyOf('All other sessions have ended.');
    }),
  ];
}
