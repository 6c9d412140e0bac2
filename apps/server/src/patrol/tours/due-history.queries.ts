// The history of due rounds, which only this file writes: what a step says of exceptions is done with it, so that none is forgotten.
import { CompiledQuery, sql } from 'kysely';
import { raiseOfDueRounds, type StepOfDueRound } from '../exceptions/raise-due-exceptions.queries.ts';
import type { Db } from '../../platform/db/database.ts';

/**
 * In the transaction that has locked the due rounds, and after what they became is stored. Each step is written once: one that is
 * there already changes nothing.
 */
export async function noteDueSteps(
  transaction: Db,
  tenantId: string,
  steps: readonly StepOfDueRound[],
): Promise<void> {
  if (steps.length === 0) return;
  // Servers of a version before exceptions were opened here are refused.
  await sql`SELECT set_config('watchpost.raising', '1', true)`.execute(transaction);
  const text = `INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms)
    SELECT $1::uuid, step.* FROM unnest($2::uuid[], $3::text[], $4::bigint[]) AS step ON CONFLICT DO NOTHING
    RETURNING due_round_id AS "dueId", status, at_ms AS "atMs"`;
  const { rows } = await transaction.executeQuery<StepOfDueRound>(
    CompiledQuery.raw(text, [
      tenantId,
      steps.map(({ dueId }) => dueId),
      steps.map(({ status }) => status),
      steps.map(({ atMs }) => atMs),
    ]),
  );
  await raiseOfDueRounds(transaction, tenantId, rows);
}
