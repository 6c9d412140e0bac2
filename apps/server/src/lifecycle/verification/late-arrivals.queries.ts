import type { DueStatus } from '@watchpost/domain/tours';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { hasFutureStart, type LateRound, lateStartAt } from '../../patrol/trust/late-arrivals.queries.ts';

export interface LateTied extends LateRound {
  readonly dueRoundId: string;
  readonly status: DueStatus;
  readonly lateStartAtMs: number | null;
  readonly hasFutureStart: boolean;
}

/** Due rounds with a round of which something was sent late, or dated later than it arrived. */
export async function findLateTied(db: Db, tenantId: string): Promise<LateTied[]> {
  const text = `SELECT r.id, r.ended_at_ms AS "endedAtMs", d.id AS "dueRoundId", d.status, d.missed_at_ms AS "missedAtMs",
      a.accepted_until_ms AS "acceptedUntilMs", ${lateStartAt} AS "lateStartAtMs",
      ${hasFutureStart} AS "hasFutureStart"
    FROM (SELECT DISTINCT tenant_id, round_id FROM round_doubts WHERE tenant_id = $1::uuid
        AND flag IN ('sentLate', 'fromFuture')) AS b JOIN rounds r ON r.tenant_id = b.tenant_id AND r.id = b.round_id
    JOIN due_rounds d ON d.tenant_id = r.tenant_id AND d.round_id = r.id
    LEFT JOIN late_arrivals a ON a.tenant_id = r.tenant_id AND a.round_id = r.id AND a.due_round_id = d.id
    WHERE r.route_version_id IS NOT NULL ORDER BY d.id`;
  return (await db.executeQuery<LateTied>(CompiledQuery.raw(text, [tenantId]))).rows;
}

/** Rounds that were accepted for due rounds that have another one, or none. */
export async function findStrayAcceptances(
  db: Db,
  tenantId: string,
): Promise<{ readonly roundId: string; readonly dueRoundId: string }[]> {
  const text = `SELECT a.round_id AS "roundId", a.due_round_id AS "dueRoundId" FROM late_arrivals a
    JOIN due_rounds d ON d.tenant_id = a.tenant_id AND d.id = a.due_round_id
    WHERE a.tenant_id = $1::uuid AND a.accepted_until_ms IS NOT NULL AND d.round_id IS DISTINCT FROM a.round_id
    ORDER BY a.round_id`;
  const { rows } = await db.executeQuery<{ roundId: string; dueRoundId: string }>(
    CompiledQuery.raw(text, [tenantId]),
  );
  return rows;
}
