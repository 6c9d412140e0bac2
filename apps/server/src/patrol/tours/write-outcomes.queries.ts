// What due rounds became by the rounds that guards began, with a row of history for each step.
import { CompiledQuery } from 'kysely';
import type { DueStatus } from '@watchpost/domain/tours';
import type { Db } from '../../platform/db/database.ts';
import { noteDueSteps } from './due-history.queries.ts';

export interface Outcome {
  readonly dueId: string;
  readonly round: {
    readonly id: string;
    readonly begunAtMs: number;
    readonly endedAtMs: number | null;
  };
  readonly status: DueStatus;
}

/** In one statement, as the counters change once for it. */
export async function writeOutcomes(db: Db, tenantId: string, outcomes: readonly Outcome[]): Promise<void> {
  const text = `UPDATE due_rounds d SET round_id = moved.round_id, status = moved.status
    FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS moved (id, round_id, status)
    WHERE d.tenant_id = $1::uuid AND d.id = moved.id`;
  const steps = outcomes.flatMap(({ dueId, round, status }) => [
    { dueId, status: 'inProgress', atMs: round.begunAtMs },
    ...(status === 'inProgress' ? [] : [{ dueId, status, atMs: round.endedAtMs ?? round.begunAtMs }]),
  ]);
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      outcomes.map(({ dueId }) => dueId),
      outcomes.map(({ round }) => round.id),
      outcomes.map(({ status }) => status),
    ]),
  );
  await noteDueSteps(db, tenantId, steps);
}
