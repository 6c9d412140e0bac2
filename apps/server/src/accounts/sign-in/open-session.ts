// The one place where a session of the console begins, whichever way somebody was recognised.
import type { SiteScope, Tenant } from '../../platform/access/caller.ts';
import { hashToken, makeToken, sessionCookie } from '../../platform/access/session-token.ts';
import { deleteOldTries } from '../../platform/access/sign-in-limit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { readOwnCookie } from '../../platform/http/own-cookies.ts';
import { type ConsoleUser, recordRefusal } from './admission.ts';
import { type Client, deviceOf } from './known-device.ts';
import { deleteExpiredSessions, insertSession } from './open-session.queries.ts';

interface Request {
  readonly tenant: Tenant;
  readonly db: SiteScope['db'];
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
  readonly caller: null;
  readonly isSecure: boolean;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
}

/**
 * Opens a session for somebody admitted, in place of the one that the browser had; its credential. `way` is what the audit log
 * tells of how, if anything. Where the account got another password, or was shut out, since somebody was admitted, throws
 * signInFailed after a password alone, as for a wrong one, and signInExpired after all else.
 */
export async function openSession(
  request: Request,
  user: ConsoleUser,
  way: Readonly<Record<string, string>> | null = null,
  client: Client = 'browser',
): Promise<string> {
  const { tenant, db, address, agent } = request;
  const token = makeToken();
  const replaced =
    client === 'browser' ? readOwnCookie(request.header('cookie'), sessionCookie, request) : null;
  const device = deviceOf(request, client);
  const hashes = {
    tokenHash: hashToken(token),
    deviceHash: device.hash,
    replacedHash: replaced === null ? null : hashToken(replaced),
  };
  const { id, role, passwordHash } = user;
  const session = { tenantId: tenant.id, userId: id, role, passwordHash, address, agent, ...hashes };
  if (!(await insertSession(db, session, auditOrigin(request, { id, role }), way))) {
    const refusal = new AppError(way === null ? 'signInFailed' : 'signInExpired');
    return recordRefusal(db, auditOrigin(request), user.email, refusal);
  }
  if (device.cookie !== null) request.setHeader('Set-Cookie', device.cookie);
  await deleteExpiredSessions(db, tenant.id);
  await deleteOldTries(db, tenant.id);
  return token;
}
