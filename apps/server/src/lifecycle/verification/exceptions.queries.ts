// Exceptions against what they were opened for: due rounds by their history, walked rounds by their row.
import { CompiledQuery } from 'kysely';
import { roundStatus } from '@watchpost/domain/round-status';
import { type ExceptionKind, lateSeverity, missedSeverity, rankOf } from '@watchpost/domain/exceptions';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { Db } from '../../platform/db/database.ts';
import { roundsMovedJob } from '../../platform/jobs/rounds-moved-job.ts';

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** What the history says of each due round; `isNew` where it was said since exceptions are opened for the tenant. */
const noted = `noted AS (
  SELECT h.due_round_id AS id, bool_or(h.status = 'missed') AS missed,
    bool_or(h.status = 'missed' AND said.is_new) AS newly_missed,
    bool_or(said.is_late) AS late, bool_or(said.is_late AND said.is_new) AS newly_late
  FROM due_round_history h JOIN due_rounds d ON d.tenant_id = h.tenant_id AND d.id = h.due_round_id
  CROSS JOIN LATERAL (SELECT
    h.status = 'late' OR (h.status = 'inProgress' AND h.at_ms >= d.late_at_ms) AS is_late,
    extract(epoch FROM h.known_at) * 1000 >= $2::bigint AS is_new) AS said
  WHERE h.tenant_id = $1::uuid AND h.status IN ('missed', 'late', 'inProgress') GROUP BY 1)`;

/** When the version came that excuses no more by a vague position than the tenant's largest accuracy (migration 0071). */
export async function findCappedSince(db: Db): Promise<number> {
  const text = `SELECT floor(extract(epoch FROM timestamp::timestamptz) * 1000)::float8 AS "atMs"
    FROM kysely_migration WHERE name = '0071-methods-and-codes'`;
  return (await run<{ atMs: number }>(db, text, []))[0]?.atMs ?? 0;
}

export interface DueFault {
  readonly kind: ExceptionKind;
  readonly dueRoundId: string;
  /** There is none; there is one though the history says nothing of the kind; a late one that should be the missed one. */
  readonly fault: 'none' | 'unfounded' | 'double';
}

/** Due rounds that were missed or late without exactly one exception, and exceptions without such a due round. */
export function findDueFaults(db: Db, tenantId: string, fromMs: number): Promise<DueFault[]> {
  const text = `WITH ${noted}
    SELECT due.kind, noted.id AS "dueRoundId", 'none' AS fault FROM noted CROSS JOIN LATERAL (VALUES
        ('missed', newly_missed), ('late', newly_late AND NOT missed)) AS due (kind, is_due)
      WHERE due.is_due AND NOT EXISTS (SELECT FROM exceptions e
        WHERE e.tenant_id = $1::uuid AND e.kind = due.kind AND e.subject_id = noted.id)
    UNION ALL
    SELECT e.kind, e.subject_id, CASE WHEN e.kind = 'late' AND noted.late THEN 'double' ELSE 'unfounded' END
      FROM exceptions e LEFT JOIN noted ON noted.id = e.subject_id
      WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND CASE e.kind
        WHEN 'missed' THEN NOT coalesce(noted.missed, false)
        -- A late one that was closed before the round was missed stays, and is opened again by people alone.
        ELSE NOT coalesce(noted.late, false) OR (noted.missed AND e.status <> 'closed' AND NOT EXISTS (
          SELECT FROM exception_history h WHERE h.tenant_id = $1::uuid AND h.exception_id = e.id
            AND h.kind = 'reopened')) END
    ORDER BY 2, 1`;
  return run(db, text, [tenantId, fromMs]);
}

export interface FactDifference {
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly subjectId: string;
  readonly fact: string;
  readonly kept: string | null;
  readonly found: string | null;
}

const differing = `e.id, e.kind, e.subject_id AS "subjectId", named.fact, named.kept, named.found`;

