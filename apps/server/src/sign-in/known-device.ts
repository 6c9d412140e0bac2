// Tells a browser that somebody signed in with before from one that nobody knows. It opens nothing.
import type { Tenant } from '../access/caller.ts';
import { type CookieKind, readOwnCookie, writeOwnCookie } from '../http/own-cookies.ts';
import { hashToken, makeToken } from '../access/session-token.ts';

/** Lax, so that somebody who comes back from a sign-in provider is known too. */
const deviceCookie: CookieKind = { name: 'watchpost_device', path: '', sameSite: 'Lax' };
/** The longest that browsers keep a cookie. */
const lifetimeSeconds = 400 * 24 * 3600;

/** Programs hold a token of their own instead of cookies. */
export type Client = 'browser' | 'program';

interface Request {
  readonly tenant: Tenant;
  readonly address: string;
  readonly agent: string;
  readonly isSecure: boolean;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
}

/**
 * The digest that the device is known by, the same as long as the browser keeps its cookie, which this sets anew; a
 * program goes by its name and network.
 */
export function deviceHash(request: Request, client: Client): Buffer {
  const { address, agent } = request;
  if (client === 'program') return hashToken(`${agent}\n${address}`);
  const kept = readOwnCookie(request.header('cookie'), deviceCookie, request);
  const token = kept !== null && /^[\w-]{43}$/.test(kept) ? kept : makeToken();
  request.setHeader('Set-Cookie', writeOwnCookie(deviceCookie, token, lifetimeSeconds, request));
  return hashToken(token);
}
