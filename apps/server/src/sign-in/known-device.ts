// Tells a browser that somebody signed in with before from one that nobody knows. It opens nothing.
import type { Tenant } from '../access/caller.ts';
import { hashToken, makeToken, readCookie } from '../access/session-token.ts';

const deviceCookie = 'watchpost_device';
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
  const { tenant, address, agent, isSecure } = request;
  if (client === 'program') return hashToken(`${agent}\n${address}`);
  const kept = readCookie(request.header('cookie'), deviceCookie);
  const token = kept !== null && /^[\w-]{43}$/.test(kept) ? kept : makeToken();
  // Lax, so that somebody who comes back from a sign-in provider is known too.
  const attributes = `Path=/api/${tenant.slug}; HttpOnly; Max-Age=${lifetimeSeconds}; SameSite=Lax`;
  request.setHeader('Set-Cookie', `${deviceCookie}=${token}; ${attributes}${isSecure ? '; Secure' : ''}`);
  return hashToken(token);
}
