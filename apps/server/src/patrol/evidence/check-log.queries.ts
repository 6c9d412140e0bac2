// What a check of the log reads; as the owner or as the tenant.
import { CompiledQuery } from 'kysely';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import { sealedTables } from './sealed-tables.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export async function findHeads(db: Statements, tenantId: string): Promise<SignedHead[]> {
  const text = `SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
      encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
    FROM log_heads WHERE tenant_id = $1::uuid ORDER BY size`;
  return run(db, text, [tenantId]);
}

export interface StoredLogKey {
  readonly key: string;
  readonly publicKey: string;
  readonly firstUsedMs: number;
}

export async function findLogKeys(db: Statements, tenantId: string): Promise<StoredLogKey[]> {
  const text = `SELECT encode(key, 'hex') AS key, public_key AS "publicKey", first_used_ms AS "firstUsedMs"
    FROM log_keys WHERE tenant_id = $1::uuid ORDER BY first_used_ms, key`;
  return run(db, text, [tenantId]);
}

export interface StoredLeaf {
  readonly no: number;
  readonly source: string;
  readonly recordId: string;
  readonly hash: string;
  readonly marks: string;
}

/** The next leaves after a number, in their order. */
export async function findLeaves(
  db: Statements,
  tenantId: string,
  afterNo: number,
  limit: number,
): Promise<StoredLeaf[]> {
  const text = `SELECT leaf_no AS no, source, record_id AS "recordId", encode(hash, 'hex') AS hash,
      encode(marks, 'hex') AS marks
    FROM log_leaves WHERE tenant_id = $1::uuid AND leaf_no > $2::bigint ORDER BY leaf_no LIMIT $3::int`;
  return run(db, text, [tenantId, afterNo, limit]);
}

export interface StoredNode {
  readonly level: number;
  readonly no: number;
  readonly hash: string;
}

/** Nodes over leaves of a range of which the last is within it. */
export async function findStoredNodes(
  db: Statements,
  tenantId: string,
  fromNo: number,
  toNo: number,
): Promise<StoredNode[]> {
  const text = `SELECT n.level, n.node_no AS no, encode(n.hash, 'hex') AS hash
    FROM generate_series(1, 52) AS of (level) CROSS JOIN LATERAL (SELECT * FROM log_nodes t
      WHERE t.tenant_id = $1::uuid AND t.level = of.level
        AND t.node_no >= div($2::numeric - power(2::numeric, of.level) + 1, power(2::numeric, of.level))::bigint
        AND t.node_no <= div($3::numeric, power(2::numeric, of.level))::bigint) AS n
    WHERE (n.node_no + 1) * power(2::numeric, n.level) - 1 BETWEEN $2::numeric AND $3::numeric`;
  return run(db, text, [tenantId, fromNo, toNo]);
}

/** How many nodes are kept, whatever they are of. */
export async function countNodes(db: Statements, tenantId: string): Promise<number> {
  const text = 'SELECT count(*)::float8 AS nodes FROM log_nodes WHERE tenant_id = $1::uuid';
  const [row] = await run<{ nodes: number }>(db, text, [tenantId]);
  return row?.nodes ?? 0;
}

/** Records taken since a table is sealed that neither are leaves nor wait to be. */
export async function findUnsealed(
  db: Statements,
  tenantId: string,
  sinceMs: (table: string) => number,
): Promise<{ source: string; id: string }[]> {
  const found: { source: string; id: string }[] = [];
  for (const { name, takenAtMs } of sealedTables) {
    const text = `SELECT '${name}' AS source, t.id FROM ${name} t
      LEFT JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = '${name}' AND l.record_id = t.id
      WHERE t.tenant_id = $1::uuid AND l.record_id IS NULL AND ${takenAtMs} > $2::float8
        AND NOT EXISTS (SELECT 1 FROM log_pending p WHERE p.tenant_id = $1::uuid AND p.source = '${name}'
          AND t.id = ANY(p.ids))
      ORDER BY t.id`;
    found.push(...(await run<{ source: string; id: string }>(db, text, [tenantId, sinceMs(name)])));
  }
  return found;
}

export async function findErasureIds(db: Statements, tenantId: string): Promise<string[]> {
  const text = 'SELECT id FROM guard_erasures WHERE tenant_id = $1::uuid ORDER BY at_ms, id';
  return (await run<{ id: string }>(db, text, [tenantId])).map(({ id }) => id);
}