/** Facts of a missed or late exception against its due round and what became of that. */
export function findDueFactDifferences(db: Db, tenantId: string): Promise<FactDifference[]> {
  const text = `SELECT ${differing} FROM exceptions e
    JOIN due_rounds d ON d.tenant_id = e.tenant_id AND d.id = e.subject_id
    LEFT JOIN due_round_history h ON h.tenant_id = d.tenant_id AND h.due_round_id = d.id AND h.status = 'inProgress'
    CROSS JOIN LATERAL (VALUES
      ('severity', e.severity::text,
        CASE e.kind WHEN 'missed' THEN '${rankOf(missedSeverity)}' ELSE '${rankOf(lateSeverity)}' END),
      ('reasons', e.reasons::text, ARRAY[e.kind]::text),
      ('site', e.site_id::text, d.site_id::text),
      ('route', e.route_id::text, d.route_id::text),
      ('route name', e.route_name, d.route_name),
      ('tour', e.tour_id::text, d.tour_id::text),
      ('tour name', e.tour_name, d.tour_name),
      ('due round', e.due_round_id::text, d.id::text),
      ('time', e.happened_at_ms::text, d.due_at_ms::text),
      ('round', e.round_id::text, CASE WHEN h.at_ms IS NOT NULL THEN d.round_id::text END),
      ('made good', e.made_good_at_ms::text, h.at_ms::text),
      ('guard', e.guard_id::text, coalesce(CASE WHEN h.at_ms IS NOT NULL THEN d.begun_by END,
        CASE WHEN cardinality(d.guard_ids) = 1 THEN d.guard_ids[1] END)::text)
    ) AS named (fact, kept, found)
    WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND named.kept IS DISTINCT FROM named.found
    ORDER BY e.id, named.fact`;
  return run(db, text, [tenantId]);
}

/** Rounds whose exceptions a job has still to open, or to add to. */
export async function findAwaited(db: Db, tenantId: string): Promise<ReadonlySet<string>> {
  const text = `SELECT DISTINCT json_array_elements_text(j.payload -> 'roundIds') AS id
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = $2 AND j.payload ->> 'tenantId' = $1::text
      AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL)`;
  return new Set((await run<{ id: string }>(db, text, [tenantId, roundsMovedJob.name])).map(({ id }) => id));
}

/** Facts of an incomplete or flagged exception against its round. */
export function findWalkedFactDifferences(db: Db, tenantId: string): Promise<FactDifference[]> {
  const text = `SELECT ${differing} FROM exceptions e
    LEFT JOIN rounds r ON r.tenant_id = e.tenant_id AND r.id = e.subject_id
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    LEFT JOIN due_rounds d ON d.tenant_id = r.tenant_id AND d.round_id = r.id
    CROSS JOIN LATERAL (VALUES
      ('round', e.round_id::text, r.id::text),
      ('site', e.site_id::text, r.site_id::text),
      ('route', e.route_id::text, v.route_id::text),
      ('route name', e.route_name, coalesce(v.name, '')),
      ('tour', e.tour_id::text, d.tour_id::text),
      ('tour name', e.tour_name, coalesce(d.tour_name, '')),
      ('due round', e.due_round_id::text, d.id::text),
      ('guard', e.guard_id::text, r.guard_id::text),
      ('time', e.happened_at_ms::text, r.started_at_ms::text),
      ('made good', CASE WHEN e.made_good_at_ms IS NULL THEN 'no' ELSE 'yes' END,
        CASE WHEN e.kind = 'incomplete' AND r.status_code = ${roundStatus.completed} THEN 'yes' ELSE 'no' END)
    ) AS named (fact, kept, found)
    WHERE e.tenant_id = $1::uuid AND e.kind IN ('incomplete', 'flagged') AND named.kept IS DISTINCT FROM named.found
    ORDER BY e.id, named.fact`;
  return run(db, text, [tenantId]);
}

