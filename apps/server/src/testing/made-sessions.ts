// Sessions made straight in the database: for tests that need many callers and not the way in.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { crossSiteToken, hashToken, makeToken } from '../platform/access/session-token.ts';
import type { Db } from '../platform/db/database.ts';
import { type MadeTenant, makeTenant, makeUser } from './factories.ts';
import { anyone, type Caller } from './test-app.ts';

/** Headers of a new session: a browser's cookies for a user, a device's bearer for a guard. */
export async function sessionHeaders(
  owner: Db,
  tenant: MadeTenant,
  who: { readonly userId: string } | { readonly guardId: string },
): Promise<Record<string, string>> {
  const token = makeToken();
  const isGuard = 'guardId' in who;
  await owner
    .insertInto('sessions')
    .values({
      tenant_id: tenant.id,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 3_600_000),
      ...(isGuard ? { guard_id: who.guardId, device_id: randomUUID() } : { user_id: who.userId }),
    })
    .execute();
  if (isGuard) return { authorization: `Bearer ${token}` };
  return { cookie: `watchpost_session=${token}`, 'x-xsrf-token': crossSiteToken(token) };
}

interface Server {
  readonly app: FastifyInstance;
  readonly owner: Db;
}

/** A browser in which the user is signed in; with `at`, its cookies sent to another tenant's addresses. */
export async function browserOf(
  { app, owner }: Server,
  tenant: MadeTenant,
  userId: string,
  at: MadeTenant = tenant,
): Promise<Caller> {
  return anyone(app, at, await sessionHeaders(owner, tenant, { userId }));
}

/** A browser in which a new user is signed in: a sub admin when a site is given, else a super admin. */
export async function browserOfNew(server: Server, tenant: MadeTenant, siteId?: string): Promise<Caller> {
  const { id } = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
  return browserOf(server, tenant, id);
}

/** A browser in which the super admin of another tenant is signed in. */
export const browserOfStranger = async (server: Server): Promise<Caller> =>
  browserOfNew(server, await makeTenant(server.owner));

/** A device on which the guard is signed in; with `at`, sending to another tenant's addresses. */
export async function deviceOf(
  { app, owner }: Server,
  tenant: MadeTenant,
  guardId: string,
  at: MadeTenant = tenant,
): Promise<Caller> {
  return anyone(app, at, await sessionHeaders(owner, tenant, { guardId }));
}

/** The user's sessions as of an hour ago: what opens the account asks for the password first. */
export async function makeStale(owner: Db, userId: string): Promise<void> {
  await owner
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', userId)
    .execute();
}
