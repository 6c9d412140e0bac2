import { sql } from 'kysely';
import type { BodyOf } from '@watchpost/contract/endpoint';
import {
  type createPatrolRoute,
  type PlacedCheckpoint,
  type RouteDetails,
  routeFields,
  type RouteVersion,
  type updatePatrolRoute,
} from '@watchpost/contract/patrol-routes';
import { routeVersionsShown } from '@watchpost/domain/patrol-routes';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { epochMsOf } from '../../platform/managed-records/record-columns.ts';
import { auditedFields, auditedValues, storedColumns } from '../../platform/managed-records/record-fields.ts';
import { saveEdit } from '../../platform/managed-records/saved-edit.queries.ts';
import { renewRouteVersions } from '../route-versions/route-versions.queries.ts';

export type NewRoute = BodyOf<typeof createPatrolRoute>;
export type RouteFields = Omit<BodyOf<typeof updatePatrolRoute>, 'version'>;
type Stops = RouteFields['stops'];

/** The site's activated checkpoints, by name. */
export async function findChoices({ db, tenantId }: SiteScope, siteId: string): Promise<PlacedCheckpoint[]> {
  return db
    .selectFrom('checkpoints')
    .select(['id', 'name', 'latitude', 'longitude', 'radius_metres as radiusMetres', 'activated'])
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('activated', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
}

export async function findStops(
  { db, tenantId }: SiteScope,
  routeId: string,
): Promise<RouteDetails['stops']> {
  return db
    .selectFrom('patrol_route_checkpoints as c')
    .innerJoin('checkpoints as k', (join) =>
      join.onRef('k.tenant_id', '=', 'c.tenant_id').onRef('k.id', '=', 'c.checkpoint_id'),
    )
    .select(['k.id', 'k.name', 'k.latitude', 'k.longitude', 'k.radius_metres as radiusMetres', 'k.activated'])
    .select('c.expected_minutes as expectedMinutes')
    .where('c.tenant_id', '=', tenantId)
    .where('c.route_id', '=', routeId)
    .orderBy('c.position')
    .execute();
}

/** The newest versions, with how many rounds were started by each, and how many versions there are. */
export async function findVersions(
  { db, tenantId }: SiteScope,
  routeId: string,
): Promise<{ count: number; data: RouteVersion[] }> {
  const { rows } = await sql<RouteVersion & { total: number }>`
    SELECT v.id, v.number, v.total, v.name, v.is_fixed_order AS "isFixedOrder",
      EXISTS (SELECT FROM patrol_routes r WHERE r.tenant_id = v.tenant_id AND r.current_version_id = v.id) AS "isCurrent",
      jsonb_path_query_array(v.checkpoints, '$[*].name') AS checkpoints,
      (SELECT count(*)::int FROM rounds o WHERE o.tenant_id = v.tenant_id AND o.route_version_id = v.id) AS rounds,
      ${sql.raw(epochMsOf('v.created_at'))} AS "createdAt"
    FROM (SELECT *, row_number() OVER (ORDER BY created_at, id)::int AS number, count(*) OVER ()::int AS total
      FROM route_versions WHERE tenant_id = ${tenantId} AND route_id = ${routeId}) v
    ORDER BY v.number DESC LIMIT ${routeVersionsShown}`.execute(db);
  return { count: rows[0]?.total ?? 0, data: rows.map(({ total: _total, ...version }) => version) };
}

/** Every checkpoint of the stops is there, at the site, and activated or among those that stood there before. */
export type StopProblem = 'unknown' | 'deactivated' | null;

/** Locks the checkpoints before any route, as those who move a checkpoint do. */
async function problemOf(
  transaction: Db,
  tenantId: string,
  siteId: string,
  stops: Stops,
  before: ReadonlySet<string>,
): Promise<StopProblem> {
  const ids = stops.map(({ checkpointId }) => checkpointId);
  const found = await transaction
    .selectFrom('checkpoints')
    .select(['id', 'activated'])
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  if (found.length < ids.length) return 'unknown';
  return found.every(({ id, activated }) => activated || before.has(id)) ? null : 'deactivated';
}

async function writeStops(transaction: Db, tenantId: string, routeId: string, stops: Stops): Promise<void> {
  await transaction
    .deleteFrom('patrol_route_checkpoints')
    .where('tenant_id', '=', tenantId)
    .where('route_id', '=', routeId)
    .execute();
  const rows = stops.map(({ checkpointId, expectedMinutes }, index) => ({
    tenant_id: tenantId,
    route_id: routeId,
    position: index + 1,
    checkpoint_id: checkpointId,
    expected_minutes: index === 0 ? 0 : expectedMinutes,
  }));
  await transaction.insertInto('patrol_route_checkpoints').values(rows).execute();
}

interface Stored {
  readonly id: string;
  readonly version: number;
}

export async function insertRoute(
  { db, tenantId }: SiteScope,
  route: NewRoute,
  origin: AuditOrigin,
): Promise<Stored | Exclude<StopProblem, null>> {
  const id = uuidv7();
  return db.transaction().execute(async (transaction) => {
    const problem = await problemOf(transaction, tenantId, route.siteId, route.stops, new Set());
    if (problem !== null) return problem;
    await transaction
      .insertInto('patrol_routes')
      .values({ tenant_id: tenantId, id, ...storedColumns(routeFields, route) })
      .execute();
    await writeStops(transaction, tenantId, id, route.stops);
    await renewRouteVersions(transaction, tenantId, [id]);
    await insertAuditEntry(transaction, origin, {
      action: 'patrolRoute.created',
      subject: { id, label: route.name },
      before: null,
      after: auditedValues(routeFields, withFreeStart(route)),
    });
    return { id, version: 1 };
  });
}

/** The new version; null when somebody else saved since the edited one. */
export async function updateRoute(
  { db, tenantId }: SiteScope,
  before: RouteDetails,
  fields: RouteFields,
  editedVersion: number,
  origin: AuditOrigin,
): Promise<Stored | Exclude<StopProblem, null> | null> {
  const { id, siteId } = before;
  return db.transaction().execute(async (transaction) => {
    const known = new Set(before.stops.map((stop) => stop.id));
    const problem = await problemOf(transaction, tenantId, siteId, fields.stops, known);
    if (problem !== null) return problem;
    const edited = { tenantId, id, version: editedVersion };
    const version = await saveEdit(transaction, 'patrol_routes', edited, storedColumns(routeFields, fields));
    if (version === null) return null;
    await writeStops(transaction, tenantId, id, fields.stops);
    await renewRouteVersions(transaction, tenantId, [id]);
    await insertAuditEntry(transaction, origin, {
      action: 'patrolRoute.changed',
      subject: { id, label: fields.name },
      ...changedFields(
        withFreeStart(fieldsOf(before)),
        withFreeStart({ ...fields, siteId }),
        auditedFields(routeFields),
      ),
    });
    return { id, version };
  });
}

const fieldsOf = ({ stops, ...route }: RouteDetails): NewRoute => ({
  ...route,
  stops: stops.map(({ id, expectedMinutes }) => ({ checkpointId: id, expectedMinutes })),
});

/** Nothing comes before the first stop. */
const withFreeStart = ({ stops, ...route }: NewRoute): NewRoute => ({
  ...route,
  stops: stops.map(({ checkpointId, expectedMinutes }, index) => ({
    checkpointId,
    expectedMinutes: index === 0 ? 0 : expectedMinutes,
  })),
});

/** What stands in the way of deleting a route. */
export async function findDependents(
  { db, tenantId }: SiteScope,
  id: string,
): Promise<{ readonly hasRounds: boolean; readonly hasTours: boolean }> {
  const { rows } = await sql<{ hasRounds: boolean; hasTours: boolean }>`SELECT
    EXISTS (SELECT FROM route_versions v JOIN rounds o ON o.tenant_id = v.tenant_id AND o.route_version_id = v.id
      WHERE v.tenant_id = ${tenantId} AND v.route_id = ${id}) AS "hasRounds",
    EXISTS (SELECT FROM patrol_tours x WHERE x.tenant_id = ${tenantId} AND x.route_id = ${id}
      AND x.deleted_at IS NULL) AS "hasTours"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without FROM has one row');
  return row;
}
