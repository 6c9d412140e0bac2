import { CompiledQuery, sql } from 'kysely';
import { otpMailsPerHour } from '@watchpost/domain/one-time-codes';
import type { Db } from '../../platform/db/database.ts';

/** How many accounts the tenant has invited within a day that have not answered, and how often the address was mailed that. */
export async function countInvitations(
  db: Db,
  tenantId: string,
  email: string,
): Promise<{ ofDay: number; ofAddress: number }> {
  const text = `SELECT (SELECT count(*)::int FROM users u WHERE u.tenant_id = $1::uuid
      AND u.invited_at > now() - interval '24 hours') AS "ofDay",
    (SELECT count(*)::int FROM mail_messages m WHERE m.tenant_id = $1::uuid AND m.template = 'invitation'
      AND lower(m.recipient) = lower($2)) AS "ofAddress"`;
  const { rows } = await db.executeQuery<{ ofDay: number; ofAddress: number }>(
    CompiledQuery.raw(text, [tenantId, email]),
  );
  return rows[0] ?? { ofDay: 0, ofAddress: 0 };
}

/** Seconds until the address has its share of mails with links again, which it has each hour; 0 while it has some left. */
export async function secondsToNextMail(db: Db, tenantId: string, emailHash: Buffer): Promise<number> {
  const lastOfShare = await db
    .selectFrom('password_codes')
    .select(sql<number>`ceil(extract(epoch FROM created_at + interval '1 hour' - now()))::int`.as('seconds'))
    .where('tenant_id', '=', tenantId)
    .where('email_hash', '=', emailHash)
    .where(sql<boolean>`created_at > now() - interval '1 hour'`)
    .orderBy('created_at', 'desc')
    .offset(otpMailsPerHour - 1)
    .limit(1)
    .executeTakeFirst();
  return lastOfShare?.seconds ?? 0;
}
