// People who asked for work that goes on by itself: it is done on their behalf, and ends with their rights.
import type { ImportStopReason } from '@watchpost/domain/record-import';
import { isPermitted, type Permission, readSwitches, type Role } from '@watchpost/domain/permissions';
import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';

export interface Sender {
  readonly tenantId: string;
  readonly userId: string;
  /** The one site that the work is for; null for all of them. */
  readonly siteId: string | null;
  readonly permission: Permission;
}

/**
 * Why nothing more is done on behalf of the sender; '' when it may be. Within a transaction neither the account nor its site
 * changes from here to its end.
 */
export async function findStopReason(
  db: Db,
  { tenantId, userId, siteId, permission }: Sender,
): Promise<ImportStopReason> {
  const text = `WITH account AS (
      SELECT role, activated FROM users WHERE tenant_id = $1::uuid AND id = $2::uuid FOR SHARE
    ), managed AS (
      SELECT site_id FROM sub_admins WHERE tenant_id = $1::uuid AND user_id = $2::uuid FOR SHARE
    )
    SELECT account.role, account.activated, managed.site_id AS "siteId",
      (SELECT sub_admin_access FROM tenant_settings WHERE tenant_id = $1::uuid) AS stored
    FROM account LEFT JOIN managed ON true`;
  const { rows } = await db.executeQuery<{
    role: Role | null;
    activated: boolean;
    siteId: string | null;
    stored: unknown;
  }>(CompiledQuery.raw(text, [tenantId, userId]));
  const [account] = rows;
  if (account === undefined || !account.activated || account.role === null) return 'senderGone';
  const { role } = account;
  if (!isPermitted(role, permission, readSwitches(account.stored))) return 'senderLostAccess';
  const isSameScope = role === 'superAdmin' ? siteId === null : siteId !== null && siteId === account.siteId;
  return isSameScope ? '' : 'senderLostAccess';
}
