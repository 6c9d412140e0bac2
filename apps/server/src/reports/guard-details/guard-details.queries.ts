// What is known of one guard, each within the sites that the caller may see.
import { CompiledQuery } from 'kysely';
import type { GuardDetails, GuardRound } from '@watchpost/contract/guards';
import { flaggedRoundsMax } from '@watchpost/domain/guards';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { JudgedScan } from '../../patrol/trust/judge-round.ts';
import { scanColumns } from '../../patrol/trust/round-context.queries.ts';
import type { SiteScope } from '../../platform/access/caller.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { nameAt } from '../../records/past-names/past-names.ts';

/** $1 tenant, $2 guard, $3 the caller's one site or null, then `more`. */
async function ofGuard<Row>(
  { db, tenantId, siteId }: SiteScope,
  guardId: string,
  text: string,
  more: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId, guardId, siteId, ...more]));
  return rows;
}

export async function findLastDuty(scope: SiteScope, guardId: string): Promise<GuardDetails['duty']> {
  const [last] = await ofGuard<NonNullable<GuardDetails['duty']>>(
    scope,
    guardId,
    `SELECT ${nameAt('s', 'd.at_ms')} AS "siteName", s.time_zone AS "siteTimeZone", d.started_at_ms AS "startedAtMs",
        d.ended_at_ms AS "endedAtMs"
      FROM duty_sessions d LEFT JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id
      WHERE d.tenant_id = $1::uuid AND d.guard_id = $2::uuid AND ($3::uuid IS NULL OR d.site_id = $3::uuid)
        AND d.started_at_ms IS NOT NULL
      ORDER BY d.at_ms DESC, d.id DESC LIMIT 1`,
  );
  return last ?? null;
}

export interface FoundGuardRound extends GuardRound {
  readonly endedAtMs: number | null;
  readonly isFixedOrder: boolean;
  readonly planned: readonly PlannedCheckpoint[];
}

/** The guard's rounds since then, newest first. */
export async function findGuardRounds(
  scope: SiteScope,
  guardId: string,
  sinceMs: number,
): Promise<FoundGuardRound[]> {
  return ofGuard(
    scope,
    guardId,
    `SELECT r.id, ${nameAt('s', 'r.started_at_ms')} AS "siteName", s.time_zone AS "siteTimeZone", coalesce(v.name, '') AS "routeName",
        r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs", r.status_code AS "statusCode", ${plannedCount('r')} AS "totalCheckPoints",
        ${scannedCount('r', '$1::uuid')} AS "scannedCheckPoints", coalesce(v.is_fixed_order, false) AS "isFixedOrder",
        coalesce(v.checkpoints, '[]') AS planned
      FROM rounds r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
      LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
      WHERE r.tenant_id = $1::uuid AND r.guard_id = $2::uuid AND ($3::uuid IS NULL OR r.site_id = $3::uuid)
        AND r.started_at_ms >= $4::bigint
      ORDER BY r.started_at_ms DESC, r.id DESC LIMIT ${flaggedRoundsMax}`,
    [sinceMs],
  );
}

export interface FoundGuardScan extends JudgedScan {
  readonly roundId: string;
}

/** All scans of rounds already found within the scope. */
export async function findGuardScans(
  { db, tenantId }: SiteScope,
  roundIds: readonly string[],
): Promise<FoundGuardScan[]> {
  const text = `SELECT ${scanColumns}, s.round_id AS "roundId", s.received_at_ms AS "receivedAtMs", s.flags
    FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = ANY($2::uuid[])`;
  const { rows } = await db.executeQuery<FoundGuardScan>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return rows;
}

export async function findGuardShifts(
  scope: SiteScope,
  guardId: string,
): Promise<NonNullable<GuardDetails['shifts']>> {
  return ofGuard(
    scope,
    guardId,
    `SELECT h.id, h.name, s.name AS "siteName", h.from_minute AS "fromMinute", h.to_minute AS "toMinute", h.weekdays
      FROM shift_guards g JOIN shifts h ON h.tenant_id = g.tenant_id AND h.id = g.shift_id
      JOIN sites s ON s.tenant_id = h.tenant_id AND s.id = h.site_id
      WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid AND ($3::uuid IS NULL OR h.site_id = $3::uuid)
        AND h.deleted_at IS NULL AND h.activated
      ORDER BY s.sort_name, h.from_minute, h.id`,
  );
}

export async function findOpenIncidents(
  scope: SiteScope,
  guardId: string,
): Promise<NonNullable<GuardDetails['incidents']>> {
  return ofGuard(
    scope,
    guardId,
    `SELECT i.id, i.type, i.severity, i.status, s.name AS "siteName", s.time_zone AS "siteTimeZone",
        floor(extract(epoch FROM i.reported_at) * 1000)::float8 AS "reportedAtMs"
      FROM incidents i JOIN sites s ON s.tenant_id = i.tenant_id AND s.id = i.site_id
      WHERE i.tenant_id = $1::uuid AND i.guard_id = $2::uuid AND ($3::uuid IS NULL OR i.site_id = $3::uuid)
        AND i.status <> 'Closed'
      ORDER BY i.reported_at DESC, i.id DESC LIMIT 50`,
  );
}
