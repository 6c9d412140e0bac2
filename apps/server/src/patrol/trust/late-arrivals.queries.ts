// What was sent late for due rounds that were settled by then (TRUTH-04).
import { CompiledQuery } from 'kysely';
import { type ArrivedScan, type Counted, countedFor } from '@watchpost/domain/late-arrivals';
import type { Db } from '../../platform/db/database.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { guardNameAt } from '../../records/past-names/past-names.ts';

const isLate = (alias: string) => `'sentLate' = ANY (${alias}.flags)`;
const isOfFuture = (alias: string) => `'fromFuture' = ANY (${alias}.flags)`;

/** SQL of when the start of a round `r` arrived, and the last of its scans, where they were sent late; else null. */
export const lateStartAt = `(SELECT max(e.received_at_ms) FROM field_events e WHERE e.tenant_id = r.tenant_id
  AND e.subject_id = r.id AND e.kind = 'roundStarted' AND ${isLate('e')})`;
export const lateScanAt = `(SELECT max(s.received_at_ms) FROM scans s WHERE s.tenant_id = r.tenant_id
  AND s.round_id = r.id AND ${isLate('s')})`;

/** SQL of whether the start of a round `r` was dated later than it arrived, or any of its scans (TRUTH-02). */
export const hasFutureStart = `EXISTS (SELECT FROM field_events e WHERE e.tenant_id = r.tenant_id
  AND e.subject_id = r.id AND e.kind = 'roundStarted' AND ${isOfFuture('e')})`;
export const hasFutureScan = `EXISTS (SELECT FROM scans s WHERE s.tenant_id = r.tenant_id
  AND s.round_id = r.id AND ${isOfFuture('s')})`;

/** When the last of what was sent late of a round arrived; null for none. `id` is SQL of the round's. */
export const lateArrivalOf = (tenant: string, id: string): string => `greatest((SELECT max(s.received_at_ms)
    FROM scans s WHERE s.tenant_id = ${tenant} AND s.round_id = ${id} AND 'sentLate' = ANY (s.flags)),
  (SELECT max(e.received_at_ms) FROM field_events e WHERE e.tenant_id = ${tenant} AND e.subject_id = ${id}
    AND e.kind IN ('roundStarted', 'roundEnded') AND 'sentLate' = ANY (e.flags)))`;

/** Of one due round so many are shown, those that were started first. */
const shownMax = 20;

/** Whether an arrival changes its due round only once somebody accepts it; both by their aliases. */
export const isOpenArrival = (due: string, arrival: string): string =>
  `(coalesce(${arrival}.accepted_until_ms < ${arrival}.arrived_at_ms, true)
    AND coalesce(${due}.round_id = ${arrival}.round_id, true) AND ${due}.status <> 'completed')`;

/** A query of one row: a JSON array of LateArrival, those that were started first in front. `due` is the alias of its due round. */
export const lateArrivalsOf = (
  due: string,
): string => `SELECT coalesce(json_agg(json_build_object('roundId', shown.id,
      'guardName', shown.guard_name, 'startedAtMs', shown.started_at_ms, 'arrivedAtMs', shown.arrived_at_ms,
      'scannedCheckPoints', shown.scanned, 'totalCheckPoints', shown.planned, 'isOpen', shown.is_open,
      'acceptance', shown.acceptance) ORDER BY shown.started_at_ms, shown.id), '[]')
  FROM (SELECT r.id, ${guardNameAt('g', 'r.started_at_ms')} AS guard_name, a.arrived_at_ms,
      told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) AS started_at_ms,
      ${scannedCount('r', 'r.tenant_id')} AS scanned, coalesce(${plannedCount('r')}, 0) AS planned,
      ${isOpenArrival(due, 'a')} AS is_open, CASE WHEN a.accepted_at IS NOT NULL THEN json_build_object('reason', a.acceptance,
        'by', a.accepted_by, 'atMs', (extract(epoch FROM a.accepted_at) * 1000)::bigint) END AS acceptance
    FROM late_arrivals a JOIN rounds r ON r.tenant_id = a.tenant_id AND r.id = a.round_id
    JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE a.tenant_id = ${due}.tenant_id AND a.due_round_id = ${due}.id
    ORDER BY r.started_at_ms, r.id LIMIT ${shownMax}) AS shown`;

