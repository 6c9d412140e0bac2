// Between the password and the session: a short-lived credential that opens nothing but the second step.
import { secondStepMinutes } from '@watchpost/domain/sign-in-factors';
import type { SiteScope, Tenant } from '../access/caller.ts';
import { hashToken, makeToken, readCookie } from '../access/session-token.ts';
import { AppError } from '../http/app-error.ts';
import { findPending, findSecondSteps, insertPending, type PendingSignIn } from './second-step.queries.ts';

const pendingCookie = 'watchpost_second_step';

interface Request {
  readonly tenant: Tenant;
  readonly db: SiteScope['db'];
  readonly isSecure: boolean;
  header(name: string): string | undefined;
  setHeader(name: string, value: string | string[]): void;
}

/** Sent to this tenant's sign-in alone, never to scripts and never from another site. */
function cookie(name: string, value: string, maxAgeSeconds: number, { tenant, isSecure }: Request): string {
  const attributes = `Path=/api/${tenant.slug}/user-signin; HttpOnly; Max-Age=${maxAgeSeconds}; SameSite=Strict`;
  return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
}

/**
 * Call it once the password was right and before a session is opened. Throws secondStepNeeded where a password is not
 * enough: the account has a factor, or its tenant wants everybody to have one.
 */
export async function askSecondStep(request: Request, userId: string): Promise<void> {
  const { db, tenant } = request;
  const { methods, isRequired } = await findSecondSteps(db, tenant.id, userId);
  const mustEnrol = methods.length === 0;
  if (mustEnrol && !isRequired) return;
  const token = makeToken();
  await insertPending(db, { tenantId: tenant.id, tokenHash: hashToken(token), userId, mustEnrol });
  request.setHeader('Set-Cookie', cookie(pendingCookie, token, secondStepMinutes * 60, request));
  throw new AppError('secondStepNeeded');
}

export interface KnownPending extends PendingSignIn {
  readonly tokenHash: Buffer;
}

/** The sign-in that this browser has begun, or null. */
export async function readPending(request: Request): Promise<KnownPending | null> {
  const token = readCookie(request.header('cookie'), pendingCookie);
  if (token === null || token === '') return null;
  const tokenHash = hashToken(token);
  const pending = await findPending(request.db, request.tenant.id, tokenHash);
  return pending === null ? null : { ...pending, tokenHash };
}

/** Throws signInExpired when there is none, crossSiteToken when another site's page asks. */
export async function requirePending(request: Request): Promise<KnownPending> {
  refuseOtherSites(request);
  const pending = await readPending(request);
  if (pending === null) throw new AppError('signInExpired');
  return pending;
}

export function forgetPendingCookie(request: Request): void {
  request.setHeader('Set-Cookie', cookie(pendingCookie, '', 0, request));
}

const browserCookie = 'watchpost_passkey_sign_in';

/** What a passkey's challenge is bound to before anybody is known: this browser, by a cookie. */
export function browserBinding(request: Request, maxAgeSeconds: number): string {
  const kept = readBrowserBinding(request);
  const binding = kept ?? makeToken();
  request.setHeader('Set-Cookie', cookie(browserCookie, binding, maxAgeSeconds, request));
  return binding;
}

export function readBrowserBinding(request: Request): string | null {
  const value = readCookie(request.header('cookie'), browserCookie);
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

/**
 * Before there is a session there is no cross-site request token either: browsers themselves tell where a request
 * comes from, beside the cookies' own SameSite.
 */
export function refuseOtherSites({ header }: Pick<Request, 'header'>): void {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('crossSiteToken');
}
