// What lies around a round: scans of its guard elsewhere, and of others with its devices.
import { CompiledQuery } from 'kysely';
import { timeFlags } from '@watchpost/domain/trust';
import { trustBounds, type TrustSettingsSince } from '@watchpost/domain/trust-thresholds';
import type { ScanOfOther, SequencedScan } from '@watchpost/domain/trust-sequence';
import type { Db } from '../../platform/db/database.ts';
import { findTrustHistory } from './find-trust-settings.queries.ts';

export interface RoundAt {
  readonly id: string;
  readonly guardId: string;
  readonly startedAtMs: number;
  /** Null while it is walked. */
  readonly endedAtMs: number | null;
}

export interface RoundContext {
  /** Latest first. */
  readonly settings: readonly TrustSettingsSince[];
  readonly elsewhere: readonly SequencedScan[];
  readonly ofOthers: readonly ScanOfOther[];
  /** Its scans whose code of a screen was used in another round, too. */
  readonly sharedCodes: ReadonlySet<string>;
}

const dayMs = 86_400_000;
const sharedMaxMs = trustBounds.sharedDeviceMs.max;
/** Rounds of a guard that are looked at for the scan before one's own. */
const earlierRounds = 2;
/** Rounds of others with the same device; more of them say nothing new. */
const othersRounds = 20;
/** Rounds of a day that are looked at to find these; somebody may have left hundreds without an end. */
const lookedAtMax = 20;
/** The like of all that others walked with a device around a day. */
const lookedAtOfDevice = 500;

/** Whether the scan s is signed with a key that its device holds; one that was merely claimed for it proves nothing. */
export const isProvedScan = `(s.proof_key IS NOT NULL AND NOT 'badSignature' = ANY(s.flags) AND EXISTS (
  SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.key = s.proof_key AND k.guard_id = s.guard_id
    AND k.device_id = s.device_id AND k.is_vouched IS NOT FALSE))`;

export const scanColumns = `s.id, s.checkpoint_id AS "checkpointId", s.device_id AS "deviceId",
  s.device_at_ms AS "deviceAtMs", s.phone_at_ms AS "phoneAtMs", s.clock_skew_ms AS "clockSkewMs", s.accuracy_metres AS "accuracyMetres",
  ${isProvedScan} AS "isProved",
  CASE WHEN s.latitude IS NULL OR s.longitude IS NULL THEN NULL
    ELSE json_build_object('latitude', s.latitude, 'longitude', s.longitude) END AS position`;

/** SQL of the FlaggedEvents of a round `r`, as JSON. */
export const flaggedEventsOf = (round: string): string => `(SELECT coalesce(json_agg(json_build_object(
    'receivedAtMs', e.received_at_ms, 'flags', e.flags) ORDER BY e.received_at_ms, e.id), '[]')
  FROM field_events e WHERE e.tenant_id = ${round}.tenant_id AND e.subject_id = ${round}.id
    AND e.kind IN ('roundStarted', 'roundEnded') AND e.flags && '{${timeFlags.join(',')}}'::text[])`;

interface Near extends SequencedScan {
  readonly forRound: string;
  readonly isOwn: boolean;
  readonly deviceId: string;
}

/** By round id; rounds that are not asked for have none. Sites are not looked at: a guard is one person everywhere. */
export async function findRoundContexts(
  db: Db,
  tenantId: string,
  rounds: readonly RoundAt[],
): Promise<(roundId: string) => RoundContext> {
  const settings = await findTrustHistory(db, tenantId);
  const near = new Map<string, Near[]>(rounds.map(({ id }) => [id, []]));
  for (const scan of await findNear(db, tenantId, rounds)) near.get(scan.forRound)?.push(scan);
  const sharedCodes = await findSharedCodes(db, tenantId, rounds);
  return (roundId) => {
    const scans = near.get(roundId) ?? [];
    return {
      settings,
      elsewhere: scans.filter(({ isOwn }) => isOwn),
      ofOthers: scans.filter(({ isOwn }) => !isOwn),
      sharedCodes,
    };
  };
}

async function findNear(db: Db, tenantId: string, rounds: readonly RoundAt[]): Promise<Near[]> {
  const text = `WITH named AS MATERIALIZED (
      SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[]) AS n (id, guard_id, from_ms, to_ms)
    ), near AS MATERIALIZED (
      SELECT n.id AS for_round, own.id, true AS is_own FROM named n
      CROSS JOIN LATERAL (SELECT r.id FROM rounds r WHERE r.tenant_id = $1::uuid AND r.guard_id = n.guard_id
        AND r.started_at_ms > n.from_ms - ${dayMs} AND r.started_at_ms <= n.to_ms AND r.id <> n.id
        ORDER BY r.started_at_ms DESC, r.id DESC LIMIT ${earlierRounds}) AS own
      UNION ALL
      SELECT n.id, other.id, false FROM named n
      CROSS JOIN LATERAL (SELECT DISTINCT s.device_id FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = n.id)
        AS used
      CROSS JOIN LATERAL (SELECT r.id FROM rounds r WHERE r.tenant_id = $1::uuid AND r.device_id = used.device_id
        AND r.guard_id <> n.guard_id AND r.started_at_ms > n.from_ms - ${dayMs}
        AND r.started_at_ms < n.to_ms + ${sharedMaxMs}
        ORDER BY r.started_at_ms DESC, r.id DESC LIMIT ${othersRounds}) AS other
    )
    SELECT near.for_round AS "forRound", near.is_own AS "isOwn", ${scanColumns} FROM near
    JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = near.id`;
  const { rows } = await db.executeQuery<Near>(
    CompiledQuery.raw(text, [
      tenantId,
      rounds.map(({ id }) => id),
      rounds.map(({ guardId }) => guardId),
      rounds.map(({ startedAtMs }) => startedAtMs),
      rounds.map(({ startedAtMs, endedAtMs }) => endedAtMs ?? startedAtMs + dayMs),
    ]),
  );
  return rows;
}

