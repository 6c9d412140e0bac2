// What comes back needs what it stood on: its site, a route its checkpoints, a tour its route and its shift (MNG-01).
import { type ErrorCode, errorCodes } from '@watchpost/contract/error-codes';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ManagedTable, RecordTable } from '../../platform/managed-records/record-list.queries.ts';

type WhenRestored = NonNullable<RecordTable['whenRestored']>;

/** Throws siteDeleted when the site of one of the records is deleted; sites stay until the transaction's end. */
export function refuseDeletedSites(
  table: 'checkpoints' | 'patrol_routes' | 'shifts' | 'scheduled_reports',
): WhenRestored {
  return async (transaction, tenantId, ids) => {
    const siteIds = sql`SELECT r.site_id FROM ${sql.table(table)} r
      WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${ids}::uuid[])`;
    await refuseDeleted(transaction, tenantId, 'sites', siteIds);
  };
}

/** Throws checkpointsDeleted, which names them, when checkpoints of one of the routes are deleted; they stay until the end. */
export const refuseDeletedCheckpoints: WhenRestored = async (transaction, tenantId, ids) => {
  const checkpointIds = sql`SELECT c.checkpoint_id FROM patrol_route_checkpoints c
    WHERE c.tenant_id = ${tenantId} AND c.route_id = ANY (${ids}::uuid[])`;
  await refuseDeleted(transaction, tenantId, 'checkpoints', checkpointIds);
};

/**
 * Throws siteDeleted, or routeDeleted or shiftDeleted, which name them, when what one of the tours goes by is deleted,
 * whatever has to come back first before the others; all of it stays until the end.
 */
export const refuseDeletedPlans: WhenRestored = async (transaction, tenantId, ids) => {
  const idsIn = (column: 'route_id' | 'shift_id') => sql`SELECT r.${sql.ref(column)} FROM patrol_tours r
    WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${ids}::uuid[])`;
  const siteIds = sql`SELECT o.site_id FROM patrol_routes o
    WHERE o.tenant_id = ${tenantId} AND o.id IN (${idsIn('route_id')})`;
  await refuseDeleted(transaction, tenantId, 'sites', siteIds);
  await refuseDeleted(transaction, tenantId, 'patrol_routes', idsIn('route_id'));
  await refuseDeleted(transaction, tenantId, 'shifts', idsIn('shift_id'));
};

const refusals = {
  sites: 'siteDeleted',
  checkpoints: 'checkpointsDeleted',
  patrol_routes: 'routeDeleted',
  shifts: 'shiftDeleted',
} as const satisfies Partial<Record<ManagedTable, ErrorCode>>;

/** Throws the refusal, with the names where it tells them, when one of these is deleted; holds them all. */
async function refuseDeleted(
  transaction: Db,
  tenantId: string,
  table: keyof typeof refusals,
  ids: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{
    name: string;
    isGone: boolean;
  }>`SELECT p.name, p.deleted_at IS NOT NULL AS "isGone"
    FROM ${sql.table(table)} p WHERE p.tenant_id = ${tenantId} AND p.id IN (${ids}) ORDER BY p.id FOR SHARE`.execute(
    transaction,
  );
  const names = rows.flatMap(({ name, isGone }) => (isGone ? [name] : [])).toSorted();
  if (names.length === 0) return;
  const code = refusals[table];
  throw new AppError(code, { message: errorCodes[code].message.replace('{names}', () => names.join(', ')) });
}

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
