import { CompiledQuery } from 'kysely';
import type {
  BoardIncident,
  BoardScan,
  BoardSite,
  GuardOnDuty,
  LateStart,
  RoundUnderWay,
} from '@watchpost/contract/live-board';
import { boardShownMax, idleAfterMinutes } from '@watchpost/domain/live-board';
import type { SiteScope } from '../../platform/access/caller.ts';
import { happenedAt } from '../../platform/db/field-time.ts';
import {
  type SqlParameters,
  guardsOnDuty,
  isLate,
  isLateToBegin,
  isInactive,
  roundsUnderWay,
} from '../../patrol/duties/under-way.queries.ts';

const minuteMs = 60_000;
const guardName = `trim(concat(g.first_name, ' ', g.last_name))`;
const withGuard = (id: string) => `JOIN guards g ON g.tenant_id = $1::uuid AND g.id = ${id}`;
const site = (id: string) => `${id} AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone"`;
const withSite = (id: string) => `JOIN sites s ON s.tenant_id = $1::uuid AND s.id = ${id}`;
/** Of the scope's site where it has one. */
const at = (column: string) => `($2::uuid IS NULL OR ${column} = $2::uuid)`;
const asList = (query: string) => `coalesce((SELECT json_agg(listed) FROM (${query}) AS listed), '[]')`;

async function findOne<Row>(scope: SiteScope, text: string, more: readonly unknown[] = []): Promise<Row> {
  const values = [scope.tenantId, scope.siteId, ...more];
  const { rows } = await scope.db.executeQuery<Row>(CompiledQuery.raw(text, values));
  const [row] = rows;
  if (row === undefined) throw new Error('a query without conditions returned no row');
  return row;
}

export interface FoundGuards {
  readonly count: number;
  readonly quiet: number;
  readonly silent: number;
  readonly data: readonly GuardOnDuty[];
  readonly bySite: readonly { readonly siteId: string; readonly onDuty: number; readonly silent: number }[];
}

const parameters: SqlParameters = { tenant: '$1::uuid', now: '$3::bigint', at };

// Of guards of several sites no site sees what they scan at another one.
const guardsText = `WITH ${guardsOnDuty(parameters)}, shown AS (
    SELECT k.guard_id AS "guardId", ${guardName} AS "guardName", ${site('k.site_id')},
      k.id AS "dutyId", k.started_at_ms AS "sinceMs", k.sign_ms AS "lastSignMs",
      CASE WHEN p.id IS NOT NULL THEN json_build_object('checkpointName', p.name, 'atMs', k.scan_at_ms) END AS "lastScan",
      CASE WHEN p.id IS NOT NULL THEN json_build_object('latitude', coalesce(c.latitude, p.latitude),
        'longitude', coalesce(c.longitude, p.longitude)) END AS position
    FROM (SELECT * FROM known ORDER BY sign_ms, guard_id LIMIT ${boardShownMax.guards}) AS k
    ${withGuard('k.guard_id')} ${withSite('k.site_id')}
    LEFT JOIN scans c ON c.tenant_id = $1::uuid AND c.id = k.scan_id AND k.scan_at_ms >= k.started_at_ms
    LEFT JOIN checkpoints p ON p.tenant_id = $1::uuid AND p.id = coalesce(c.checkpoint_id, c.claimed_checkpoint_id) AND ${at('p.site_id')}
    ORDER BY k.sign_ms, k.guard_id
  )
  SELECT (SELECT count(*)::int FROM known) AS count,
    (SELECT count(*)::int FROM known WHERE sign_ms <= $3::bigint - ${idleAfterMinutes * minuteMs}
      AND NOT ${isInactive(parameters)}) AS quiet,
    (SELECT count(*)::int FROM known WHERE ${isInactive(parameters)}) AS silent,
    ${asList('SELECT * FROM shown')} AS data,
    ${asList(`SELECT site_id AS "siteId", count(*)::int AS "onDuty", count(*) FILTER (
      WHERE ${isInactive(parameters)})::int AS silent FROM known GROUP BY 1`)} AS "bySite"`;

export async function findGuardsOnDuty(scope: SiteScope, nowMs: number): Promise<FoundGuards> {
  return findOne<FoundGuards>(scope, guardsText, [nowMs]);
}

const roundsText = `WITH ${roundsUnderWay(parameters)}, shown AS (
    SELECT o.id, v.name AS "routeName", ${guardName} AS "guardName", ${site('o.site_id')},
      o.started_at_ms AS "startedAtMs", o.scanned_check_points AS scanned, o.total_check_points AS total,
      (SELECT plan.point ->> 'name' FROM jsonb_array_elements(v.checkpoints) WITH ORDINALITY AS plan (point, place)
        WHERE NOT EXISTS (SELECT FROM scans c WHERE c.tenant_id = $1::uuid AND c.round_id = o.id
          AND c.checkpoint_id = (plan.point ->> 'checkpointId')::uuid)
        ORDER BY plan.place LIMIT 1) AS "nextCheckpoint",
      (SELECT least(max(${happenedAt('c')}), $3::bigint) FROM scans c
        WHERE c.tenant_id = $1::uuid AND c.round_id = o.id) AS "lastScanAtMs",
      o.late_at_ms AS "lateAtMs"
    FROM (SELECT * FROM timed ORDER BY late_at_ms NULLS LAST, started_at_ms, id LIMIT ${boardShownMax.rounds}) AS o
    JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = o.route_version_id
    ${withGuard('o.guard_id')} ${withSite('o.site_id')}
    ORDER BY o.late_at_ms NULLS LAST, o.started_at_ms, o.id
  )
  SELECT (SELECT count(*)::int FROM timed) AS count,
    (SELECT count(*)::int FROM timed WHERE ${isLate(parameters)}) AS late, ${asList('SELECT * FROM shown')} AS data`;

