// What comes back needs the site that it stood at (MNG-01).
import { errorCodes } from '@watchpost/contract/error-codes';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { RecordTable } from './record-list.queries.ts';

type WhenRestored = NonNullable<RecordTable['whenRestored']>;

/** Throws siteDeleted when the site of one of the records is deleted; sites stay until the transaction's end. */
export function refuseDeletedSites(table: 'checkpoints' | 'patrol_routes' | 'shifts'): WhenRestored {
  return async (transaction, tenantId, ids) => {
    const { rows } = await sql<{ isGone: boolean }>`SELECT s.deleted_at IS NOT NULL AS "isGone" FROM sites s
      WHERE s.tenant_id = ${tenantId} AND s.id IN (SELECT r.site_id FROM ${sql.table(table)} r
        WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${ids}::uuid[])) ORDER BY s.id FOR SHARE`.execute(
      transaction,
    );
    if (rows.some(({ isGone }) => isGone)) throw new AppError('siteDeleted');
  };
}

/** Throws checkpointsDeleted, which names them, when checkpoints of one of the routes are deleted; they stay until the end. */
export const refuseDeletedCheckpoints: WhenRestored = async (transaction, tenantId, ids) => {
  const { rows } = await sql<{
    name: string;
    isGone: boolean;
  }>`SELECT k.name, k.deleted_at IS NOT NULL AS "isGone"
    FROM checkpoints k WHERE k.tenant_id = ${tenantId} AND k.id IN (SELECT c.checkpoint_id
      FROM patrol_route_checkpoints c WHERE c.tenant_id = ${tenantId} AND c.route_id = ANY (${ids}::uuid[]))
    ORDER BY k.id FOR SHARE`.execute(transaction);
  const names = rows.flatMap(({ name, isGone }) => (isGone ? [name] : [])).toSorted();
  if (names.length === 0) return;
  const message = errorCodes.checkpointsDeleted.message.replace('{names}', () => names.join(', '));
  throw new AppError('checkpointsDeleted', { message });
};

/** Throws siteDeleted when every site of one of the guards is deleted. */
export const refuseGuardsOfDeletedSites: WhenRestored = async (transaction, tenantId, ids) => {
  const posts = await findPosts(transaction, tenantId, ids);
  for (const id of new Set(posts.map(({ guardId }) => guardId))) {
    const own = posts.filter(({ guardId }) => guardId === id);
    if (own.every(({ isGone }) => isGone)) throw new AppError('siteDeleted');
  }
};

async function findPosts(
  transaction: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly { guardId: string; isGone: boolean }[]> {
  const { rows } = await sql<{ guardId: string; isGone: boolean }>`SELECT p.guard_id AS "guardId",
      s.deleted_at IS NOT NULL AS "isGone"
    FROM guard_sites p JOIN sites s ON s.tenant_id = p.tenant_id AND s.id = p.site_id
    WHERE p.tenant_id = ${tenantId} AND p.guard_id = ANY (${ids}::uuid[]) ORDER BY s.id FOR SHARE OF s`.execute(
    transaction,
  );
  return rows;
}
