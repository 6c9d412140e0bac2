// Routes as rounds are walked by them: a new version is made when that changes, and earlier ones never do (MNG-06).
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/database.ts';

/** The routes that the checkpoints stand in, except deleted ones. */
export async function findRoutesThrough(
  transaction: Db,
  tenantId: string,
  checkpointIds: readonly string[],
): Promise<string[]> {
  if (checkpointIds.length === 0) return [];
  const rows = await transaction
    .selectFrom('patrol_route_checkpoints as c')
    .innerJoin('patrol_routes as r', (join) =>
      join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.route_id'),
    )
    .select('c.route_id')
    .distinct()
    .where('c.tenant_id', '=', tenantId)
    .where('c.checkpoint_id', 'in', checkpointIds)
    .where('r.deleted_at', 'is', null)
    .execute();
  return rows.map(({ route_id: routeId }) => routeId);
}

/**
 * Makes a new version of each route whose name, order or checkpoints (their names, positions and radii) differ from the
 * current one; answers the ids of those. Call it after the change, in its transaction. To avoid deadlocks, a change of
 * checkpoints and routes locks the checkpoints first.
 */
export async function renewRouteVersions(
  transaction: Db,
  tenantId: string,
  routeIds: readonly string[],
): Promise<string[]> {
  if (routeIds.length === 0) return [];
  // One after the other, so that two who change the same route each see what the other left.
  await sql`SELECT FROM patrol_routes WHERE tenant_id = ${tenantId} AND id = ANY (${routeIds}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  const { rows } = await sql<{ id: string; plan: string }>`
    SELECT r.id, p.plan::text AS plan FROM patrol_routes r
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('checkpointId', k.id, 'name', k.name, 'latitude', k.latitude,
        'longitude', k.longitude, 'radiusMetres', k.radius_metres) ORDER BY c.position), '[]') AS plan
      FROM patrol_route_checkpoints c JOIN checkpoints k ON k.tenant_id = c.tenant_id AND k.id = c.checkpoint_id
      WHERE c.tenant_id = r.tenant_id AND c.route_id = r.id) p
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.current_version_id
    WHERE r.tenant_id = ${tenantId} AND r.id = ANY (${routeIds}::uuid[]) AND (v.id IS NULL
      OR v.name <> r.name OR v.is_fixed_order <> r.is_fixed_order OR v.checkpoints <> p.plan)
    ORDER BY r.id`.execute(transaction);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const versionIds = rows.map(() => uuidv7());
  const plans = rows.map(({ plan }) => plan);
  await sql`WITH made AS (
      SELECT * FROM unnest(${ids}::uuid[], ${versionIds}::uuid[], ${plans}::text[]) AS m (route_id, id, plan)
    ), inserted AS (
      INSERT INTO route_versions (tenant_id, id, route_id, site_id, name, is_fixed_order, checkpoints)
      SELECT r.tenant_id, m.id, r.id, r.site_id, r.name, r.is_fixed_order, m.plan::jsonb
      FROM made m JOIN patrol_routes r ON r.tenant_id = ${tenantId} AND r.id = m.route_id
    )
    UPDATE patrol_routes r SET current_version_id = m.id FROM made m
    WHERE r.tenant_id = ${tenantId} AND r.id = m.route_id`.execute(transaction);
  return ids;
}
