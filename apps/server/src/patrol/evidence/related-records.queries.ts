// Incidents and calls for help of rounds, as the log holds them.
import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';
import type { RelatedOptions } from './related-options.ts';

export interface RelatedLeaf {
  readonly roundId: string;
  readonly leaf: number;
}

/**
 * Leaves of what the rounds' own guards reported at their sites between the start and the last event of the round, and
 * of incidents that answers opened. By the guard's phone, as the round's times are.
 */
export async function findRelatedLeaves(
  db: Statements,
  tenantId: string,
  roundIds: readonly string[],
  { incidents, calls }: RelatedOptions,
): Promise<RelatedLeaf[]> {
  if (!incidents && !calls) return [];
  const text = `WITH asked AS MATERIALIZED (
      SELECT r.id AS round_id, r.guard_id, r.site_id, r.started_at_ms, greatest(r.ended_at_ms, r.started_at_ms,
        (SELECT max(s.device_at_ms) FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id)) AS last_ms
      FROM rounds r WHERE r.tenant_id = $1::uuid AND r.id = ANY($2::uuid[])),
    ${[...(incidents ? incidentTables : []), ...(calls ? callTables : [])].join(', ')},
    named AS (${[...(incidents ? incidentRecords : []), ...(calls ? callRecords : [])].join(' UNION ALL ')})
    SELECT DISTINCT n.round_id AS "roundId", l.leaf_no AS leaf FROM named n
    JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = n.source AND l.record_id = n.id
    ORDER BY leaf`;
  const { rows } = await db.executeQuery<RelatedLeaf>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return rows;
}

const incidentTables = [
  `told AS MATERIALIZED (
    SELECT a.round_id, i.id FROM asked a JOIN incidents i ON i.tenant_id = $1::uuid AND i.guard_id = a.guard_id
        AND i.site_id = a.site_id AND i.device_at_ms BETWEEN a.started_at_ms AND a.last_ms
    UNION SELECT a.round_id, i.id FROM asked a JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = a.round_id
      JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id AND e.kind = 'checkpointAnswered'
        AND e.guard_id = s.guard_id
      JOIN incidents i ON i.tenant_id = $1::uuid AND i.id = e.id AND i.site_id = a.site_id)`,
];

const version = (source: string, key: string) =>
  `record_versions v ON v.tenant_id = $1::uuid AND v.source = '${source}' AND v.record_key = ${key}`;

const incidentRecords = [
  `SELECT t.round_id, 'record_versions' AS source, v.id FROM told t JOIN ${version('incidents', 't.id::text')}`,
  `SELECT t.round_id, 'incident_history', h.id FROM told t
    JOIN incident_history h ON h.tenant_id = $1::uuid AND h.incident_id = t.id`,
  `SELECT t.round_id, 'incident_photos', p.id FROM told t
    JOIN incident_photos p ON p.tenant_id = $1::uuid AND p.incident_id = t.id`,
];

const callTables = [
  `called AS MATERIALIZED (
    SELECT a.round_id, c.id FROM asked a JOIN sos_calls c ON c.tenant_id = $1::uuid AND c.guard_id = a.guard_id
      AND coalesce(c.site_id, a.site_id) = a.site_id AND c.device_at_ms BETWEEN a.started_at_ms AND a.last_ms)`,
];

const callRecords = [
  `SELECT c.round_id, 'record_versions' AS source, v.id FROM called c JOIN ${version('sos_calls', 'c.id::text')}`,
  `SELECT c.round_id, 'record_versions', v.id FROM called c
    JOIN sos_history h ON h.tenant_id = $1::uuid AND h.sos_id = c.id
    JOIN ${version('sos_history', "concat_ws(' ', c.id, h.kind)")}`,
  `SELECT c.round_id, 'record_versions', v.id FROM called c
    JOIN sos_positions p ON p.tenant_id = $1::uuid AND p.sos_id = c.id
    JOIN ${version('sos_positions', "concat_ws(' ', c.id, p.id)")}`,
];
