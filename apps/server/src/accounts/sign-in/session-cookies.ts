import type { Tenant } from '../../platform/access/caller.ts';
import { writeOwnCookie } from '../../platform/http/own-cookies.ts';
import { crossSiteCookie, crossSiteToken, sessionCookie } from '../../platform/access/session-token.ts';

const lifetimeSeconds = 30 * 24 * 3600;

interface CookieContext {
  readonly tenant: Tenant;
  readonly defaultTenant: string;
  readonly isSecure: boolean;
}

/**
 * The credential, taken by this tenant's API only and never shown to scripts, and beside it the cross-site request token,
 * readable by this tenant's console only. The tenants of one browser do not see each other's.
 */
export function signInCookies(token: string, context: CookieContext): string[] {
  return cookies(token, crossSiteToken(token), lifetimeSeconds, context);
}

export function signOutCookies(context: CookieContext): string[] {
  return cookies('', '', 0, context);
}

function cookies(token: string, crossSite: string, maxAge: number, context: CookieContext): string[] {
  const { tenant, defaultTenant, isSecure } = context;
  const common = `Max-Age=${maxAge}; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const consolePaths = tenant.slug === defaultTenant ? ['/', `/${tenant.slug}/`] : [`/${tenant.slug}/`];
  return [
    writeOwnCookie(sessionCookie, token, maxAge, context),
    ...consolePaths.map((path) => `${crossSiteCookie}=${crossSite}; Path=${path}; ${common}`),
  ];
}
