// How the rounds of a span came about: one after the other, and by hour of the week.
import { CompiledQuery } from 'kysely';
import type { OffsetPart } from '@watchpost/domain/dashboard';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { grains } from '../../rollups/count-windows.ts';
import { roundsIn, wholeSubject } from './summed.queries.ts';

export interface FoundStep {
  /** Number of the step from 1, else null. */
  readonly step: number | null;
  /** Hours since Thursday 0:00 by the zone's clocks, else null. */
  readonly slot: number | null;
  readonly inProgress: number;
  readonly incompleted: number;
  readonly completed: number;
}

/** Each quarter of an hour is read once and counted for its step and for its hour of the week. */
export async function findTrend(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
  steps: readonly number[],
  parts: readonly OffsetPart[],
): Promise<FoundStep[]> {
  const values = new StatementValues();
  const subject = wholeSubject(values, values.add(scope.tenantId, 'uuid'), siteId);
  const rounds = roundsIn(values, subject, range, [grains.quarter]);
  const starts = values.add(steps, 'bigint[]');
  const zoneStarts = values.add(
    parts.map(({ fromMs }) => fromMs),
    'bigint[]',
  );
  const offsets = values.add(
    parts.map(({ offsetMs }) => offsetMs),
    'bigint[]',
  );
  const bounds = `greatest(at_ms, ${values.add(range.fromMs, 'bigint')})`;
  const offset = `(${offsets})[width_bucket(${bounds}, ${zoneStarts})]`;
  const text = `SELECT step, slot, sum(in_progress)::int AS "inProgress", sum(incompleted)::int AS incompleted,
      sum(completed)::int AS completed
    FROM (SELECT width_bucket(${bounds}, ${starts}) AS step, (${bounds} + ${offset}) / 3600000 % 168 AS slot,
        in_progress, incompleted, completed FROM (${rounds}) AS r) AS placed
    GROUP BY GROUPING SETS ((step), (slot))`;
  const { rows } = await scope.db.executeQuery<FoundStep>(CompiledQuery.raw(text, values.list));
  return rows;
}
