import { CompiledQuery } from 'kysely';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { fieldDuesHours, windowAround } from '@watchpost/domain/due-windows';
import { earlyStartMinutes, type TourSchedule } from '@watchpost/domain/tours';
import type { GuardScope } from '../../platform/access/caller.ts';

interface DueRow {
  readonly id: string;
  readonly tourName: string;
  readonly routeName: string;
  readonly routeVersionId: string | null;
  readonly siteId: string;
  readonly siteName: string;
  readonly siteTimeZone: string;
  readonly dueAtMs: number;
  readonly lateAtMs: number;
  readonly missedAtMs: number;
  readonly schedule: TourSchedule | null;
}

const hourMs = 3_600_000;
const earlyMs = earlyStartMinutes * 60_000;
/** A window at random lasts a day at most, so that a round of one which begins in time lies no further away. */
const windowMaxMs = 25 * hourMs;

/** Rounds that no one has started, of the guard's or of no one in particular at the guard's sites. */
export async function findGuardsDues(scope: GuardScope, nowMs: number): Promise<FieldDueRound[]> {
  const text = `SELECT d.id, d.tour_name AS "tourName", d.route_name AS "routeName",
      CASE WHEN r.activated THEN r.current_version_id END AS "routeVersionId", d.site_id AS "siteId",
      s.name AS "siteName", s.time_zone AS "siteTimeZone", d.due_at_ms AS "dueAtMs", d.late_at_ms AS "lateAtMs",
      d.missed_at_ms AS "missedAtMs", t.schedule || coalesce((SELECT
        jsonb_build_object('fromMinute', f.from_minute, 'toMinute', f.to_minute)
        FROM shifts f WHERE f.tenant_id = t.tenant_id AND f.id = t.shift_id), '{}') AS schedule
    FROM guard_sites g
    JOIN sites s ON s.tenant_id = g.tenant_id AND s.id = g.site_id AND s.activated AND s.deleted_at IS NULL
    JOIN due_rounds d ON d.tenant_id = g.tenant_id AND d.site_id = g.site_id
    JOIN patrol_tours t ON t.tenant_id = d.tenant_id AND t.id = d.tour_id
    LEFT JOIN patrol_routes r ON r.tenant_id = d.tenant_id AND r.id = d.route_id AND r.deleted_at IS NULL
    WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid AND d.status IN ('due', 'late') AND d.round_id IS NULL
      AND d.missed_at_ms > $3::bigint AND d.due_at_ms >= $3::bigint - $5::bigint AND d.due_at_ms < $4::bigint
      AND (d.guard_ids = '{}' OR $2::uuid = ANY (d.guard_ids))
    ORDER BY d.due_at_ms, d.id`;
  const untilMs = nowMs + fieldDuesHours * hourMs;
  const values = [scope.tenantId, scope.guardId, nowMs, untilMs + windowMaxMs, windowMaxMs];
  const { rows } = await scope.db.executeQuery<DueRow>(CompiledQuery.raw(text, values));
  return rows
    .flatMap((row) => shownOf(row, nowMs) ?? [])
    .filter(({ fromMs }) => fromMs < untilMs)
    .toSorted((one, other) => one.fromMs - other.fromMs);
}

/**
 * A guard who knew when a round at random is due could be expected, which is what it is drawn against. Null for one
 * outside of its window, which is about to be made again since its tour was changed.
 */
function shownOf(row: DueRow, nowMs: number): FieldDueRound | null {
  const { dueAtMs, lateAtMs, missedAtMs, schedule, ...named } = row;
  if (schedule?.kind === 'random') {
    const window = windowAround(schedule, dueAtMs, row.siteTimeZone);
    if (window === null && nowMs < dueAtMs) return null;
    if (window !== null && nowMs < window.fromMs) {
      return { ...named, fromMs: window.fromMs, toMs: window.toMs, dueAtMs: null, missedAtMs: null };
    }
  }
  return { ...named, fromMs: dueAtMs - earlyMs, toMs: lateAtMs, dueAtMs, missedAtMs };
}
