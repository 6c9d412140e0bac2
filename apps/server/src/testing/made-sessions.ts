// Sessions made straight in the database: for tests that need many callers and not the way in.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { crossSiteToken, hashToken, makeToken } from '../access/session-token.ts';
import type { Db } from '../db/database.ts';
import type { MadeTenant } from './factories.ts';
import { anyone, type Caller } from './test-app.ts';

const soon = () => new Date(Date.now() + 3_600_000);

/** A browser in which the user is signed in; with `at`, its cookies sent to another tenant's addresses. */
export async function browserOf(
  { app, owner }: { app: FastifyInstance; owner: Db },
  tenant: MadeTenant,
  userId: string,
  at: MadeTenant = tenant,
): Promise<Caller> {
  const token = makeToken();
  const row = { tenant_id: tenant.id, token_hash: hashToken(token), user_id: userId, expires_at: soon() };
  await owner.insertInto('sessions').values(row).execute();
  return anyone(app, at, { cookie: `watchpost_session=${token}`, 'x-xsrf-token': crossSiteToken(token) });
}

/** A device on which the guard is signed in; with `at`, sending to another tenant's addresses. */
export async function deviceOf(
  { app, owner }: { app: FastifyInstance; owner: Db },
  tenant: MadeTenant,
  guardId: string,
  at: MadeTenant = tenant,
): Promise<Caller> {
  const token = makeToken();
  const row = { tenant_id: tenant.id, token_hash: hashToken(token), guard_id: guardId, expires_at: soon() };
  await owner
    .insertInto('sessions')
    .values({ ...row, device_id: randomUUID() })
    .execute();
  return anyone(app, at, { authorization: `Bearer ${token}` });
}
