// Reads everything once, as the owner and in one snapshot, to compare what is kept with what it was made from.
import { CompiledQuery } from 'kysely';
import { codeFormat } from '@watchpost/domain/checkpoint-codes';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { Db } from '../../platform/db/database.ts';

/** A read of one moment: rounds that arrive in the meantime are neither seen nor held up. */
export async function inSnapshot<T>(owner: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return owner
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => read(transaction));
}

export interface FoundTenant {
  readonly id: string;
  readonly slug: string;
  /** Rounds of before need no exception. */
  readonly exceptionsFromMs: number;
}

export async function findTenants(db: Db): Promise<FoundTenant[]> {
  return db
    .selectFrom('tenants')
    .select(['tenant_id as id', 'slug', 'exceptions_from_ms as exceptionsFromMs'])
    .orderBy('slug')
    .execute();
}

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

const dayMs = 86_400_000;
const quarterMs = 900_000;
const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;
const figures = [
  'rounds',
  'in_progress',
  'incompleted',
  'completed',
  'checkpoints',
  'planned_incompleted',
  'planned_completed',
];
const of = (table: string) => figures.map((name) => `${table}.${name}`).join(', ');

export interface CountDifference {
  readonly guardId: string;
  readonly siteId: string;
  readonly grain: number;
  readonly bucketMs: number;
  /** The figures as kept and as recounted; null where there is no such counter or no such round. */
  readonly kept: string | null;
  readonly recounted: string | null;
}

/** Counters of round_counts that differ from the rounds, and those that are missing. */
export async function findCountDifferences(db: Db, tenantId: string): Promise<CountDifference[]> {
  const text = `WITH recounted AS (
      SELECT subject.guard_id, subject.site_id, bucket.grain::smallint AS grain, bucket.at_ms AS bucket_ms,
        count(*) AS rounds, count(*) FILTER (WHERE status_code = 1001) AS in_progress,
        count(*) FILTER (WHERE status_code = 1005) AS incompleted,
        count(*) FILTER (WHERE status_code = 1010) AS completed, sum(total_check_points) AS checkpoints,
        coalesce(sum(total_check_points) FILTER (WHERE status_code = 1005), 0) AS planned_incompleted,
        coalesce(sum(total_check_points) FILTER (WHERE status_code = 1010), 0) AS planned_completed
      FROM rounds AS r
      CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, r.site_id), (r.guard_id, r.site_id))
        AS subject (guard_id, site_id)
      CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % ${dayMs}),
        (2, started_at_ms - started_at_ms % ${quarterMs})) AS bucket (grain, at_ms)
      WHERE r.tenant_id = $1::uuid GROUP BY 1, 2, 3, 4),
    kept AS (SELECT * FROM round_counts AS c WHERE tenant_id = $1::uuid
      AND (${of('c')}) <> (${figures.map(() => '0').join(', ')}))
    SELECT guard_id AS "guardId", site_id AS "siteId", grain, bucket_ms AS "bucketMs",
      CASE WHEN kept.rounds IS NULL THEN NULL ELSE concat_ws(' ', ${of('kept')}) END AS kept,
      CASE WHEN recounted.rounds IS NULL THEN NULL ELSE concat_ws(' ', ${of('recounted')}) END AS recounted
    FROM kept FULL JOIN recounted USING (guard_id, site_id, grain, bucket_ms)
    WHERE (${of('kept')}) IS DISTINCT FROM (${of('recounted')})
    ORDER BY grain, bucket_ms, site_id, guard_id`;
  return run(db, text, [tenantId]);
}

/** Numbers of arrival that several rounds bear, or that were never given out. */
export async function findArrivalFaults(
  db: Db,
  tenantId: string,
): Promise<{ arrivalNo: number; rounds: number }[]> {
  const text = `SELECT arrival_no AS "arrivalNo", count(*) AS rounds FROM rounds WHERE tenant_id = $1::uuid
    GROUP BY arrival_no
    HAVING count(*) > 1
      OR arrival_no > coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0)
    ORDER BY arrival_no`;
  return run(db, text, [tenantId]);
}

/** Scans of rounds that do not exist. */
export async function findLostScans(
  db: Db,
  tenantId: string,
): Promise<{ scanId: string; roundId: string }[]> {
  const text = `SELECT s.id AS "scanId", s.round_id AS "roundId" FROM scans AS s WHERE s.tenant_id = $1::uuid
    AND NOT EXISTS (SELECT 1 FROM rounds AS r WHERE r.tenant_id = s.tenant_id AND r.id = s.round_id)
    ORDER BY s.id`;
  return run(db, text, [tenantId]);
}

