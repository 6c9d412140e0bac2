import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/database.ts';

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
