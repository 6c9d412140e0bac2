// How many guards are silent and how many rounds late, as the live board counts them; its tests compare the two.
import { CompiledQuery } from 'kysely';
import type { Dashboard } from '@watchpost/contract/dashboard';
import { boardDutyHours, boardRoundHours, silentAfterMinutes } from '@watchpost/domain/live-board';
import { roundLateGraceMinutes } from '@watchpost/domain/notice-kinds';
import { roundStatus } from '@watchpost/domain/round-status';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';

export type FieldCounts = Pick<Dashboard['field'], 'silent' | 'late'>;

export interface FieldAsked {
  readonly siteId: string | null;
  readonly nowMs: number;
  readonly seesGuards: boolean;
  readonly seesRounds: boolean;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

interface Places {
  readonly tenant: string;
  readonly now: string;
  /** SQL condition over a column of site ids. */
  readonly at: (column: string) => string;
}

export async function findFieldCounts({ db, tenantId }: SiteScope, asked: FieldAsked): Promise<FieldCounts> {
  const { siteId, nowMs, seesGuards, seesRounds } = asked;
  if (!seesGuards && !seesRounds) return { silent: null, late: null };
  const values = new StatementValues();
  const site = siteId === null ? null : values.add(siteId, 'uuid');
  const places: Places = {
    tenant: values.add(tenantId, 'uuid'),
    now: values.add(nowMs, 'bigint'),
    at: (column) => (site === null ? 'true' : `${column} = ${site}`),
  };
  const some = (isSeen: boolean, count: (of: Places) => string) =>
    isSeen ? `(${count(places)})` : 'NULL::int';
  const text = `SELECT ${some(seesGuards, silentGuards)} AS silent, ${some(seesRounds, lateRounds)} AS late`;
  const { rows } = await db.executeQuery<FieldCounts>(CompiledQuery.raw(text, values.list));
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  return found;
}

/** Of somebody who forgot to log out the latest duty counts, also at another site. */
const silentGuards = ({ tenant, now, at }: Places): string => `WITH duty AS MATERIALIZED (
    SELECT * FROM (SELECT DISTINCT ON (guard_id) guard_id, site_id, started_at_ms FROM duty_sessions
      WHERE tenant_id = ${tenant} AND ended_at_ms IS NULL AND started_at_ms IS NOT NULL AND site_id IS NOT NULL
        AND at_ms > ${now} - ${boardDutyHours * hourMs} AND at_ms < ${now} + ${hourMs}
      ORDER BY guard_id, at_ms DESC) AS latest WHERE ${at('latest.site_id')}
  )
  SELECT count(*)::int FROM duty LEFT JOIN guard_signs n ON n.tenant_id = ${tenant} AND n.guard_id = duty.guard_id
  WHERE least(greatest(duty.started_at_ms, n.at_ms), ${now}) <= ${now} - ${silentAfterMinutes * minuteMs}`;

/** Of the rounds that their guards were last heard of in; of a route that expects nothing none is late. */
const lateRounds = ({ tenant, now, at }: Places): string => `WITH open AS MATERIALIZED (
    SELECT r.route_version_id, r.started_at_ms FROM guard_signs n CROSS JOIN LATERAL (SELECT * FROM rounds x
      WHERE x.tenant_id = ${tenant} AND x.id = n.round_id LIMIT 1) AS r
    WHERE n.tenant_id = ${tenant} AND n.round_at_ms > ${now} - ${boardRoundHours * hourMs}
      AND r.status_code = ${roundStatus.inProgress} AND r.started_at_ms > ${now} - ${boardRoundHours * hourMs}
      AND ${at('r.site_id')}
  ), expected AS MATERIALIZED (
    SELECT v.id, sum(c.expected_minutes) AS minutes
    FROM (SELECT DISTINCT route_version_id FROM open) AS walked
    JOIN route_versions v ON v.tenant_id = ${tenant} AND v.id = walked.route_version_id
    JOIN patrol_route_checkpoints c ON c.tenant_id = ${tenant} AND c.route_id = v.route_id
    GROUP BY v.id HAVING sum(c.expected_minutes) > 0
  )
  SELECT count(*)::int FROM open JOIN expected e ON e.id = open.route_version_id
  WHERE open.started_at_ms + (e.minutes + ${roundLateGraceMinutes}) * ${minuteMs} <= ${now}`;
