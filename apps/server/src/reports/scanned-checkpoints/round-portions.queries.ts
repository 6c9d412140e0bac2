// What files of the report read, portion by portion: rounds without totals and doubts, scans without what tells how far to trust them.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import type { RoundCursor } from './round-cursor.ts';
import type { CountedScan } from './round-details.queries.ts';
import { namedRounds } from './narrowed-rounds.queries.ts';
import { isOfNamedRounds, isOfWholeCounters, type RoundFilter } from './round-filter.ts';
import { type FoundRound, foundRounds, withPlaces } from './round-rows.queries.ts';
import {
  cursorConditions,
  filterConditions,
  narrowedConditions,
  pageOfRounds,
} from './round-statements.queries.ts';
import { findRounds } from './scanned-checkpoints.queries.ts';

/** The next `limit` rounds of the filter in the report's order, from the cursor on. */
export async function findPortion(
  scope: SiteScope,
  filter: RoundFilter,
  cursor: RoundCursor,
  limit: number,
): Promise<readonly FoundRound[]> {
  if (!isOfWholeCounters(filter)) return findRounds(scope, filter, cursor, limit);
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const where = [
    ...filterConditions(values, tenant, scope, filter),
    ...cursorConditions(values, cursor, filter.isAscending),
  ];
  const direction = filter.isAscending ? 'ASC' : 'DESC';
  const order = `ORDER BY started_at_ms ${direction}, id ${direction}`;
  const text = `WITH page AS MATERIALIZED (${pageOfRounds(values, filter, { where, order, skip: '0', limit })})
    SELECT ${foundRounds.sql(tenant)}
    FROM ${withPlaces(tenant)}
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
  const { rows } = await scope.db.executeQuery<FoundRound>(CompiledQuery.raw(text, values.list));
  return rows;
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

/**
 * Rows in a file of rounds without a plan, which counters of planned checkpoints know nothing of: one for each checkpoint that
 * was scanned, or one alone. They are few, and an index of their own finds them.
 */
export async function countUnplannedRows(scope: SiteScope, filter: RoundFilter): Promise<number> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const rounds = isOfNamedRounds(filter) ? namedRounds(values, tenant, scope, filter) : 'rounds';
  const text = `SELECT coalesce(sum(greatest(1, (SELECT count(DISTINCT s.checkpoint_id) FROM scans s
      WHERE s.tenant_id = ${tenant} AND s.round_id = rounds.id))), 0)::bigint AS found
    FROM ${rounds} AS rounds
    WHERE ${narrowedConditions(values, tenant, scope, filter)} AND total_check_points = 0`;
  const { rows } = await scope.db.executeQuery<{ found: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.found ?? 0;
}

/** By how much the planned checkpoints of imported rounds are more than their rows in a file: those without checkpoints have one. */
export async function countUnexportedRows(scope: SiteScope, filter: RoundFilter): Promise<number> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const rounds = isOfNamedRounds(filter) ? namedRounds(values, tenant, scope, filter) : 'rounds';
  const text = `SELECT coalesce(sum(found.total_check_points - 1), 0)::bigint AS found
    FROM imported_rounds i CROSS JOIN LATERAL (SELECT total_check_points FROM ${rounds} AS rounds
      WHERE ${narrowedConditions(values, tenant, scope, filter)} AND total_check_points > 1 AND id = i.round_id) AS found
    WHERE i.tenant_id = ${tenant} AND NOT i.has_scans`;
  const { rows } = await scope.db.executeQuery<{ found: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.found ?? 0;
}
