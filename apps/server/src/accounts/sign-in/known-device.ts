// Tells a browser that somebody signed in with before from any other. It opens nothing, but has tries of its own.
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import { type CookieKind, readOwnCookie, writeOwnCookie } from '../../platform/http/own-cookies.ts';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import { deviceMark, insertKnownDevice, isKnownDevice, type KnownAccount } from './known-devices.queries.ts';

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

const tokenPattern = /^[\w-]{43}$/;

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
  const stored = readOwnCookie(request.header('cookie'), deviceCookie, request);
  const token = stored !== null && tokenPattern.test(stored) ? stored : makeToken();
  return { hash: hashToken(token), cookie: writeOwnCookie(deviceCookie, token, lifetimeSeconds, request) };
}

/** The mark of the browser that asks; null where no one signed in with it, or a program asks. */
export function markOfBrowser(request: Pick<Request, 'tenant' | 'isSecure' | 'header'>): string | null {
  const stored = readOwnCookie(request.header('cookie'), deviceCookie, request);
  return stored !== null && tokenPattern.test(stored) ? deviceMark(hashToken(stored)) : null;
}

/** Lets the browser count as known to the account from now on; its digest. For who proved in another way to be its owner. */
export async function rememberBrowser(request: Asking & Setting, userId: string): Promise<Buffer> {
  const { hash, cookie } = deviceOf(request, 'browser');
  await insertKnownDevice(request.db, request.tenant.id, userId, hash);
  if (cookie !== null) request.setHeader('Set-Cookie', cookie);
  return hash;
}

interface Setting {
  setHeader(name: string, value: string): void;
}

interface Asking extends Request {
  readonly db: SiteScope['db'];
}

/**
 * The digest of this browser where the account was opened with it before; null for any other, and for programs, whose name and
 * address are no secret. Takes as long for an account that does not exist.
 */
export async function findKnownBrowser(request: Asking, account: KnownAccount): Promise<Buffer | null> {
  const stored = readOwnCookie(request.header('cookie'), deviceCookie, request);
  if (stored === null || !tokenPattern.test(stored)) return null;
  const hash = hashToken(stored);
  return (await isKnownDevice(request.db, request.tenant.id, hash, account)) ? hash : null;
}
