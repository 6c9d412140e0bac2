// What an evidence file is made of.
import { CompiledQuery } from 'kysely';
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { SiteScope } from '../../platform/access/caller.ts';
import { namesOfRounds } from '../../records/past-names/past-names.ts';
import type { Statements } from '../../platform/db/statements.ts';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** The head that the log begins with; null before it does. */
export async function findFirstHead(db: Statements, tenantId: string): Promise<SignedHead | null> {
  const text = `SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
      encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
    FROM log_heads WHERE tenant_id = $1::uuid ORDER BY size LIMIT 1`;
  const [head] = await run<SignedHead>(db, text, [tenantId]);
  return head ?? null;
}

/** Rounds of the scope as they are shown. */
export async function findShownRounds(
  { tenantId, siteId }: Omit<SiteScope, 'db'>,
  db: Statements,
  roundIds: readonly string[],
): Promise<ShownRound[]> {
  const { joins, siteName, guardName } = namesOfRounds('r', '$1::uuid');
  const text = `SELECT r.id, ${siteName} AS "siteName", s.time_zone AS "siteTimeZone", ${guardName} AS "guardName",
      coalesce(v.name, '') AS "routeName", r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs",
      r.status_code AS "statusCode", r.total_check_points AS "totalCheckPoints",
      r.scanned_check_points AS "scannedCheckPoints"
    FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place)
    JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.id AND ($3::uuid IS NULL OR r.site_id = $3::uuid)
    ${joins}
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    ORDER BY asked.place`;
  return run(db, text, [tenantId, roundIds, siteId]);
}

export interface NamedRecord {
  readonly source: string;
  readonly id: string;
  /** Null for a plan, a version of questions or a key, which several rounds may share. */
  readonly roundId: string | null;
  /** Whether it stands beside the round's own scans, starts and ends. */
  readonly isBeside: boolean;
  /** Null for one that is not sealed. */
  readonly leaf: number | null;
  readonly isPending: boolean;
}

/**
 * The records behind rounds: their events, the plans that they were walked by, what was asked and answered after their
 * scans, the keys of their phones, and whose name was erased from records.
 */
export async function findNamedRecords(
  db: Statements,
  tenantId: string,
  roundIds: readonly string[],
): Promise<NamedRecord[]> {
  const text = `WITH asked AS (SELECT unnest($2::uuid[]) AS round_id),
    events AS MATERIALIZED (
      SELECT 'scans' AS source, e.id, e.round_id, e.proof_key, e.guard_id, e.device_id
        FROM asked JOIN scans e ON e.tenant_id = $1::uuid AND e.round_id = asked.round_id
      UNION ALL SELECT 'field_events', e.id, e.subject_id, e.proof_key, e.guard_id, e.device_id
        FROM asked JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = asked.round_id),
    answers AS MATERIALIZED (
      SELECT e.id, s.round_id, e.proof_key, e.guard_id, e.device_id, (e.details ->> 'questionsId')::uuid AS questions_id
        FROM events s JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id
          AND e.kind = 'checkpointAnswered' AND e.guard_id = s.guard_id
        WHERE s.source = 'scans'),
    phones AS (SELECT proof_key, guard_id, device_id FROM events WHERE proof_key IS NOT NULL
      UNION SELECT proof_key, guard_id, device_id FROM answers WHERE proof_key IS NOT NULL),
    named AS (SELECT source, id, round_id, false AS is_beside FROM events
      UNION ALL SELECT 'field_events', id, round_id, true FROM answers
      UNION ALL SELECT DISTINCT 'question_versions', questions_id, NULL::uuid, false FROM answers
        WHERE questions_id IS NOT NULL
      UNION ALL SELECT DISTINCT 'route_versions', r.route_version_id, NULL::uuid, false
        FROM asked JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.round_id
        WHERE r.route_version_id IS NOT NULL
      UNION ALL SELECT 'guard_erasures', g.id, NULL::uuid, false
        FROM (SELECT guard_id FROM events UNION SELECT r.guard_id FROM asked
          JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.round_id) AS who
        JOIN guard_erasures g ON g.tenant_id = $1::uuid AND g.guard_id = who.guard_id
      UNION ALL SELECT 'device_keys', k.id, NULL::uuid, false
        FROM phones p JOIN device_keys k ON k.tenant_id = $1::uuid AND k.key = p.proof_key
          AND k.guard_id = p.guard_id AND k.device_id = p.device_id)
    SELECT n.source, n.id, n.round_id AS "roundId", n.is_beside AS "isBeside", l.leaf_no AS leaf,
      l.leaf_no IS NULL AND EXISTS (SELECT 1 FROM log_pending p WHERE p.tenant_id = $1::uuid AND p.source = n.source
        AND n.id = ANY(p.ids)) AS "isPending"
    FROM named n LEFT JOIN LATERAL (SELECT t.leaf_no FROM log_leaves t
      WHERE t.tenant_id = $1::uuid AND t.source = n.source AND t.record_id = n.id LIMIT 1) l ON true
    ORDER BY n.source DESC, n.id`;
  return run(db, text, [tenantId, roundIds]);
}

export interface StoredLeafRow {
  readonly no: number;
  readonly source: string;
  readonly id: string;
  readonly hash: string;
  readonly marks: string;
}

/** Leaves by their numbers, in their order. */
export async function findLeavesOf(
  db: Statements,
  tenantId: string,
  numbers: readonly number[],
): Promise<StoredLeafRow[]> {
  const text = `SELECT l.leaf_no AS no, l.source, l.record_id AS id, encode(l.hash, 'hex') AS hash,
      encode(l.marks, 'hex') AS marks
    FROM unnest($2::bigint[]) AS asked (no) JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.leaf_no = asked.no
    ORDER BY l.leaf_no`;
  return run(db, text, [tenantId, numbers]);
}
