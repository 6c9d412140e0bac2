// What an evidence file is made of.
import { CompiledQuery } from 'kysely';
import type { ShownRound } from '@watchpost/domain/evidence/bundle';
import type { SiteScope } from '../../access/caller.ts';
import type { Statements } from '../../db/pipeline.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** One round as it is shown; null when it does not exist or lies outside the scope. */
export async function findShownRound(scope: SiteScope, roundId: string): Promise<ShownRound | null> {
  const text = `SELECT r.id, s.name AS "siteName", concat_ws(' ', g.first_name, nullif(g.last_name, '')) AS "guardName",
      coalesce(v.name, '') AS "routeName", r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs",
      r.status_code AS "statusCode", r.total_check_points AS "totalCheckPoints",
      r.scanned_check_points AS "scannedCheckPoints"
    FROM rounds r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
    JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    WHERE r.tenant_id = $1::uuid AND r.id = $2::uuid AND ($3::uuid IS NULL OR r.site_id = $3::uuid)`;
  const [round] = await run<ShownRound>(scope.db, text, [scope.tenantId, roundId, scope.siteId]);
  return round ?? null;
}

/** The records behind a round, by table: its events, the plan that it was walked by and the keys of its phones. */
export async function findRecordIds(
  db: Statements,
  tenantId: string,
  roundId: string,
): Promise<{ source: string; id: string }[]> {
  const text = `WITH events AS (
      SELECT 'scans' AS source, id, proof_key, guard_id, device_id FROM scans
        WHERE tenant_id = $1::uuid AND round_id = $2::uuid
      UNION ALL SELECT 'field_events', id, proof_key, guard_id, device_id FROM field_events
        WHERE tenant_id = $1::uuid AND subject_id = $2::uuid)
    SELECT source, id FROM events
    UNION ALL SELECT 'route_versions', route_version_id FROM rounds
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND route_version_id IS NOT NULL
    UNION ALL SELECT 'device_keys', k.id FROM device_keys k WHERE k.tenant_id = $1::uuid
      AND (k.key, k.guard_id, k.device_id) IN (SELECT proof_key, guard_id, device_id FROM events)`;
  return run(db, text, [tenantId, roundId]);
}

/** Where records lie in the log: `source id` -> leaf. */
export async function findLeafNumbers(
  db: Statements,
  tenantId: string,
  records: readonly { readonly source: string; readonly id: string }[],
): Promise<Map<string, number>> {
  const text = `SELECT found.source, found.record_id AS id, found.leaf_no AS no
    FROM unnest($2::text[], $3::uuid[]) AS sent (source, id) CROSS JOIN LATERAL (SELECT l.source, l.record_id, l.leaf_no
      FROM log_leaves l WHERE l.tenant_id = $1::uuid AND l.source = sent.source AND l.record_id = sent.id LIMIT 1) found`;
  const rows = await run<{ source: string; id: string; no: number }>(db, text, [
    tenantId,
    records.map(({ source }) => source),
    records.map(({ id }) => id),
  ]);
  return new Map(rows.map(({ source, id, no }) => [`${source} ${id}`, no]));
}
