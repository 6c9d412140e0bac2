import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh credential of 256 random bits, for the cookie or the bearer header. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored instead of the credential. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The cross-site request token of a session: a page of another origin can neither read nor derive it. */
export function crossSiteToken(token: string): string {
  return createHash('sha256').update(`xsrf:${token}`).digest('base64url');
}

export function isSameToken(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export const sessionCookie = 'watchpost_session';
export const crossSiteCookie = 'XSRF-TOKEN';
export const crossSiteHeader = 'x-xsrf-token';

/** Value of a cookie in a Cookie header; null when absent. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
