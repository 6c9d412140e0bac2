// What is known of rounds that a list or a page has found: their scans, arrivals, plans, remarks and former ids.
import type { RoundRemark } from '@watchpost/contract/round-remarks';
import { type AnswerValue, type Question, marksOf } from '@watchpost/domain/checkpoint-questions';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { DueStatus } from '@watchpost/domain/tours';
import type { ScanMethod, TrustFlag } from '@watchpost/domain/trust';
import { CompiledQuery, sql } from 'kysely';
import type { FlaggedEvent } from '../../patrol/trust/judge-round.ts';
import { isOpenArrival, lateArrivalOf } from '../../patrol/trust/late-arrivals.queries.ts';
import { flaggedEventsOf, isProvedScan } from '../../patrol/trust/round-context.queries.ts';
import type { SiteScope } from '../../platform/access/caller.ts';
import { dueStatusAt } from '../../platform/db/due-status.ts';
import { scannedCount } from '../../platform/db/round-counts.ts';
import { importedRoundId } from '../../records/former-ids/source-ids.ts';
import { nameAt } from '../../records/past-names/past-names.ts';
import type { FoundRound } from './scanned-checkpoints.queries.ts';

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

/** All scans of rounds already found within the scope, in no order. */
export async function findCountedScans(
  scope: SiteScope,
  roundIds: readonly string[],
): Promise<CountedScan[]> {
  const text = `SELECT id, round_id AS "roundId", checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs",
      latitude, longitude
    FROM scans WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])`;
  const { rows } = await scope.db.executeQuery<CountedScan>(
    CompiledQuery.raw(text, [scope.tenantId, roundIds]),
  );
  return rows;
}

export interface ImportedRound {
  readonly formerId: string;
  /** False: its checkpoints were not in the export. */
  readonly hasScans: boolean;
}

/** By round; of those that were imported. */
export async function findImportedRounds(
  { db, tenantId }: SiteScope,
  roundIds: readonly string[],
): Promise<ReadonlyMap<string, ImportedRound>> {
  const text = `SELECT round_id AS id, former_id AS "formerId", has_scans AS "hasScans" FROM imported_rounds
    WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])`;
  const { rows } = await db.executeQuery<ImportedRound & { readonly id: string }>(
    CompiledQuery.raw(text, [tenantId, roundIds]),
  );
  return new Map(rows.map(({ id, ...imported }) => [id, imported]));
}

/** Whether the tenant has any. */
export async function hasImportedRounds({ db, tenantId }: SiteScope): Promise<boolean> {
  const text = 'SELECT EXISTS (SELECT FROM imported_rounds WHERE tenant_id = $1::uuid) AS has';
  const { rows } = await db.executeQuery<{ has: boolean }>(CompiledQuery.raw(text, [tenantId]));
  return rows[0]?.has === true;
}

/** The round of this former id, whichever site it is of; null for none. */
export async function findByFormerId(scope: SiteScope, formerId: string): Promise<string | null> {
  const id = importedRoundId(scope.tenantId, formerId);
  return (await findImportedRounds(scope, [id])).has(id) ? id : null;
}

export interface LateRoundRow {
  /** When the last of it arrived that was sent late. */
  readonly arrivedAtMs: number;
  /** Of its due round, or of the one that it was sent late for; empty and null without one. */
  readonly tourName: string;
  readonly dueAtMs: number | null;
  readonly status: DueStatus | null;
  readonly acceptedBy: string;
  readonly acceptedAtMs: number | null;
  readonly acceptance: string;
}

