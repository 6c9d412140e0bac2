// What honest guards of the demo company do not do: two with one phone, and scans made far from where the guard was.
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import type { ExpectedPosition } from '@watchpost/domain/trust-of-scan';
import { type TrustFlag, trustFlags } from '@watchpost/domain/trust';
import { CompiledQuery } from 'kysely';
import type { Db } from '../platform/db/database.ts';

const days = 28;
const dayMs = 86_400_000;
const sharedPhones = 6;
const leaps = 5;
/** As far as the next town: too far for any guard between two checkpoints. */
const leapDegrees = 0.4;

/** Alters a few rounds of the last weeks, and counts the doubts of all that scans have by themselves. */
export async function insertFlags(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const sinceMs = nowMs - days * dayMs;
  await sharePhones(db, tenantId, sinceMs);
  await makeLeaps(db, tenantId, sinceMs);
  await run(db, 'SELECT fill_round_doubts($1::uuid)', [tenantId]);
}

/** Of two rounds at once at a site the second was walked with the phone of the first. */
async function sharePhones(db: Db, tenantId: string, sinceMs: number): Promise<void> {
  await run(
    db,
    `WITH pair AS (
      SELECT DISTINCT ON (b.site_id) b.id, a.device_id FROM rounds a JOIN rounds b ON b.tenant_id = a.tenant_id
        AND b.site_id = a.site_id AND b.guard_id <> a.guard_id
        AND b.started_at_ms > a.started_at_ms AND b.started_at_ms < a.ended_at_ms
      WHERE a.tenant_id = $1::uuid AND a.started_at_ms >= $2::bigint AND a.ended_at_ms IS NOT NULL
        AND b.ended_at_ms IS NOT NULL
      ORDER BY b.site_id, b.started_at_ms DESC LIMIT ${sharedPhones}
    ), walked AS (
      UPDATE rounds r SET device_id = pair.device_id FROM pair WHERE r.tenant_id = $1::uuid AND r.id = pair.id
    ), told AS (
      UPDATE field_events f SET device_id = pair.device_id FROM pair
      WHERE f.tenant_id = $1::uuid AND f.subject_id = pair.id
    )
    UPDATE scans s SET device_id = pair.device_id FROM pair WHERE s.tenant_id = $1::uuid AND s.round_id = pair.id`,
    [tenantId, sinceMs],
  );
}

interface Scan {
  readonly id: string;
  readonly position: Position;
  readonly checkpoint: ExpectedPosition;
  readonly flags: readonly TrustFlag[];
}

async function makeLeaps(db: Db, tenantId: string, sinceMs: number): Promise<void> {
  const scans = await run<Scan>(
    db,
    `SELECT DISTINCT ON (r.guard_id) s.id, s.flags, json_build_object('latitude', s.latitude, 'longitude', s.longitude)
        AS position, point AS checkpoint
      FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
      JOIN scans s ON s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.latitude IS NOT NULL
      CROSS JOIN LATERAL jsonb_array_elements(v.checkpoints) WITH ORDINALITY AS planned (point, no)
      WHERE r.tenant_id = $1::uuid AND r.started_at_ms >= $2::bigint AND r.ended_at_ms IS NOT NULL AND planned.no = 3
        AND (planned.point ->> 'checkpointId')::uuid = s.checkpoint_id
      ORDER BY r.guard_id, r.started_at_ms DESC LIMIT ${leaps}`,
    [tenantId, sinceMs],
  );
  for (const { id, position, checkpoint, flags } of scans) {
    const there = { ...position, latitude: position.latitude + leapDegrees };
    await run(
      db,
      `UPDATE scans SET latitude = $3, distance_metres = $4, flags = $5 WHERE tenant_id = $1::uuid AND id = $2::uuid`,
      [
        tenantId,
        id,
        there.latitude,
        distanceMetres(there, checkpoint),
        trustFlags.filter((flag) => flag === 'outsideRadius' || flags.includes(flag)),
      ],
    );
  }
}

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
