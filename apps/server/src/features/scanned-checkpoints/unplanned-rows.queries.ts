import type { SiteScope } from '../../access/caller.ts';
import type { StatementValues } from '../../db/statement-values.ts';
import { namedRounds } from './narrowed-rounds.queries.ts';
import { isOfNamedRounds, type RoundFilter } from './round-filter.ts';
import { narrowedConditions } from './round-statements.queries.ts';

/**
 * SQL of the rows in a file of rounds without a plan, which counters of planned checkpoints know nothing of: one for each
 * checkpoint that was scanned, or one alone. They are few, and an index of their own finds them.
 */
export function unplannedRows(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  const rounds = isOfNamedRounds(filter) ? namedRounds(values, tenant, scope, filter) : 'rounds';
  return `(SELECT coalesce(sum(greatest(1, (SELECT count(DISTINCT s.checkpoint_id) FROM scans s
      WHERE s.tenant_id = ${tenant} AND s.round_id = rounds.id))), 0)::bigint
    FROM ${rounds} AS rounds
    WHERE ${narrowedConditions(values, tenant, scope, filter)} AND total_check_points = 0)`;
}
