import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';
import type { GuardSign } from './guard-signs.ts';
import type { Duty, Round, RouteVersion, WaitingEnd, WaitingScan } from './field-state.ts';

/** One tenant's field, on behalf of several of its guards at once. */
export interface FieldScope {
  /** A transaction. */
  readonly db: Statements;
  readonly tenantId: string;
}

/**
 * Rows of a tenant's table by key, one probe of the index for each: a plain join or = ANY, planned while the table
 * was small, would go on reading all of the tenant when it has grown. LIMIT and OFFSET 0 keep the planner from
 * turning it into one. Rows come, and are locked, in the order of the keys.
 */
export function probe(columns: string, table: string, keys: string, tail = 'LIMIT 1', key = 'id'): string {
  return `SELECT found.* FROM unnest(${keys}::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT ${columns}
    FROM ${table} t WHERE t.tenant_id = $1::uuid AND t.${key} = sent.key ${tail}) AS found`;
}

/** Of a table t. */
export const checkpointColumns = `id, site_id AS "siteId", latitude, longitude, radius_metres AS "radiusMetres",
  nfc_tag_id AS "nfcTagId", scan_methods AS methods, former_scan_methods AS "formerMethods",
  scan_methods_since_ms AS "sinceMs"`;

const sitesOfGuard = `ARRAY(SELECT s.site_id FROM guard_sites s WHERE s.tenant_id = $1::uuid AND s.guard_id = t.id)`;
const guardsLocked = probe(
  `t.id, ${sitesOfGuard} AS "siteIds"`,
  'guards',
  '$2',
  'LIMIT 1 FOR NO KEY UPDATE OF t',
);

/**
 * Takes the guards' turns until commit and returns the sites of each. Events of one guard are judged by one
 * transaction at a time, whichever device and server they come through, so what is read after this stays true.
 * `ids` are sorted, so that transactions wait for each other in one order.
 */
export async function lockGuards(
  scope: FieldScope,
  ids: readonly string[],
): Promise<{ id: string; siteIds: string[] }[]> {
  const { rows } = await scope.db.executeQuery<{ id: string; siteIds: string[] }>(
    CompiledQuery.raw(guardsLocked, [scope.tenantId, ids]),
  );
  return rows;
}

export async function findRouteVersions(scope: FieldScope, ids: readonly string[]): Promise<RouteVersion[]> {
  const text = probe('id, site_id AS "siteId", checkpoints', 'route_versions', '$2');
  const { rows } = await scope.db.executeQuery<RouteVersion>(CompiledQuery.raw(text, [scope.tenantId, ids]));
  return rows;
}

/** Every scan of rounds whose start is not known. */
export async function findWaitingScans(
  scope: FieldScope,
  roundIds: readonly string[],
): Promise<WaitingScan[]> {
  const columns = `t.id, round_id AS "roundId", guard_id AS "guardId", device_id AS "deviceId",
    checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs", (SELECT c.site_id FROM checkpoints c
      WHERE c.tenant_id = $1::uuid AND c.id = coalesce(t.checkpoint_id, t.claimed_checkpoint_id)) AS "siteId"`;
  const text = probe(columns, 'scans', '$2', 'OFFSET 0', 'round_id');
  const { rows } = await scope.db.executeQuery<WaitingScan>(
    CompiledQuery.raw(text, [scope.tenantId, roundIds]),
  );
  return rows;
}

/** Every end of rounds whose start is not known. */
export async function findWaitingEnds(scope: FieldScope, roundIds: readonly string[]): Promise<WaitingEnd[]> {
  const columns = `id, subject_id AS "roundId", guard_id AS "guardId", device_at_ms AS "deviceAtMs"`;
  const text = probe(columns, 'field_events', '$2', `AND kind = 'roundEnded' OFFSET 0`, 'subject_id');
  const { rows } = await scope.db.executeQuery<WaitingEnd>(
    CompiledQuery.raw(text, [scope.tenantId, roundIds]),
  );
  return rows;
}

/** Stores duties whole, new ones and changed ones alike. */
export async function upsertDuties(scope: FieldScope, duties: readonly Duty[]): Promise<void> {
  const text = `INSERT INTO duty_sessions AS d
      (tenant_id, id, guard_id, site_id, started_at_ms, ended_at_ms, is_closed_by_system)
    SELECT $1::uuid, sent.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[],
      $7::boolean[]) AS sent
    ON CONFLICT (tenant_id, id) DO UPDATE SET site_id = excluded.site_id, started_at_ms = excluded.started_at_ms,
      ended_at_ms = excluded.ended_at_ms, is_closed_by_system = excluded.is_closed_by_system
    WHERE d.guard_id = excluded.guard_id`;
  await scope.db.executeQuery(
    CompiledQuery.raw(text, [
      scope.tenantId,
      duties.map((duty) => duty.id),
      duties.map((duty) => duty.guardId),
      duties.map((duty) => duty.siteId),
      duties.map((duty) => duty.startedAtMs),
      duties.map((duty) => duty.endedAtMs),
      duties.map((duty) => duty.isClosedBySystem),
    ]),
  );
}

