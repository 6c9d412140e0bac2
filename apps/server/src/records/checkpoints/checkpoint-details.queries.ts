// What is known of one checkpoint that the caller may see.
import { CompiledQuery } from 'kysely';
import type { CheckpointCode, CheckpointDetails, CheckpointScan } from '@watchpost/contract/checkpoints';
import {
  checkpointCodesShown,
  checkpointGapsShown,
  checkpointScansShown,
} from '@watchpost/domain/checkpoints';
import type { SiteScope } from '../../platform/access/caller.ts';
import { epochMsOf } from '../../platform/managed-records/record-columns.ts';
import { guardNameAt } from '../past-names/past-names.ts';

/** $1 tenant, $2 checkpoint, then `more`. */
async function ofCheckpoint<Row>(
  { db, tenantId }: SiteScope,
  id: string,
  text: string,
  more: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId, id, ...more]));
  return rows;
}

export function findCodes(scope: SiteScope, id: string): Promise<CheckpointCode[]> {
  return ofCheckpoint(
    scope,
    id,
    `SELECT serial, CASE WHEN retired_at IS NULL THEN code END AS text, key_version IS NOT NULL AS "isSigned",
        ${epochMsOf('issued_at')} AS "issuedAtMs", ${epochMsOf('retired_at')} AS "retiredAtMs"
      FROM qr_codes WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid
      ORDER BY serial DESC LIMIT ${checkpointCodesShown}`,
  );
}

export function findRoutesPast(
  scope: SiteScope,
  id: string,
): Promise<NonNullable<CheckpointDetails['routes']>> {
  return ofCheckpoint(
    scope,
    id,
    `SELECT r.id, r.name, r.activated FROM patrol_routes r WHERE r.tenant_id = $1::uuid AND r.deleted_at IS NULL
        AND r.id IN (SELECT c.route_id FROM patrol_route_checkpoints c
          WHERE c.tenant_id = $1::uuid AND c.checkpoint_id = $2::uuid)
      ORDER BY r.sort_name, r.id`,
  );
}

/** Of the scans from $3 to before $4 by the device's time. */
const inRange = `s.tenant_id = $1::uuid AND s.checkpoint_id = $2::uuid
  AND s.device_at_ms >= $3::bigint AND s.device_at_ms < $4::bigint`;

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

export async function findScanFigures(
  scope: SiteScope,
  id: string,
  { fromMs, toMs }: Range,
): Promise<{ readonly scans: number; readonly flagged: number }> {
  const [figures] = await ofCheckpoint<{ scans: number; flagged: number }>(
    scope,
    id,
    `SELECT count(*)::int AS scans, (count(*) FILTER (WHERE s.flags <> '{}'))::int AS flagged
      FROM scans s WHERE ${inRange}`,
    [fromMs, toMs],
  );
  return figures ?? { scans: 0, flagged: 0 };
}

/** How many scans fell between each of the instants and the next. */
export async function countScansBetween(
  scope: SiteScope,
  id: string,
  instants: readonly number[],
): Promise<number[]> {
  const rows = await ofCheckpoint<{ place: number; scans: number }>(
    scope,
    id,
    `SELECT width_bucket(s.device_at_ms, $3::bigint[]) AS place, count(*)::int AS scans FROM scans s
      WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $2::uuid AND s.device_at_ms >= $4::bigint
        AND s.device_at_ms < $5::bigint GROUP BY 1`,
    [instants, instants[0] ?? 0, instants.at(-1) ?? 0],
  );
  const found = new Map(rows.map(({ place, scans }) => [place, scans]));
  return instants.slice(1).map((_end, index) => found.get(index + 1) ?? 0);
}

/** Newest first. A guard is named who works where the caller sees, or is seen to have been there. */
export function findLastScans(scope: SiteScope, id: string, range: Range): Promise<CheckpointScan[]> {
  return ofCheckpoint(
    scope,
    id,
    `SELECT s.id, s.round_id AS "roundId", coalesce(${guardNameAt('g', 's.device_at_ms')}, '') AS "guardName",
        s.device_at_ms AS "deviceAtMs", s.method, s.distance_metres AS "distanceMetres", s.flags
      FROM (SELECT * FROM scans s WHERE ${inRange} ORDER BY s.device_at_ms DESC, s.id DESC
        LIMIT ${checkpointScansShown}) AS s
      LEFT JOIN guards g ON g.tenant_id = s.tenant_id AND g.id = s.guard_id AND g.deleted_at IS NULL
      ORDER BY s.device_at_ms DESC, s.id DESC`,
    [range.fromMs, range.toMs],
  );
}

/** Times without a scan, longest first: from the beginning of the range, or the checkpoint's, to its end. */
export function findGaps(
  scope: SiteScope,
  id: string,
  { fromMs, toMs }: Range,
): Promise<{ fromMs: number; toMs: number }[]> {
  return ofCheckpoint(
    scope,
    id,
    `WITH ends AS (SELECT s.device_at_ms AS at FROM scans s WHERE ${inRange}
        UNION ALL SELECT $3::bigint UNION ALL SELECT $4::bigint),
      spans AS (SELECT lag(at) OVER (ORDER BY at) AS from_ms, at AS to_ms FROM ends)
    SELECT from_ms AS "fromMs", to_ms AS "toMs" FROM spans WHERE from_ms < to_ms
    ORDER BY to_ms - from_ms DESC, from_ms LIMIT ${checkpointGapsShown}`,
    [fromMs, toMs],
  );
}