/** How an exception stands against the last thing that its history says of it. */
export function findCourseDifferences(db: Db, tenantId: string): Promise<FactDifference[]> {
  const text = `SELECT ${differing} FROM exceptions e
    CROSS JOIN LATERAL (SELECT count(*)::text AS openings, min(h.at_ms)::text AS opened FROM exception_history h
      WHERE h.tenant_id = e.tenant_id AND h.exception_id = e.id AND h.kind = 'opened') AS first
    LEFT JOIN LATERAL (SELECT h.* FROM exception_history h
      WHERE h.tenant_id = e.tenant_id AND h.exception_id = e.id AND h.kind IN ('closed', 'excused', 'accepted', 'reopened')
      ORDER BY h.at_ms DESC, h.id DESC LIMIT 1) AS last ON last.kind <> 'reopened'
    CROSS JOIN LATERAL (VALUES
      ('openings', '1', first.openings),
      ('opening', e.opened_at_ms::text, first.opened),
      ('closing', e.closed_at_ms::text, last.at_ms::text),
      ('outcome', e.outcome, last.details ->> 'outcome'),
      ('reason of closing', e.closing_reason, coalesce(last.text, ''))
    ) AS named (fact, kept, found)
    WHERE e.tenant_id = $1::uuid AND named.kept IS DISTINCT FROM named.found ORDER BY e.id, named.fact`;
  return run(db, text, [tenantId]);
}

export interface ExceptionCountDifference {
  /** Whose, what and when, as text. */
  readonly whose: string;
  readonly kept: string | null;
  readonly recounted: string | null;
}

const counted = 'site_id, grain, bucket_ms, kind, severity, status, is_owned';

/** Counters of exceptions against their rows. */
export function findExceptionCountDifferences(db: Db, tenantId: string): Promise<ExceptionCountDifference[]> {
  const text = `WITH recounted AS (SELECT subject.site_id, bucket.grain::smallint AS grain, bucket.at_ms AS bucket_ms, kind,
        severity, status, owner_id IS NOT NULL AS is_owned, count(*) AS items
      FROM exceptions AS e CROSS JOIN LATERAL (VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (e.site_id))
        AS subject (site_id)
      CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)) AS bucket (grain, at_ms)
      WHERE e.tenant_id = $1::uuid GROUP BY 1, 2, 3, 4, 5, 6, 7),
    kept AS (SELECT * FROM exception_counts WHERE tenant_id = $1::uuid AND items <> 0)
    SELECT concat_ws(' ', 'site', site_id, kind, 'of severity', severity, status,
        CASE WHEN is_owned THEN 'with an owner' ELSE 'without an owner' END,
        CASE grain WHEN 0 THEN 'of all time' ELSE concat('on day ', bucket_ms) END) AS whose,
      kept.items::text AS kept, recounted.items::text AS recounted
    FROM kept FULL JOIN recounted USING (${counted})
    WHERE kept.items IS DISTINCT FROM recounted.items ORDER BY 1`;
  return run(db, text, [tenantId]);
}

export interface RoundOfExceptions {
  readonly id: string;
  /** Whether it came since exceptions are opened for the tenant, and not out of another system. */
  readonly isNew: boolean;
  readonly exceptions: readonly WalkedException[];
}

export interface WalkedException {
  readonly kind: Extract<ExceptionKind, 'incomplete' | 'flagged'>;
  readonly severity: number;
  readonly reasons: readonly (TrustFlag | 'incomplete')[];
  readonly openedAtMs: number;
}

/** The next rounds by id with their exceptions; after null, the first ones. */
export function findRoundsOfExceptions(
  db: Db,
  tenantId: string,
  fromMs: number,
  afterId: string | null,
  limit: number,
): Promise<RoundOfExceptions[]> {
  const text = `SELECT r.id, r.started_at_ms >= $4::bigint AND coalesce(CASE WHEN r.route_version_id IS NULL
        THEN (SELECT min(s.received_at_ms) FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id)
        ELSE (SELECT f.received_at_ms FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = r.id
          AND f.kind = 'roundStarted' LIMIT 1) END >= $4::bigint, false) AS "isNew",
      coalesce((SELECT json_agg(json_build_object('kind', e.kind, 'severity', e.severity, 'reasons', e.reasons,
          'openedAtMs', e.opened_at_ms)) FROM exceptions e
        WHERE e.tenant_id = $1::uuid AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = r.id), '[]')
        AS exceptions
    FROM rounds r WHERE r.tenant_id = $1::uuid AND ($2::uuid IS NULL OR r.id > $2::uuid) ORDER BY r.id LIMIT $3::int`;
  return run(db, text, [tenantId, afterId, limit, fromMs]);
}
