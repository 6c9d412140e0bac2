// Sessions of an account: where it is signed in, and ending that.
import { sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { idleLimit } from '../../platform/access/caller.queries.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';

/** Ends them at once: every request looks its session up. */
export async function deleteSessions(
  db: Db,
  { tenantId, userId, current = null }: { tenantId: string; userId: string; current?: Buffer | null },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .$if(current !== null, (query) => query.where('token_hash', '!=', current))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export interface OwnSession {
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly agent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Live sessions of the caller, the latest used first. */
export async function findOwnSessions({ db, tenantId }: SiteScope, userId: string): Promise<OwnSession[]> {
  return db
    .selectFrom('sessions')
    .select([
      'token_hash as tokenHash',
      'address',
      'agent',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`expires_at > now() AND last_seen_at > now() - ${sql.raw(idleLimit)}`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .limit(100)
    .execute();
}

/** The session's id is a digest of what is stored, which is itself a digest of the credential. */
export async function deleteOwnSession(
  { db, tenantId }: SiteScope,
  userId: string,
  idHash: string,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where(sql<boolean>`encode(sha256(token_hash), 'hex') = ${idHash}`)
      .returning(['agent', 'address'])
      .executeTakeFirst();
    await insertAuditEntry(trx, origin, {
      action: 'session.ended',
      ...(ended !== undefined && {
        before: { browser: ended.agent, address: ended.address },
      }),
      after: { sessionsEnded: ended === undefined ? 0 : 1 },
    });
  });
}

export async function deleteOtherSessions(
  { db, tenantId }: SiteScope,
  userId: string,
  current: Buffer,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sessionsEnded = await deleteSessions(trx, { tenantId, userId, current });
    await insertAuditEntry(trx, origin, { action: 'session.endedAll', after: { sessionsEnded } });
  });
}

interface AccountToEnd {
  readonly db: Db;
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly origin: AuditOrigin;
}

/** How many sessions of somebody else's account were ended. */
export async function deleteAllSessions(account: AccountToEnd): Promise<number> {
  const { db, tenantId, userId, email, origin } = account;
  return db.transaction().execute(async (trx) => {
    const sessionsEnded = await deleteSessions(trx, { tenantId, userId });
    const subject = { id: userId, label: email };
    await insertAuditEntry(trx, origin, { action: 'session.endedAll', subject, after: { sessionsEnded } });
    return sessionsEnded;
  });
}
