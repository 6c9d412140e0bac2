import { CompiledQuery } from 'kysely';
import { roundLateGraceMinutes } from '@watchpost/domain/notice-kinds';
import { roundStatus } from '@watchpost/domain/round-status';
import { findHourCycle } from '../../platform/branding/date-format.queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { notify } from '../../platform/notify/notify.queries.ts';

interface NoticedRound {
  readonly id: string;
  readonly siteId: string;
  readonly site: string;
  readonly route: string;
  readonly guard: string;
  readonly scanned: number;
  readonly total: number;
  /** Since its start. */
  readonly minutes: number;
}

const noticeColumns = `r.id, r.site_id AS "siteId", s.name AS site, v.name AS route,
  trim(concat(g.first_name, ' ', g.last_name)) AS guard, r.scanned_check_points AS scanned,
  r.total_check_points AS total, (($2::bigint - r.started_at_ms) / 60000)::int AS minutes`;
const joined = `JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = r.route_version_id
  JOIN sites s ON s.tenant_id = $1::uuid AND s.id = r.site_id
  JOIN guards g ON g.tenant_id = $1::uuid AND g.id = r.guard_id`;

const linkOf = ({ id }: NoticedRound) => `/patrolling-reports/scanned-checkpoints-details?id=${id}`;

/** Tells of those of the rounds that still are incompleted, each once (NOTIF-05). */
export async function notifyIncomplete(
  db: Db,
  { tenantId, roundIds }: { readonly tenantId: string; readonly roundIds: readonly string[] },
): Promise<void> {
  const text = `SELECT ${noticeColumns} FROM unnest($3::uuid[]) AS named (id)
    JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = named.id ${joined}
    WHERE r.status_code = ${roundStatus.incompleted} ORDER BY r.ended_at_ms, r.id`;
  const { rows } = await db.executeQuery<NoticedRound>(
    CompiledQuery.raw(text, [tenantId, Date.now(), roundIds]),
  );
  for (const round of rows) {
    const { id, siteId, guard, route, site, scanned, total } = round;
    const params = { guard, route, site, scanned, total };
    const notice = {
      tenantId,
      kind: 'roundIncompleted',
      siteId,
      params,
      link: linkOf(round),
      once: id,
    } as const;
    await db.transaction().execute((transaction) => notify(transaction, notice));
  }
}

interface LateRound extends NoticedRound {
  readonly timeZone: string;
  /** When it should have ended. */
  readonly dueAtMs: number;
}

/** A round that became late while no server ran is still reported within this time; later the notice helps no one. */
const lateForHours = 2;
/** A walk takes no longer than this, however long the route. */
const walkedWithinHours = 24;

/**
 * Tells of rounds that have not ended though they should have, by the minutes expected between the checkpoints of the
 * route, each once (NOTIF-05). A route that expects nothing is never late.
 */
export async function notifyLateRounds(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const text = `SELECT ${noticeColumns}, s.time_zone AS "timeZone",
      r.started_at_ms + expected.minutes * 60000 AS "dueAtMs" FROM rounds r ${joined}
    CROSS JOIN LATERAL (SELECT sum(c.expected_minutes)::bigint AS minutes FROM patrol_route_checkpoints c
      WHERE c.tenant_id = $1::uuid AND c.route_id = v.route_id) AS expected
    CROSS JOIN LATERAL (SELECT $2::bigint - r.started_at_ms
      - (expected.minutes + ${roundLateGraceMinutes}) * 60000 AS ms) AS late
    WHERE r.tenant_id = $1::uuid AND r.started_at_ms > $2::bigint - ${walkedWithinHours * 3_600_000}
      AND r.started_at_ms <= $2::bigint AND r.status_code = ${roundStatus.inProgress}
      AND expected.minutes > 0 AND late.ms >= 0 AND late.ms < ${lateForHours * 3_600_000}
      AND NOT EXISTS (SELECT FROM told_notices t
        WHERE t.tenant_id = $1::uuid AND t.kind = 'roundLate' AND t.subject = r.id::text)
    ORDER BY r.started_at_ms, r.id`;
  const { rows } = await db.executeQuery<LateRound>(CompiledQuery.raw(text, [tenantId, nowMs]));
  if (rows.length === 0) return;
  const hourCycle = await findHourCycle(db, tenantId);
  for (const round of rows) {
    const { id, siteId, route, site, minutes, timeZone, dueAtMs } = round;
    const params = { route, site, minutes, dueAtMs, timeZone, hourCycle };
    const notice = { tenantId, kind: 'roundLate', siteId, params, link: linkOf(round), once: id } as const;
    await db.transaction().execute((transaction) => notify(transaction, notice));
  }
}

/** Long after anything could find out again what was told. */
export async function deleteOldNotices(db: Db, tenantId: string): Promise<void> {
  const text = `DELETE FROM told_notices WHERE tenant_id = $1::uuid AND told_at < now() - interval '30 days'`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId]));
}
