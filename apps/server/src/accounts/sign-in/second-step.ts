// Between the password and the session: a short-lived credential that opens nothing but the second step.
import { secondStepMinutes } from '@watchpost/domain/sign-in-factors';
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import { type CookieKind, readOwnCookie, writeOwnCookie } from '../../platform/http/own-cookies.ts';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type ConsoleUser, recordRefusal } from './admission.ts';
import {
  findPending,
  findSecondSteps,
  insertPending,
  insertPendingOf,
  type PendingSignIn,
} from './second-step.queries.ts';

const ofSignIn = { path: '/user-signin', sameSite: 'Strict' } as const;
/** For this tenant's sign-in alone, never for scripts and never from another site. */
const pendingCookie: CookieKind = { name: 'watchpost_second_step', ...ofSignIn };

interface Request {
  readonly tenant: Tenant;
  readonly db: SiteScope['db'];
  readonly isSecure: boolean;
  header(name: string): string | undefined;
  setHeader(name: string, value: string | string[]): void;
}

type PasswordRequest = Request & Parameters<typeof auditOrigin>[0];

/**
 * Call it once the password was right and before a session is opened. Throws secondStepNeeded where a password is not
 * enough: the account has a factor, or its tenant wants everybody to have one. Throws signInFailed, as for a wrong
 * password, where the account got another one, or was shut out, in the meantime.
 */
export async function askSecondStep(request: PasswordRequest, user: ConsoleUser): Promise<void> {
  const { db, tenant } = request;
  const { methods, isRequired } = await findSecondSteps(db, tenant.id, user.id);
  const mustEnrol = methods.length === 0;
  if (mustEnrol && !isRequired) return;
  const token = makeToken();
  const { id, role, passwordHash } = user;
  const admitted = { tenantId: tenant.id, userId: id, role, passwordHash };
  if (!(await insertPendingOf(db, { tokenHash: hashToken(token), mustEnrol, way: {} }, admitted))) {
    await recordRefusal(db, auditOrigin(request), user.email, new AppError('signInFailed'));
  }
  setPendingCookie(request, token);
  throw new AppError('secondStepNeeded');
}

/**
 * Says whether an account needs a second step here, after a provider has recognised it by one factor alone: where the tenant
 * requires two. `way` is how the audit log then names the provider.
 */
export async function needsOwnStep(
  request: Request,
  userId: string,
  way: PendingSignIn['way'],
): Promise<boolean> {
  const { methods, isRequired } = await findSecondSteps(request.db, request.tenant.id, userId);
  if (!isRequired) return false;
  const token = makeToken();
  const mustEnrol = methods.length === 0;
  const pending = { tenantId: request.tenant.id, tokenHash: hashToken(token), userId, mustEnrol, way };
  await insertPending(request.db, pending);
  setPendingCookie(request, token);
  return true;
}

function setPendingCookie(request: Request, token: string): void {
  request.setHeader('Set-Cookie', writeOwnCookie(pendingCookie, token, secondStepMinutes * 60, request));
}

export interface KnownPending extends PendingSignIn {
  readonly tokenHash: Buffer;
}

/** The sign-in that this browser has started, or null. */
export async function readPending(request: Request): Promise<KnownPending | null> {
  const token = readOwnCookie(request.header('cookie'), pendingCookie, request);
  if (token === null || token === '') return null;
  const tokenHash = hashToken(token);
  const pending = await findPending(request.db, request.tenant.id, tokenHash);
  return pending === null ? null : { ...pending, tokenHash };
}

/** Throws signInExpired when there is none. */
export async function requirePending(request: Request): Promise<KnownPending> {
  const pending = await readPending(request);
  if (pending === null) throw new AppError('signInExpired');
  return pending;
}

export function forgetPendingCookie(request: Request): void {
  request.setHeader('Set-Cookie', writeOwnCookie(pendingCookie, '', 0, request));
}

const browserCookie: CookieKind = { name: 'watchpost_passkey_sign_in', ...ofSignIn };

/** What a passkey's challenge is bound to before anybody is known: this browser, by a cookie. */
export function browserBinding(request: Request, maxAgeSeconds: number): string {
  const stored = readBrowserBinding(request);
  const binding = stored ?? makeToken();
  request.setHeader('Set-Cookie', writeOwnCookie(browserCookie, binding, maxAgeSeconds, request));
  return binding;
}

export function readBrowserBinding(request: Request): string | null {
  const value = readOwnCookie(request.header('cookie'), browserCookie, request);
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}
