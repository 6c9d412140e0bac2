// Takes back what a clock that was ahead made of due rounds whose time has not come yet (TRUTH-07).
import { CompiledQuery } from 'kysely';
import { graceMaxMinutes, startWindowMaxMinutes } from '@watchpost/domain/tours';
import type { Db } from '../../platform/db/database.ts';

/** Clocks of several servers differ by less, and none takes back what another judged rightly. */
const toleranceMs = 120_000;
const longestMs = (startWindowMaxMinutes + graceMaxMinutes) * 60_000;

/**
 * Sets rounds back to waiting that are late or missed though their time is still to come, so that people are notified when no
 * one begins them in time. Their history stays, and their exceptions stay open until the rounds are walked or somebody closes
 * them.
 */
export async function judgeAgain(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const early = (where: string) => `SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND ${where}
    AND due_at_ms > $2::bigint - ${longestMs} AND round_id IS NULL ORDER BY id FOR UPDATE SKIP LOCKED`;
  const text = `WITH missed AS (${early(`outcome = 'missed' AND missed_at_ms > $2::bigint + ${toleranceMs}`)}),
    late AS (${early(`status = 'late' AND late_at_ms > $2::bigint + ${toleranceMs}`)}),
    waiting AS (
      UPDATE due_rounds d SET is_alerted = false, status = CASE WHEN d.late_at_ms <= $2::bigint THEN 'late' ELSE 'due' END
      FROM (SELECT id FROM missed UNION ALL SELECT id FROM late) AS early
      WHERE d.tenant_id = $1::uuid AND d.id = early.id RETURNING d.id)
    DELETE FROM told_notices t USING waiting w
    WHERE t.tenant_id = $1::uuid AND t.kind IN ('roundNotBegun', 'roundMissed') AND t.subject = w.id::text`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, nowMs]));
}
