// Due rounds for the measured tenant: one for each of its rounds.
import type { Rollup } from './rollups.ts';

/** A UUID that is always the same for the same row. */
const drawnId = (row: string, what: string) => `md5(${row}::text || '${what}')::uuid`;

export const tourStatement = `INSERT INTO patrol_tours (tenant_id, id, route_id, name)
  SELECT tenant_id, ${drawnId('id', 'tour')}, id, name FROM patrol_routes WHERE tenant_id = $1::uuid`;

/**
 * Due up to 20 minutes before the round began; a few were missed or excused instead. Two rounds that would be due by
 * one tour at one instant are one. Stored in the order in which they were due, with ids that rise with it, as the
 * product makes them; who began it and when is as its trigger notes it.
 */
export const dueRoundsOf = (tenantId: string): Rollup => ({
  table: 'due_rounds',
  statement: `INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status, round_id, begun_by, begun_at_ms)
    SELECT tenant_id, (lpad(to_hex(due_at_ms), 12, '0') || '7' || substr(md5(id::text), 1, 3) || '8'
        || substr(md5(id::text), 4, 15))::uuid, tour_id, site_id, route_id, name, name, due_at_ms, due_at_ms + 900000,
      due_at_ms + 3600000, ARRAY[guard_id],
      CASE WHEN not_begun IS NOT NULL THEN not_begun WHEN status_code = 1010 THEN 'completed'
        WHEN status_code = 1005 THEN 'incompleted' ELSE 'inProgress' END,
      CASE WHEN not_begun IS NULL THEN id END, CASE WHEN not_begun IS NULL THEN guard_id END,
      CASE WHEN not_begun IS NULL THEN told_or_happened_ms(tenant_id, id, 'roundStarted', started_at_ms) END
    FROM (SELECT DISTINCT ON (t.id, due.at_ms) r.tenant_id, r.id, r.site_id, r.guard_id, r.status_code, r.started_at_ms,
        t.id AS tour_id, t.route_id, t.name, due.at_ms AS due_at_ms,
        CASE WHEN number % 50 = 0 THEN 'missed' WHEN number % 200 = 1 THEN 'excused' END AS not_begun
      FROM rounds AS r
      JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
      JOIN patrol_tours AS t ON t.tenant_id = r.tenant_id AND t.route_id = v.route_id
      CROSS JOIN LATERAL (SELECT abs(hashtext(r.id::text)::bigint) AS number) AS drawn
      CROSS JOIN LATERAL (SELECT r.started_at_ms - number % 1200000 AS at_ms) AS due
      WHERE r.tenant_id = '${tenantId}'::uuid ORDER BY t.id, due.at_ms, r.id) AS made
    ORDER BY due_at_ms, tour_id`,
});