/** Those of the rounds of which something was sent late, by round; of rounds already found within the scope. */
export async function findLateRounds(
  scope: SiteScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LateRoundRow>> {
  const text = `SELECT found.*, coalesce(d.tour_name, '') AS "tourName", d.due_at_ms AS "dueAtMs",
      CASE WHEN d.id IS NOT NULL THEN ${dueStatusAt('$3::bigint')} END AS status,
      coalesce(a.accepted_by, '') AS "acceptedBy", coalesce(a.acceptance, '') AS acceptance,
      (extract(epoch FROM a.accepted_at) * 1000)::bigint AS "acceptedAtMs"
    FROM (SELECT named.id, ${lateArrivalOf('$1::uuid', 'named.id')} AS "arrivedAtMs"
      FROM unnest($2::uuid[]) AS named (id)) AS found
    LEFT JOIN late_arrivals a ON a.tenant_id = $1::uuid AND a.round_id = found.id
    LEFT JOIN due_rounds d ON d.tenant_id = $1::uuid AND d.id = coalesce(a.due_round_id,
      (SELECT t.id FROM due_rounds t WHERE t.tenant_id = $1::uuid AND t.round_id = found.id))
    WHERE found."arrivedAtMs" IS NOT NULL`;
  const { rows } = await scope.db.executeQuery<LateRoundRow & { readonly id: string }>(
    CompiledQuery.raw(text, [scope.tenantId, ids, Date.now()]),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Checkpoints that were scanned in each of the rounds. */
export async function countScanned(
  { db, tenantId }: SiteScope,
  roundIds: readonly string[],
): Promise<Map<string, number>> {
  const text = `SELECT r.id, ${scannedCount('r', '$1::uuid')} AS scanned FROM unnest($2::uuid[]) AS asked (id)
    JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.id`;
  const { rows } = await db.executeQuery<{ id: string; scanned: number }>(
    CompiledQuery.raw(text, [tenantId, roundIds]),
  );
  return new Map(rows.map(({ id, scanned }) => [id, scanned]));
}

interface FoundRemark extends Omit<RoundRemark, 'answers'> {
  readonly roundId: string;
  readonly answers: readonly { readonly questionId: string; readonly value: AnswerValue }[];
  readonly questions: readonly Question[] | null;
}

export interface RemarkOfRound extends RoundRemark {
  readonly roundId: string;
}

/** What was said after a scan of the rounds, by the guard who scanned. */
const remarksOfRounds = `FROM scans s
    JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id AND e.kind = 'checkpointAnswered'
      AND e.guard_id = s.guard_id`;
const ofRounds = 'WHERE s.tenant_id = $1::uuid AND s.round_id = ANY($2::uuid[])';

/** How many answers and notes findRemarks() finds. */
export async function countRemarkRows(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  roundIds: readonly string[],
): Promise<number> {
  const text = `SELECT coalesce(sum(jsonb_array_length(e.details -> 'answers')
      + CASE WHEN e.details ->> 'note' = '' THEN 0 ELSE 1 END), 0)::float8 AS count ${remarksOfRounds} ${ofRounds}`;
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return rows[0]?.count ?? 0;
}

/** Of rounds that were found within the scope, by round and time; each scan has one at most. */
export async function findRemarks(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  roundIds: readonly string[],
): Promise<RemarkOfRound[]> {
  const text = `SELECT s.round_id AS "roundId", e.id, s.id AS "scanId", c.id AS "checkpointId",
      ${nameAt('c', 's.device_at_ms')} AS "checkpointName", e.device_at_ms AS "deviceAtMs", q.no AS "questionsNo", e.details -> 'answers' AS answers,
      e.details ->> 'note' AS note, i.id AS "incidentId", q.questions
    ${remarksOfRounds}
    JOIN checkpoints c ON c.tenant_id = $1::uuid AND c.id = coalesce(s.checkpoint_id, s.claimed_checkpoint_id)
    LEFT JOIN question_versions q ON q.tenant_id = $1::uuid AND q.id = (e.details ->> 'questionsId')::uuid
    LEFT JOIN incidents i ON i.tenant_id = $1::uuid AND i.id = e.id
    ${ofRounds}
    ORDER BY s.round_id, e.device_at_ms, e.id`;
  const { rows } = await db.executeQuery<FoundRemark>(CompiledQuery.raw(text, [tenantId, roundIds]));
  return rows.map(({ questions, answers, ...remark }) => ({
    ...remark,
    answers: answers.map(({ questionId, value }) => {
      const question = questions?.find(({ id }) => id === questionId);
      return question === undefined ? unasked(questionId, value) : answerText(question, value);
    }),
  }));
}

function answerText(question: Question, value: AnswerValue): RoundRemark['answers'][number] {
  const { id, text, kind, unit, min, max } = question;
  return { questionId: id, question: text, kind, unit, min, max, value, marks: marksOf(question, value) };
}

const unasked = (questionId: string, value: AnswerValue): RoundRemark['answers'][number] => ({
  questionId,
  question: '',
  kind: 'text',
  unit: '',
  min: null,
  max: null,
  value,
  marks: ['unfit'],
});
