import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieKind } from '../http/own-cookies.ts';

/** A fresh credential of 256 random bits, for the cookie or the bearer header. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored instead of the credential. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The cross-site request token of a session: a page of another origin can neither read nor derive it. */
export function crossSiteToken(token: string): string {
  return hash('sha256', `xsrf:${token}`, 'base64url');
}

export function isSameToken(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export const sessionCookie: CookieKind = { name: 'watchpost_session', path: '', sameSite: 'Strict' };
/** Read by scripts, so its name is the specification's over TLS too. It is never taken from a cookie, only from the header. */
export const crossSiteCookie = 'XSRF-TOKEN';
export const crossSiteHeader = 'x-xsrf-token';
