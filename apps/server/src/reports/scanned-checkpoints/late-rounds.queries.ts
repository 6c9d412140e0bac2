import type { DueStatus } from '@watchpost/domain/tours';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { dueStatusAt } from '../../platform/db/due-status.ts';
import { lateArrivalOf } from '../../patrol/trust/late-arrivals.queries.ts';

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
