// Who is on duty, which rounds are under way and which are late to begin, for whatever counts or shows the field as it is now.
import { boardDutyHours, boardRoundHours, noActivityAfterMinutes } from '@watchpost/domain/live-board';
import { roundLateGraceMinutes } from '@watchpost/domain/notice-kinds';
import { roundStatus } from '@watchpost/domain/round-status';

/** SQL of whose field, and of when. */
export interface SqlParameters {
  readonly tenant: string;
  /** Milliseconds since 1970. */
  readonly now: string;
  /** Condition over a column of site ids. */
  readonly at: (column: string) => string;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * A list `known` to select from: id, guard_id, site_id and started_at_ms of each guard's duty, scan_id and scan_at_ms of the last
 * scan, sign_ms of the last sign. A guard has one duty at a time: the latest start counts where an earlier logout was
 * forgotten, also at another site.
 */
export const guardsOnDuty = ({ tenant, now, at }: SqlParameters): string => `duty AS MATERIALIZED (
    SELECT * FROM (SELECT DISTINCT ON (d.guard_id) d.id, d.guard_id, d.site_id, d.started_at_ms FROM duty_sessions d
      WHERE d.tenant_id = ${tenant} AND d.ended_at_ms IS NULL AND d.started_at_ms IS NOT NULL AND d.site_id IS NOT NULL
        AND d.at_ms > ${now} - ${boardDutyHours * hourMs} AND d.at_ms < ${now} + ${hourMs}
      ORDER BY d.guard_id, d.at_ms DESC) AS latest WHERE ${at('latest.site_id')}
  ), known AS MATERIALIZED (
    SELECT duty.*, n.scan_id, n.scan_at_ms, least(greatest(duty.started_at_ms, n.at_ms), ${now}) AS sign_ms
    FROM duty LEFT JOIN guard_signs n ON n.tenant_id = ${tenant} AND n.guard_id = duty.guard_id
  )`;

/** Whether nothing was heard of a guard among `known` for long. */
export const isInactive = ({ now }: SqlParameters): string =>
  `sign_ms <= ${now} - ${noActivityAfterMinutes * minuteMs}`;

/**
 * A list `timed` to select from: rounds under way with their guards' last scans, and late_at_ms, null where the route expects
 * nothing. They are those that their guards were last heard of in: what somebody left open before is over.
 */
export const roundsUnderWay = ({ tenant, now, at }: SqlParameters): string => `open AS MATERIALIZED (
    SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.started_at_ms, r.scanned_check_points,
      r.total_check_points, n.scan_at_ms, n.scan_id
    FROM guard_signs n CROSS JOIN LATERAL (SELECT * FROM rounds x
      WHERE x.tenant_id = ${tenant} AND x.id = n.round_id LIMIT 1) AS r
    WHERE n.tenant_id = ${tenant} AND n.round_at_ms > ${now} - ${boardRoundHours * hourMs}
      AND r.status_code = ${roundStatus.inProgress} AND r.started_at_ms > ${now} - ${boardRoundHours * hourMs}
      AND r.route_version_id IS NOT NULL AND ${at('r.site_id')}
  ), expected AS MATERIALIZED (
    SELECT v.id, sum(c.expected_minutes) AS minutes
    FROM (SELECT DISTINCT route_version_id FROM open) AS walked
    JOIN route_versions v ON v.tenant_id = ${tenant} AND v.id = walked.route_version_id
    JOIN patrol_route_checkpoints c ON c.tenant_id = ${tenant} AND c.route_id = v.route_id
    GROUP BY v.id HAVING sum(c.expected_minutes) > 0
  ), timed AS MATERIALIZED (
    SELECT o.*, o.started_at_ms + (e.minutes + ${roundLateGraceMinutes}) * ${minuteMs} AS late_at_ms
    FROM open o LEFT JOIN expected e ON e.id = o.route_version_id
  )`;

/** Whether a round among `timed` should have ended. */
export const isLate = ({ now }: SqlParameters): string => `late_at_ms <= ${now}`;

/** Whether a row of due_rounds is late to begin, and not missed yet. */
export const isLateToBegin = (now: string): string => `status IN ('due', 'late')
  AND due_at_ms <= ${now} AND due_at_ms > ${now} - ${boardRoundHours * hourMs} AND late_at_ms <= ${now} AND missed_at_ms > ${now}`;