export interface StoredRound {
  readonly id: string;
  readonly routeVersionId: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  readonly totalCheckPoints: number;
  readonly scannedCheckPoints: number;
  /** What an import kept of what the round says of itself; null for a round that was walked here, and null in it: as its scans say. */
  readonly imported: {
    readonly formerId: string;
    readonly statusCode: number | null;
    readonly totalCheckPoints: number | null;
    readonly scannedCheckPoints: number | null;
  } | null;
}

/** The next rounds by id; after null, the first ones. */
export async function findRounds(
  db: Db,
  tenantId: string,
  afterId: string | null,
  limit: number,
): Promise<StoredRound[]> {
  const text = `SELECT id, route_version_id AS "routeVersionId", started_at_ms AS "startedAtMs",
      ended_at_ms AS "endedAtMs", status_code AS "statusCode", total_check_points AS "totalCheckPoints",
      scanned_check_points AS "scannedCheckPoints",
      (SELECT json_build_object('formerId', i.former_id, 'statusCode', i.status_code, 'totalCheckPoints',
        i.total_check_points, 'scannedCheckPoints', i.scanned_check_points) FROM imported_rounds i
        WHERE i.tenant_id = r.tenant_id AND i.round_id = r.id) AS imported
    FROM rounds r WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY id LIMIT $3::int`;
  return run(db, text, [tenantId, afterId, limit]);
}

export interface StoredEvent {
  readonly roundId: string;
  readonly kind: string;
  readonly id: string;
  /** Of scans only: where it counts; null for nowhere. */
  readonly checkpointId: string | null;
  readonly deviceAtMs: number;
}

/** All that devices reported of these rounds. */
export async function findEvents(
  db: Db,
  tenantId: string,
  roundIds: readonly string[],
): Promise<StoredEvent[]> {
  const text = `SELECT round_id AS "roundId", 'checkpointScanned' AS kind, id, checkpoint_id AS "checkpointId",
      device_at_ms AS "deviceAtMs" FROM scans WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])
    UNION ALL SELECT subject_id, kind, id, subject_id, device_at_ms FROM field_events
      WHERE tenant_id = $1::uuid AND subject_id = ANY($2::uuid[]) AND kind IN ('roundStarted', 'roundEnded')`;
  return run(db, text, [tenantId, roundIds]);
}

/** The plan of each route version of a tenant. */
export async function findPlans(
  db: Db,
  tenantId: string,
): Promise<{ id: string; checkpoints: PlannedCheckpoint[] }[]> {
  return db
    .selectFrom('route_versions')
    .select(['id', 'checkpoints'])
    .where('tenant_id', '=', tenantId)
    .execute();
}

export interface StoredCode {
  readonly checkpointId: string;
  readonly serial: number;
  readonly code: string;
  /** False for one of another system. */
  readonly isSigned: boolean;
}

/** All codes of a tenant, valid and retired. */
export async function findCodes(db: Db, tenantId: string): Promise<StoredCode[]> {
  const text = `SELECT checkpoint_id AS "checkpointId", serial, code, key_version IS NOT NULL AS "isSigned"
    FROM qr_codes WHERE tenant_id = $1::uuid ORDER BY checkpoint_id, serial`;
  return run(db, text, [tenantId]);
}

export async function findCodeKeys(db: Db, tenantId: string): Promise<Buffer[]> {
  const rows = await run<{ key: Buffer }>(db, 'SELECT key FROM code_keys WHERE tenant_id = $1::uuid', [
    tenantId,
  ]);
  return rows.map(({ key }) => key);
}

export interface CodedScan {
  /** As the phone named it. */
  readonly checkpointId: string;
  readonly code: string;
  readonly isDoubted: boolean;
  readonly scans: number;
  /** One of them. */
  readonly scanId: string;
}

/** Scans of QR codes in the product's own format, those of one code and one verdict together. */
export async function findCodedScans(db: Db, tenantId: string): Promise<CodedScan[]> {
  const text = `SELECT coalesce(claimed_checkpoint_id, checkpoint_id) AS "checkpointId", code, flags && '{forgedCode,wrongCode}'::text[] AS "isDoubted",
      count(*)::int AS scans, min(id::text) AS "scanId"
    FROM scans WHERE tenant_id = $1::uuid AND method = 'qr' AND code LIKE $2 GROUP BY 1, 2, 3 ORDER BY 5`;
  return run(db, text, [tenantId, `${codeFormat}%`]);
}
