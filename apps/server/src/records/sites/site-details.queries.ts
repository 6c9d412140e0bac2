// What belongs to one site that the caller may see.
import { CompiledQuery } from 'kysely';
import type { SiteDetails, SiteRound } from '@watchpost/contract/site-details';
import { siteCheckpointsShown, siteRoundsShown, siteRowsShown } from '@watchpost/domain/site-details';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { guardNameAt } from '../past-names/past-names.ts';

type Part<Key extends keyof SiteDetails> = NonNullable<SiteDetails[Key]>;

/** $1 tenant, $2 site, then `more`. */
async function ofSite<Row>(
  { db, tenantId }: SiteScope,
  siteId: string,
  text: string,
  more: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId, siteId, ...more]));
  return rows;
}

/** The first rows, and the number of all of them. */
async function some<Row>(
  scope: SiteScope,
  siteId: string,
  {
    columns,
    from,
    order,
    limit = siteRowsShown,
  }: Readonly<Record<'columns' | 'from' | 'order', string>> & {
    readonly limit?: number;
  },
): Promise<{ count: number; data: Row[] }> {
  const [counted, data] = await Promise.all([
    ofSite<{ count: number }>(scope, siteId, `SELECT count(*)::int AS count FROM ${from}`),
    ofSite<Row>(scope, siteId, `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${limit}`),
  ]);
  return { count: counted[0]?.count ?? 0, data };
}

const own = (alias: string) => `${alias}.tenant_id = $1::uuid AND ${alias}.site_id = $2::uuid`;
const live = (alias: string) => `${alias}.deleted_at IS NULL AND ${alias}.activated`;

export const findGuards = (scope: SiteScope, siteId: string): Promise<Part<'guards'>> =>
  some(scope, siteId, {
    columns: `g.id, trim(g.first_name || ' ' || g.last_name) AS name, g.employee_id AS "employeeId",
      EXISTS (SELECT FROM duty_sessions d WHERE d.tenant_id = g.tenant_id AND d.guard_id = g.id
        AND d.site_id = $2::uuid AND d.started_at_ms IS NOT NULL AND d.ended_at_ms IS NULL) AS "isOnDuty"`,
    from: `guard_sites p JOIN guards g ON g.tenant_id = p.tenant_id AND g.id = p.guard_id
      WHERE ${own('p')} AND ${live('g')}`,
    order: 'g.sort_name, g.id',
  });

export const findCheckpoints = (scope: SiteScope, siteId: string): Promise<Part<'checkpoints'>> =>
  some(scope, siteId, {
    columns: 'c.id, c.name, c.latitude, c.longitude, c.radius_metres AS "radiusMetres"',
    from: `checkpoints c WHERE ${own('c')} AND ${live('c')}`,
    order: 'c.sort_name, c.id',
    limit: siteCheckpointsShown,
  });

export const findShifts = (scope: SiteScope, siteId: string): Promise<Part<'shifts'>> =>
  some(scope, siteId, {
    columns: 's.id, s.name, s.from_minute AS "fromMinute", s.to_minute AS "toMinute", s.weekdays',
    from: `shifts s WHERE ${own('s')} AND ${live('s')}`,
    order: 's.from_minute, s.id',
  });

export const findRoutes = (scope: SiteScope, siteId: string): Promise<Part<'routes'>> =>
  some(scope, siteId, {
    columns: `r.id, r.name, (SELECT count(*)::int FROM patrol_route_checkpoints c
      WHERE c.tenant_id = r.tenant_id AND c.route_id = r.id) AS checkpoints`,
    from: `patrol_routes r WHERE ${own('r')} AND ${live('r')}`,
    order: 'r.sort_name, r.id',
  });

export const findTours = (scope: SiteScope, siteId: string): Promise<Part<'tours'>> =>
  some(scope, siteId, {
    columns: 't.id, t.name, r.name AS "routeName"',
    from: `patrol_tours t JOIN patrol_routes r ON r.tenant_id = t.tenant_id AND r.id = t.route_id
      WHERE ${own('r')} AND ${live('t')}`,
    order: 't.sort_name, t.id',
  });

export const findOpenIncidents = (scope: SiteScope, siteId: string): Promise<Part<'incidents'>> =>
  some(scope, siteId, {
    columns: `i.id, i.type, i.severity, i.status,
      floor(extract(epoch FROM i.reported_at) * 1000)::float8 AS "reportedAtMs"`,
    from: `incidents i WHERE ${own('i')} AND i.status <> 'Closed'`,
    order: 'i.reported_at DESC, i.id DESC',
  });

export type RoundFigures = Pick<Part<'rounds'>, 'rounds' | 'completed' | 'incompleted' | 'inProgress'>;

/** From the counters that the report's totals come from; a range of whole days of any zone is one of quarter hours. */
export async function countRounds(
  scope: SiteScope,
  siteId: string,
  { fromMs, toMs }: TimeRange,
): Promise<RoundFigures> {
  const sum = (column: string) => `coalesce(sum(${column}), 0)::float8`;
  const [found] = await ofSite<RoundFigures>(
    scope,
    siteId,
    `SELECT ${sum('rounds')} AS rounds, ${sum('completed')} AS completed, ${sum('incompleted')} AS incompleted,
        ${sum('in_progress')} AS "inProgress"
      FROM round_counts WHERE tenant_id = $1::uuid AND site_id = $2::uuid
        AND guard_id = '00000000-0000-0000-0000-000000000000' AND grain = 2
        AND bucket_ms >= $3::bigint AND bucket_ms < $4::bigint`,
    [fromMs, toMs],
  );
  return found ?? { rounds: 0, completed: 0, incompleted: 0, inProgress: 0 };
}

/** The last rounds of each of these statuses within the range, newest first. */
export function findLastRounds(
  scope: SiteScope,
  siteId: string,
  { fromMs, toMs }: TimeRange,
  statuses: readonly number[],
): Promise<SiteRound[]> {
  return ofSite(
    scope,
    siteId,
    `SELECT r.id, ${guardNameAt('g', 'r.started_at_ms')} AS "guardName", coalesce(v.name, '') AS "routeName",
        r.started_at_ms AS "startedAtMs", r.status_code AS "statusCode", ${plannedCount('r')} AS "totalCheckPoints",
        ${scannedCount('r', 'r.tenant_id')} AS "scannedCheckPoints"
      FROM unnest($5::int[]) AS wanted (status)
      CROSS JOIN LATERAL (SELECT * FROM rounds o WHERE ${own('o')} AND o.status_code = wanted.status
        AND o.started_at_ms >= $3::bigint AND o.started_at_ms < $4::bigint
        ORDER BY o.started_at_ms DESC, o.id DESC LIMIT ${siteRoundsShown}) AS r
      JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
      LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
      ORDER BY r.started_at_ms DESC, r.id DESC`,
    [fromMs, toMs, statuses],
  );
}