/** Rounds and duties that say something else than the events that they are the sum of. */
export async function findMisattributed(
  db: Statements,
  tenantId: string,
): Promise<{ source: string; id: string; column: string }[]> {
  const rounds = `SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.device_id, e.guards, e.devices, e.version,
      v.site_id AS planned_site
    FROM rounds r CROSS JOIN LATERAL (
      SELECT array_agg(guard_id) AS guards, array_agg(device_id) AS devices,
        (array_agg(named_id) FILTER (WHERE named_id IS NOT NULL))[1] AS version FROM (
        SELECT guard_id, device_id, named_id FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = r.id
        UNION ALL SELECT guard_id, device_id, NULL FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id) u) e
    LEFT JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = coalesce(e.version, r.route_version_id)
    WHERE r.tenant_id = $1::uuid AND e.guards IS NOT NULL`;
  const duties = `SELECT d.id, d.guard_id, d.site_id, d.started_at_ms, d.ended_at_ms, d.is_closed_by_system, e.*
    FROM duty_sessions d CROSS JOIN LATERAL (
      SELECT array_agg(guard_id) AS guards, min(device_at_ms) FILTER (WHERE kind = 'dutyStarted') AS began,
        min(device_at_ms) FILTER (WHERE kind = 'dutyEnded') AS ended,
        (array_agg(named_id) FILTER (WHERE named_id IS NOT NULL))[1] AS site FROM field_events f
      WHERE f.tenant_id = $1::uuid AND f.subject_id = d.id) e
    WHERE d.tenant_id = $1::uuid AND e.guards IS NOT NULL`;
  const text = `WITH r AS (${rounds}), d AS (${duties})
    SELECT 'rounds' AS source, id, 'guard_id' AS "column" FROM r WHERE NOT guard_id = ANY(guards)
    UNION ALL SELECT 'rounds', id, 'device_id' FROM r WHERE NOT device_id = ANY(devices)
    UNION ALL SELECT 'rounds', id, 'route_version_id' FROM r
      WHERE version IS NOT NULL AND route_version_id IS DISTINCT FROM version
    UNION ALL SELECT 'rounds', id, 'site_id' FROM r WHERE version IS NOT NULL AND planned_site <> site_id
    UNION ALL SELECT 'duty_sessions', id, 'guard_id' FROM d WHERE NOT guard_id = ANY(guards)
    UNION ALL SELECT 'duty_sessions', id, 'site_id' FROM d WHERE site IS NOT NULL AND site_id IS DISTINCT FROM site
    UNION ALL SELECT 'duty_sessions', id, 'started_at_ms' FROM d WHERE started_at_ms IS DISTINCT FROM began
    UNION ALL SELECT 'duty_sessions', id, 'ended_at_ms' FROM d
      WHERE NOT is_closed_by_system AND ended_at_ms IS DISTINCT FROM ended
    UNION ALL SELECT 'duty_sessions', subject_id, 'id' FROM field_events f
      WHERE f.tenant_id = $1::uuid AND kind IN ('dutyStarted', 'dutyEnded') AND NOT EXISTS (
        SELECT 1 FROM duty_sessions t WHERE t.tenant_id = $1::uuid AND t.id = f.subject_id)
    UNION ALL SELECT 'rounds', subject_id, 'id' FROM field_events f
      WHERE f.tenant_id = $1::uuid AND kind = 'roundStarted' AND NOT EXISTS (
        SELECT 1 FROM rounds t WHERE t.tenant_id = $1::uuid AND t.id = f.subject_id)
    ORDER BY 1, 2, 3`;
  return run(db, text, [tenantId]);
}

/** Rounds and duties that began after the log did and that no event stands behind. */
export async function findEventless(
  db: Statements,
  tenantId: string,
  sinceMs: number,
): Promise<{ source: string; id: string }[]> {
  const events = (row: string) =>
    `SELECT FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = ${row}.id`;
  const text = `SELECT 'rounds' AS source, r.id FROM rounds r
      WHERE r.tenant_id = $1::uuid AND r.started_at_ms > $2::bigint AND NOT EXISTS (${events('r')})
        AND NOT EXISTS (SELECT FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id)
    UNION ALL SELECT 'duty_sessions', d.id FROM duty_sessions d
      WHERE d.tenant_id = $1::uuid AND d.at_ms > $2::bigint AND NOT EXISTS (${events('d')})
    ORDER BY 1, 2`;
  return run(db, text, [tenantId, sinceMs]);
}

/** Whose the keys are that devices sign with. */
export async function findDeviceKeys(
  db: Statements,
  tenantId: string,
): Promise<{ key: string; guardId: string; deviceId: string; publicKey: string }[]> {
  const text = `SELECT encode(key, 'hex') AS key, guard_id AS "guardId", device_id AS "deviceId",
      public_key AS "publicKey" FROM device_keys WHERE tenant_id = $1::uuid`;
  return run(db, text, [tenantId]);
}