export async function findRoundsUnderWay(
  scope: SiteScope,
  nowMs: number,
): Promise<{ count: number; late: number; data: RoundUnderWay[] }> {
  return findOne(scope, roundsText, [nowMs]);
}

// Anyone who made one of the last scans is among those whose last scan came last; so a few rounds of each hold them.
const scansText = `WITH latest AS MATERIALIZED (
    SELECT n.guard_id FROM guard_signs n WHERE n.tenant_id = $1::uuid AND n.scan_received_at_ms IS NOT NULL
      AND ($2::uuid IS NULL OR EXISTS (SELECT FROM guard_sites x WHERE x.tenant_id = $1::uuid
        AND x.guard_id = n.guard_id AND x.site_id = $2::uuid))
    ORDER BY n.scan_received_at_ms DESC, n.guard_id LIMIT ${boardShownMax.scans}
  ), found AS MATERIALIZED (
    SELECT c.id, c.round_id, coalesce(c.checkpoint_id, c.claimed_checkpoint_id) AS checkpoint_id, c.guard_id, r.site_id,
      c.flags, c.received_at_ms, ${happenedAt('c')} AS at_ms
    FROM latest CROSS JOIN LATERAL (SELECT x.id, x.site_id FROM rounds x
      WHERE x.tenant_id = $1::uuid AND x.guard_id = latest.guard_id AND ${at('x.site_id')}
      ORDER BY x.started_at_ms DESC, x.id DESC LIMIT 3) AS r
    CROSS JOIN LATERAL (SELECT * FROM scans y WHERE y.tenant_id = $1::uuid AND y.round_id = r.id OFFSET 0) AS c
    ORDER BY c.received_at_ms DESC, c.device_at_ms DESC, c.id DESC LIMIT ${boardShownMax.scans}
  )
  SELECT f.id, f.round_id AS "roundId", p.name AS "checkpointName", ${guardName} AS "guardName",
    ${site('f.site_id')}, f.at_ms AS "atMs", f.received_at_ms AS "receivedAtMs", f.flags
  FROM found f JOIN checkpoints p ON p.tenant_id = $1::uuid AND p.id = f.checkpoint_id
  ${withGuard('f.guard_id')} ${withSite('f.site_id')}
  ORDER BY f.received_at_ms DESC, f.at_ms DESC, f.id DESC`;

export async function findLastScans({ db, tenantId, siteId }: SiteScope): Promise<BoardScan[]> {
  const { rows } = await db.executeQuery<BoardScan>(CompiledQuery.raw(scansText, [tenantId, siteId]));
  return rows;
}

const worstFirst = `CASE i.severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END`;
const incidentsText = `WITH open AS MATERIALIZED (
    SELECT i.id, i.type, i.severity, i.status, i.site_id, i.reported_at FROM incidents i
    WHERE i.tenant_id = $1::uuid AND i.status IN ('New', 'Attended') AND ${at('i.site_id')}
  )
  SELECT (SELECT count(*)::int FROM open) AS count, ${asList(`SELECT i.id, i.type, i.severity, i.status,
    ${site('i.site_id')}, floor(extract(epoch FROM i.reported_at) * 1000)::float8 AS "reportedAtMs"
    FROM open i ${withSite('i.site_id')}
    ORDER BY i.status DESC, ${worstFirst}, i.reported_at DESC, i.id LIMIT ${boardShownMax.incidents}`)} AS data`;

export async function findOpenIncidents(scope: SiteScope): Promise<{ count: number; data: BoardIncident[] }> {
  return findOne(scope, incidentsText);
}

const lateStartsText = `WITH late AS MATERIALIZED (
    SELECT d.* FROM due_rounds d
    WHERE d.tenant_id = $1::uuid AND ${isLateToBegin(parameters.now)} AND ${at('d.site_id')}
  )
  SELECT (SELECT count(*)::int FROM late) AS count, ${asList(`SELECT d.id, d.route_name AS "routeName",
    ${site('d.site_id')}, d.due_at_ms AS "dueAtMs", d.missed_at_ms AS "missedAtMs"
    FROM late d ${withSite('d.site_id')} ORDER BY d.due_at_ms, d.id LIMIT ${boardShownMax.incidents}`)} AS data`;

export async function findLateStarts(
  scope: SiteScope,
  nowMs: number,
): Promise<{ count: number; data: LateStart[] }> {
  return findOne(scope, lateStartsText, [nowMs]);
}

/** Activated sites of the scope, by name. */
export async function findBoardSites({
  db,
  tenantId,
  siteId,
}: SiteScope): Promise<Omit<BoardSite, 'onDuty' | 'silent'>[]> {
  const text = `SELECT id, name, latitude, longitude FROM sites s WHERE s.tenant_id = $1::uuid AND ${at('s.id')}
    AND s.activated AND s.deleted_at IS NULL ORDER BY s.sort_name, s.id LIMIT ${boardShownMax.sites}`;
  const { rows } = await db.executeQuery<Omit<BoardSite, 'onDuty' | 'silent'>>(
    CompiledQuery.raw(text, [tenantId, siteId]),
  );
  return rows;
}
