import { CompiledQuery } from 'kysely';
import type { Role } from '@watchpost/domain/permissions';
import type { Db } from '../../platform/db/database.ts';

/** An account as it was looked at when it was let in. */
export interface Admitted {
  readonly tenantId: string;
  readonly userId: string;
  readonly role: Role;
  readonly passwordHash: string;
}

const unchanged = 'u.tenant_id = $1::uuid AND u.id = $2::uuid AND u.password_hash = $3::text AND u.activated';
const ofEverySite = `SELECT u.id FROM users u WHERE ${unchanged} FOR SHARE OF u`;
const ofOneSite = `SELECT u.id FROM users u JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  WHERE ${unchanged} FOR SHARE OF u FOR KEY SHARE OF a`;

/**
 * Whether the account is still as it was let in: of the same password, activated, and at a site if it needs one. If so
 * it stays that way until the transaction ends. Anyone who changes the password, deactivates the account or takes it off its
 * site is thus before this transaction, or after it and ends what it began. Comes before all else that the
 * transaction locks, as it does in theirs.
 */
export async function lockAdmitted(transaction: Db, admitted: Admitted): Promise<boolean> {
  const { tenantId, userId, role, passwordHash } = admitted;
  const text = role === 'superAdmin' ? ofEverySite : ofOneSite;
  const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, [tenantId, userId, passwordHash]));
  return rows.length > 0;
}
