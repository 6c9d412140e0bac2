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
}

interface Device {
  /** The digest that it is known by. */
  readonly hash: Buffer;
  /** To be set once somebody is let in; null for a program. */
  readonly cookie: string | null;
}

/** The same as long as the browser keeps its cookie; a program goes by its name and network. */
export function deviceOf(request: Request, client: Client): Device {
  const { address, agent } = request;
  if (client === 'program') return { hash: hashToken(`${agent}\n${address}`), cookie: null };
  const kept = readOwnCookie(request.header('cookie'), deviceCookie, request);
  const token = kept !== null && /^[\w-]{43}$/.test(kept) ? kept : makeToken();
  return { hash: hashToken(token), cookie: writeOwnCookie(deviceCookie, token, lifetimeSeconds, request) };
}
