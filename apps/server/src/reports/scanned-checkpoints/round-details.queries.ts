import { CompiledQuery, sql } from 'kysely';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { ScanMethod, TrustFlag } from '@watchpost/domain/trust';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FlaggedEvent } from '../../patrol/trust/judge-round.ts';
import { isOpenArrival, lateArrivalOf } from '../../patrol/trust/late-arrivals.queries.ts';
import { flaggedEventsOf, isProvedScan } from '../../patrol/trust/round-context.queries.ts';
import { type FoundRound, foundRounds, withPlaces } from './round-rows.queries.ts';
import { roundColumns } from './round-statements.queries.ts';

/** What tells where and when a checkpoint was scanned. */
export interface CountedScan {
  readonly id: string;
  readonly roundId: string;
  /** Where it counts; null for nowhere. */
  readonly checkpointId: string | null;
  readonly deviceAtMs: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface FoundScan extends CountedScan {
  /** What the phone's clock said, where it was not taken at its word. */
  readonly phoneAtMs: number | null;
  readonly receivedAtMs: number;
  readonly accuracyMetres: number | null;
  readonly distanceMetres: number | null;
  readonly deviceId: string;
  readonly clockSkewMs: number;
  readonly code: string | null;
  readonly method: ScanMethod;
  readonly flags: TrustFlag[];
  /** What the phone named, where its code is of another one. */
  readonly claimedId: string | null;
  readonly isProved: boolean;
}

export interface FoundRouteVersion {
  readonly id: string;
  readonly routeId: string;
  readonly name: string;
  readonly isFixedOrder: boolean;
  readonly checkpoints: readonly PlannedCheckpoint[];
}

/** One round, or null when it does not exist or lies outside the scope: the two look the same. */
export async function findRound(scope: SiteScope, id: string): Promise<FoundRound | null> {
  const text = `WITH page AS (SELECT ${roundColumns} FROM rounds
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND ($3::uuid IS NULL OR site_id = $3::uuid))
    SELECT ${foundRounds.sql('$1::uuid')} FROM ${withPlaces('$1::uuid')}`;
  const { rows } = await scope.db.executeQuery<FoundRound>(
    CompiledQuery.raw(text, [scope.tenantId, id, scope.siteId]),
  );
  return rows[0] ?? null;
}

interface RoundArrival {
  readonly events: readonly FlaggedEvent[];
  /** What the round was sent late for; null for nothing that was settled by then. */
  readonly due: { readonly id: string; readonly isOpen: boolean } | null;
}

/** Of a round already found within the scope. */
export async function findRoundArrival(scope: SiteScope, id: string): Promise<RoundArrival> {
  const text = `SELECT ${flaggedEventsOf('r')} AS events, (SELECT json_build_object('id', d.id, 'isOpen', ${isOpenArrival('d', 'a')})
      FROM late_arrivals a JOIN due_rounds d ON d.tenant_id = a.tenant_id AND d.id = a.due_round_id
      WHERE a.tenant_id = r.tenant_id AND a.round_id = r.id) AS due
    FROM rounds r WHERE r.tenant_id = $1::uuid AND r.id = $2::uuid`;
  const { rows } = await scope.db.executeQuery<RoundArrival>(CompiledQuery.raw(text, [scope.tenantId, id]));
  return rows[0] ?? { events: [], due: null };
}

/** When the last of what was sent late arrived, by round; of rounds already found within the scope. */
export async function findLateArrivals(
  scope: SiteScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const text = `SELECT named.id, ${lateArrivalOf('$1::uuid', 'named.id')} AS "atMs"
    FROM unnest($2::uuid[]) AS named (id)`;
  const { rows } = await scope.db.executeQuery<{ id: string; atMs: number | null }>(
    CompiledQuery.raw(text, [scope.tenantId, ids]),
  );
  return new Map(rows.flatMap(({ id, atMs }) => (atMs === null ? [] : [[id, atMs] as const])));
}

/** What the phone's clock said of the start and the end of a round already found within the scope, where it was wrong. */
export async function findPhoneTimes(
  { db, tenantId }: SiteScope,
  { id, endedAtMs }: Pick<FoundRound, 'id' | 'endedAtMs'>,
): Promise<{ readonly phoneStartedAtMs: number | null; readonly phoneEndedAtMs: number | null }> {
  const rows = await db
    .selectFrom('field_events')
    .select(['kind', 'device_at_ms as atMs', 'phone_at_ms as phoneAtMs'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', id)
    .where('kind', 'in', ['roundStarted', 'roundEnded'])
    .where('phone_at_ms', 'is not', null)
    .orderBy('id')
    .execute();
  const start = rows.find(({ kind }) => kind === 'roundStarted');
  const end = rows.find(({ kind, atMs }) => kind === 'roundEnded' && atMs === endedAtMs);
  return { phoneStartedAtMs: start?.phoneAtMs ?? null, phoneEndedAtMs: end?.phoneAtMs ?? null };
}

/** All scans of rounds already found within the scope, by round, checkpoint and device time. */
export async function findScans(scope: SiteScope, roundIds: readonly string[]): Promise<FoundScan[]> {
  const text = `SELECT id, round_id AS "roundId", checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs",
      phone_at_ms AS "phoneAtMs", received_at_ms AS "receivedAtMs", latitude, longitude, accuracy_metres AS "accuracyMetres",
      distance_metres AS "distanceMetres", device_id AS "deviceId", clock_skew_ms AS "clockSkewMs", code, method, flags,
      claimed_checkpoint_id AS "claimedId", ${isProvedScan} AS "isProved"
    FROM scans s WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])
    ORDER BY round_id, checkpoint_id, device_at_ms, id`;
  const { rows } = await scope.db.executeQuery<FoundScan>(
    CompiledQuery.raw(text, [scope.tenantId, roundIds]),
  );
  return rows;
}

export async function findRouteVersions(
  scope: SiteScope,
  ids: readonly string[],
): Promise<FoundRouteVersion[]> {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom('route_versions')
    .select(['id', 'route_id as routeId', 'name', 'is_fixed_order as isFixedOrder', 'checkpoints'])
    .where('tenant_id', '=', scope.tenantId)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
}