/** Of a scan s: others with the code that one screen showed during one step, whichever of them arrived first. */
const withSameCode = `scans o WHERE o.tenant_id = $1::uuid AND o.checkpoint_id = s.checkpoint_id
  AND o.shown_step = s.shown_step AND o.shown_step IS NOT NULL AND o.round_id <> s.round_id`;
const codedScans = `SELECT y.id, y.round_id, y.checkpoint_id, y.shown_step FROM scans y
  WHERE y.tenant_id = $1::uuid AND y.round_id = named.id AND y.shown_step IS NOT NULL OFFSET 0`;

/** Ids of scans of these rounds. A round has one guard, so that what another one used is in another round, too. */
async function findSharedCodes(
  db: Db,
  tenantId: string,
  rounds: readonly RoundAt[],
): Promise<ReadonlySet<string>> {
  const text = `SELECT s.id FROM unnest($2::uuid[]) AS named (id) CROSS JOIN LATERAL (${codedScans}) AS s
    WHERE EXISTS (SELECT FROM ${withSameCode})`;
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(text, [tenantId, rounds.map(({ id }) => id)]),
  );
  return new Set(rows.map(({ id }) => id));
}

/** What others walked with the device is looked up once for all rounds of a guard's day with it. */
const neighbours = `WITH named AS MATERIALIZED (
    SELECT r.id, r.guard_id, r.device_id, r.started_at_ms, r.ended_at_ms, r.started_at_ms / ${dayMs} AS day,
      coalesce(r.ended_at_ms, r.started_at_ms) + ${sharedMaxMs} AS until_ms
    FROM unnest($2::uuid[]) AS sent (id)
    CROSS JOIN LATERAL (SELECT * FROM rounds WHERE tenant_id = $1::uuid AND id = sent.id LIMIT 1) AS r
  ), days AS MATERIALIZED (
    SELECT device_id, guard_id, day, min(started_at_ms) - ${dayMs} AS from_ms, max(until_ms) AS until_ms
    FROM named GROUP BY device_id, guard_id, day
  ), others AS MATERIALIZED (
    SELECT days.device_id, days.guard_id, days.day, r.* FROM days
    CROSS JOIN LATERAL (SELECT r.id, r.started_at_ms FROM rounds r
      WHERE r.tenant_id = $1::uuid AND r.device_id = days.device_id AND r.guard_id <> days.guard_id
        AND r.started_at_ms > days.from_ms AND r.started_at_ms < days.until_ms AND r.ended_at_ms IS NOT NULL
      ORDER BY r.started_at_ms DESC LIMIT ${lookedAtOfDevice}) AS r
  )
  SELECT beside.id FROM named n CROSS JOIN LATERAL (
    (SELECT id FROM (SELECT r.id, r.started_at_ms, r.ended_at_ms FROM rounds r
        WHERE r.tenant_id = $1::uuid AND r.guard_id = n.guard_id
          AND (r.started_at_ms, r.id) > (n.started_at_ms, n.id) AND r.started_at_ms < n.started_at_ms + ${dayMs}
        ORDER BY r.started_at_ms, r.id LIMIT ${lookedAtMax}) AS later
      WHERE ended_at_ms IS NOT NULL ORDER BY started_at_ms, id LIMIT ${earlierRounds})
    UNION ALL
    SELECT id FROM (SELECT r.id, r.ended_at_ms FROM rounds r WHERE r.tenant_id = $1::uuid AND r.guard_id = n.guard_id
        AND r.started_at_ms > n.started_at_ms - ${dayMs} AND (r.started_at_ms, r.id) < (n.started_at_ms, n.id)
        ORDER BY r.started_at_ms DESC, r.id DESC LIMIT ${lookedAtMax}) AS earlier
      WHERE ended_at_ms >= n.started_at_ms
    UNION ALL
    (SELECT o.id FROM others o WHERE o.device_id = n.device_id AND o.guard_id = n.guard_id AND o.day = n.day
        AND o.started_at_ms > n.started_at_ms - ${dayMs} AND o.started_at_ms < n.until_ms
      ORDER BY o.started_at_ms DESC, o.id DESC LIMIT ${othersRounds})
  ) AS beside
  UNION ALL SELECT shared.round_id FROM unnest($2::uuid[]) AS named (id)
    CROSS JOIN LATERAL (${codedScans}) AS s
    CROSS JOIN LATERAL (SELECT o.round_id FROM ${withSameCode} LIMIT ${othersRounds}) AS shared`;

/**
 * The rounds and those whose doubts may hang on them: the next ones of the guard, those of the guard that went on when
 * they began, those of others with the device, and those in which a screen's code was used that they used.
 */
export async function withNeighbours(
  db: Db,
  tenantId: string,
  roundIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(neighbours, [tenantId, roundIds]));
  return [...new Set([...roundIds, ...rows.map(({ id }) => id)])];
}
