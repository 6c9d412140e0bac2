// Opens, escalates and settles the exceptions of due rounds by new steps in their history.
import { CompiledQuery } from 'kysely';
import {
  concernsExceptions,
  type DueExceptionChange,
  dueExceptionChange,
  type DueStep,
  type KnownDueException,
} from '@watchpost/domain/due-exceptions';
import { lateSeverity, missedSeverity, rankOf } from '@watchpost/domain/exceptions';
import type { Db } from '../../platform/db/database.ts';
import { type NewException, openExceptions } from './open-exceptions.queries.ts';

export interface StepOfDueRound extends DueStep {
  readonly dueId: string;
}

interface StoredDueRound {
  readonly id: string;
  readonly siteId: string;
  readonly routeId: string;
  readonly routeName: string;
  readonly tourId: string;
  readonly tourName: string;
  readonly guardIds: readonly string[];
  readonly dueAtMs: number;
  readonly lateAtMs: number;
  /** By the clock of the database, since those of several servers may differ. */
  readonly nowMs: number;
}

/**
 * In the transaction that writes the steps and has locked their due rounds, after what they became is stored. Each step is given
 * once, and a due round has at most one step of those that concern exceptions.
 */
export async function raiseOfDueRounds(
  db: Db,
  tenantId: string,
  steps: readonly StepOfDueRound[],
): Promise<void> {
  const concerned = steps.filter(concernsExceptions);
  if (concerned.length === 0) return;
  const ids = concerned.map(({ dueId }) => dueId);
  const known = await lockKnown(db, tenantId, ids);
  const dueRounds = await findDueRounds(db, tenantId, ids);
  const [first] = dueRounds.values();
  if (first === undefined) return;
  const { nowMs } = first;
  const changes = concerned.flatMap((step) => {
    const due = dueRounds.get(step.dueId);
    if (due === undefined) return [];
    return [{ due, step, change: dueExceptionChange(step, due.lateAtMs, known.get(due.id) ?? []) }];
  });
  await escalate(
    db,
    tenantId,
    changes.flatMap(({ change: { escalatedId } }) => escalatedId ?? []),
    nowMs,
  );
  await openExceptions(db, tenantId, changes.flatMap(newExceptions), nowMs);
  const walked = changes.filter(
    ({ due, change }) => change.isMadeGood && (change.opened !== null || known.has(due.id)),
  );
  await makeGood(
    db,
    tenantId,
    walked.map(({ step }) => step),
    nowMs,
  );
}

/** By due round. Held in one order before any is changed, so that two servers wait for each other instead of failing. */
async function lockKnown(
  db: Db,
  tenantId: string,
  dueIds: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownDueException[]>> {
  const text = `SELECT e.id, e.kind, e.subject_id AS "dueId", e.status = 'closed' AS "isClosed" FROM exceptions e
    WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND e.subject_id = ANY ($2::uuid[])
    ORDER BY e.id FOR NO KEY UPDATE`;
  const { rows } = await db.executeQuery<KnownDueException & { readonly dueId: string }>(
    CompiledQuery.raw(text, [tenantId, dueIds]),
  );
  const known = new Map<string, KnownDueException[]>();
  for (const { dueId, ...exception } of rows) known.set(dueId, [...(known.get(dueId) ?? []), exception]);
  return known;
}

async function findDueRounds(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDueRound>> {
  const text = `SELECT d.id, d.site_id AS "siteId", d.route_id AS "routeId", d.route_name AS "routeName",
      d.tour_id AS "tourId", d.tour_name AS "tourName", d.guard_ids::text[] AS "guardIds", d.due_at_ms AS "dueAtMs",
      d.late_at_ms AS "lateAtMs", floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"
    FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.id = ANY ($2::uuid[])`;
  const { rows } = await db.executeQuery<StoredDueRound>(CompiledQuery.raw(text, [tenantId, ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of several guards, or of any, no one is named. */
function newExceptions({
  due,
  change: { opened },
}: {
  readonly due: StoredDueRound;
  readonly change: DueExceptionChange;
}): NewException[] {
  if (opened === null) return [];
  const { id, guardIds, dueAtMs, siteId, routeId, routeName, tourId, tourName } = due;
  const [guardId = null] = guardIds.length === 1 ? guardIds : [];
  return [
    {
      kind: opened,
      subjectId: id,
      severity: rankOf(opened === 'missed' ? missedSeverity : lateSeverity),
      reasons: [opened],
      siteId,
      routeId,
      routeName,
      tourId,
      tourName,
      guardId,
      dueRoundId: id,
      roundId: null,
      happenedAtMs: dueAtMs,
    },
  ];
}

async function escalate(db: Db, tenantId: string, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return;
  const text = `WITH escalated AS (
      UPDATE exceptions e SET kind = 'missed', severity = $3::smallint, reasons = '{missed}', version = e.version + 1
      WHERE e.tenant_id = $1::uuid AND e.id = ANY ($2::uuid[]) RETURNING e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
    SELECT $1::uuid, gen_random_uuid(), id, $4::bigint, 'escalated', 'system', '{"reasons": ["missed"]}' FROM escalated`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, ids, rankOf(missedSeverity), nowMs]));
}

/** By whom it was walked is on the due round. Comes after the opening, where both are at once. */
async function makeGood(
  db: Db,
  tenantId: string,
  steps: readonly StepOfDueRound[],
  nowMs: number,
): Promise<void> {
  if (steps.length === 0) return;
  const text = `WITH walked AS (
      UPDATE exceptions e SET made_good_at_ms = step.at_ms, round_id = d.round_id, version = e.version + 1,
        guard_id = coalesce(d.begun_by, e.guard_id)
      FROM unnest($2::uuid[], $3::bigint[]) AS step (due_id, at_ms)
      JOIN due_rounds d ON d.tenant_id = $1::uuid AND d.id = step.due_id
      WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND e.subject_id = step.due_id
        AND e.made_good_at_ms IS NULL
      RETURNING e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
    SELECT $1::uuid, gen_random_uuid(), id, $4::bigint + 1, 'madeGood', 'system' FROM walked`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      steps.map(({ dueId }) => dueId),
      steps.map(({ atMs }) => atMs),
      nowMs,
    ]),
  );
}