const isLaterRound = `excluded.round_at_ms >= coalesce(g.round_at_ms, 0)`;
const isLaterScan = `excluded.scan_at_ms >= coalesce(g.scan_at_ms, 0)`;
const signUpsert = `INSERT INTO guard_signs AS g
    (tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms)
  SELECT $1::uuid, sent.* FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::uuid[], $7::bigint[],
    $8::bigint[]) AS sent
  ON CONFLICT (tenant_id, guard_id) DO UPDATE SET at_ms = greatest(g.at_ms, excluded.at_ms),
    round_id = CASE WHEN ${isLaterRound} THEN excluded.round_id ELSE g.round_id END,
    round_at_ms = greatest(g.round_at_ms, excluded.round_at_ms),
    scan_id = CASE WHEN ${isLaterScan} THEN excluded.scan_id ELSE g.scan_id END,
    scan_at_ms = greatest(g.scan_at_ms, excluded.scan_at_ms),
    scan_received_at_ms = greatest(g.scan_received_at_ms, excluded.scan_received_at_ms)`;

/** Keeps the latest sign of each guard, in whatever order they come. Their guards are locked. */
export async function upsertSigns(scope: FieldScope, signs: readonly GuardSign[]): Promise<void> {
  const values = [
    scope.tenantId,
    signs.map((sign) => sign.guardId),
    signs.map((sign) => sign.atMs),
    signs.map((sign) => sign.roundId),
    signs.map((sign) => sign.roundAtMs),
    signs.map((sign) => sign.scanId),
    signs.map((sign) => sign.scanAtMs),
    signs.map((sign) => sign.scanReceivedAtMs),
  ];
  await scope.db.executeQuery(CompiledQuery.raw(signUpsert, values));
}

const roundArrays = `unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::bigint[], $8::bigint[],
  $9::smallint[], $10::smallint[], $11::smallint[])`;
const roundColumns = `id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points`;

function roundValues(scope: FieldScope, rounds: readonly Round[]): unknown[] {
  return [
    scope.tenantId,
    rounds.map((round) => round.id),
    rounds.map((round) => round.siteId),
    rounds.map((round) => round.guardId),
    rounds.map((round) => round.deviceId),
    rounds.map((round) => round.routeVersionId),
    rounds.map((round) => round.startedAtMs),
    rounds.map((round) => round.endedAtMs),
    rounds.map((round) => round.statusCode),
    rounds.map((round) => round.totalCheckPoints),
    rounds.map((round) => round.scannedCheckPoints),
  ];
}

const roundsInserted = `WITH taken AS (
    INSERT INTO round_arrivals AS arrivals (tenant_id, last_no) VALUES ($1::uuid, cardinality($2::uuid[]))
    ON CONFLICT (tenant_id) DO UPDATE SET last_no = arrivals.last_no + excluded.last_no
    RETURNING last_no - cardinality($2::uuid[]) AS before_no)
  INSERT INTO rounds (tenant_id, ${roundColumns}, arrival_no)
  SELECT $1::uuid, ${roundColumns}, taken.before_no + position
  FROM taken CROSS JOIN ${roundArrays} WITH ORDINALITY AS sent (${roundColumns}, position)`;

/**
 * Inserts rounds with the tenant's next arrival numbers. The number's row stays locked until commit, which makes
 * arrival order commit order; counts are locked after it and never before, so that two transactions cannot wait
 * for each other.
 */
export async function insertRounds(scope: FieldScope, rounds: readonly Round[]): Promise<void> {
  await scope.db.executeQuery(CompiledQuery.raw(roundsInserted, roundValues(scope, rounds)));
}

const roundsUpdated = `UPDATE rounds r SET site_id = sent.site_id, device_id = sent.device_id,
    route_version_id = sent.route_version_id, started_at_ms = sent.started_at_ms, ended_at_ms = sent.ended_at_ms,
    status_code = sent.status_code, total_check_points = sent.total_check_points,
    scanned_check_points = sent.scanned_check_points
  FROM (SELECT * FROM ${roundArrays} AS s (${roundColumns}) LIMIT cardinality($2::uuid[])) AS sent
  WHERE r.tenant_id = $1::uuid AND r.id = sent.id AND r.guard_id = sent.guard_id`;

/** Of rounds that findState has locked. The limit cuts nothing off: see probe(). */
export async function updateRounds(scope: FieldScope, rounds: readonly Round[]): Promise<void> {
  await scope.db.executeQuery(CompiledQuery.raw(roundsUpdated, roundValues(scope, rounds)));
}