/** Whether somebody may accept something that was sent late for a due round. */
export const hasOpenArrival = (due: string): string => `EXISTS (SELECT FROM late_arrivals a
  WHERE a.tenant_id = ${due}.tenant_id AND a.due_round_id = ${due}.id AND ${isOpenArrival(due, 'a')})`;

export interface KnownArrival {
  readonly roundId: string;
  readonly dueRoundId: string;
  readonly acceptedUntilMs: number | null;
}

/** Those of the rounds that are known to have come late for a due round. */
export async function findArrivals(
  db: Db,
  tenantId: string,
  roundIds: readonly string[],
): Promise<ReadonlyMap<string, KnownArrival>> {
  const text = `SELECT round_id AS "roundId", due_round_id AS "dueRoundId", accepted_until_ms AS "acceptedUntilMs"
    FROM late_arrivals WHERE tenant_id = $1::uuid AND round_id = ANY ($2::uuid[])`;
  const { rows } = await db.executeQuery<KnownArrival>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return new Map(rows.map((row) => [row.roundId, row]));
}

export interface LateRound {
  readonly id: string;
  readonly endedAtMs: number | null;
  /** Of its due round. */
  readonly missedAtMs: number;
  readonly acceptedUntilMs: number | null;
}

interface FoundScans {
  readonly id: string;
  readonly planned: readonly string[];
  readonly scans: readonly ArrivedScan[];
}

/** What each of the rounds gives its due round; by round. */
export async function countArrived(
  db: Db,
  tenantId: string,
  rounds: readonly LateRound[],
): Promise<ReadonlyMap<string, Counted>> {
  if (rounds.length === 0) return new Map();
  const text = `SELECT r.id, ARRAY(SELECT point ->> 'checkpointId' FROM jsonb_array_elements(v.checkpoints) AS point) AS planned,
      (SELECT coalesce(json_agg(json_build_object('checkpointId', s.checkpoint_id,
          'lateAtMs', CASE WHEN ${isLate('s')} THEN s.received_at_ms END, 'isFromFuture', ${isOfFuture('s')})), '[]')
        FROM scans s WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id) AS scans
    FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[])`;
  const ids = rounds.map(({ id }) => id);
  const { rows } = await db.executeQuery<FoundScans>(CompiledQuery.raw(text, [tenantId, ids]));
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    rounds.map((round) => {
      const { planned = [], scans = [] } = found.get(round.id) ?? {};
      const walked = { hasEnded: round.endedAtMs !== null, planned: new Set(planned) };
      return [round.id, countedFor(round, walked, scans)];
    }),
  );
}

export interface Arrival {
  readonly roundId: string;
  readonly dueRoundId: string;
  readonly arrivedAtMs: number;
}

/** Notes what somebody may accept; of what is known when the last of it arrived. */
export async function noteArrivals(db: Db, tenantId: string, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const text = `INSERT INTO late_arrivals AS known (tenant_id, round_id, due_round_id, arrived_at_ms)
    SELECT $1::uuid, sent.* FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS sent
    ON CONFLICT (tenant_id, round_id) DO UPDATE SET arrived_at_ms = excluded.arrived_at_ms
    WHERE known.arrived_at_ms < excluded.arrived_at_ms`;
  const values = [
    arrivals.map(({ roundId }) => roundId),
    arrivals.map(({ dueRoundId }) => dueRoundId),
    arrivals.map(({ arrivedAtMs }) => arrivedAtMs),
  ];
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, ...values]));
}
