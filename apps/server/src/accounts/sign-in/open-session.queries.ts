import { sql } from 'kysely';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Admitted, lockAdmitted } from './lock-admitted.queries.ts';
import { meetDevice } from './known-devices.queries.ts';

export interface NewSession extends Admitted {
  readonly tokenHash: Buffer;
  readonly address: string;
  readonly agent: string;
  readonly deviceHash: Buffer;
  /** Of the session that it takes the place of in its browser, if there is one. */
  readonly replacedHash: Buffer | null;
}

/** However busy, a console session ends after this. */
const sessionLifetime = sql<Date>`now() + interval '30 days'`;

/** False, and nothing stored, where the account changed since it was let in. `after` is what the audit entry tells of the way in. */
export async function insertSession(
  db: Db,
  session: NewSession,
  origin: AuditOrigin,
  after: Readonly<Record<string, string>> | null,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockAdmitted(transaction, session))) return false;
    if (session.replacedHash !== null) {
      await transaction
        .deleteFrom('sessions')
        .where('tenant_id', '=', session.tenantId)
        .where('token_hash', '=', session.replacedHash)
        .execute();
    }
    await transaction
      .insertInto('sessions')
      .values({
        tenant_id: session.tenantId,
        token_hash: session.tokenHash,
        user_id: session.userId,
        address: session.address,
        agent: session.agent,
        expires_at: sessionLifetime,
      })
      .execute();
    await insertAuditEntry(transaction, origin, { action: 'session.signedIn', after });
    await meetDevice(transaction, session);
    return true;
  });
}

export async function deleteExpiredSessions(db: Db, tenantId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`expires_at < now()`)
    .execute();
}
