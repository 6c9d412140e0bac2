// What files of the report read, portion by portion: rounds without totals and doubts, scans without what tells how far to trust them.
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import type { RoundCursor } from './round-cursor.ts';
import type { CountedScan } from './round-details.queries.ts';
import { isOfWholeCounters, type RoundFilter } from './round-filter.ts';
import { type FoundRound, foundRounds, withPlaces } from './round-rows.queries.ts';
import { cursorConditions, filterConditions, pageOfRounds } from './round-statements.queries.ts';
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
