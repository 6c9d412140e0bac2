import type { QueryOf } from '@watchpost/contract/endpoint';
import type { RoundState, listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { dashboardDaysMax, weekHourWindows } from '@watchpost/domain/dashboard';
import { searchGuardsMax } from '@watchpost/domain/limits';
import { roundStatus } from '@watchpost/domain/round-status';
import { type TimeRange, dayRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { type ReportZone, siteRanges } from '../../platform/exports/report-zone.queries.ts';
import { InvalidInput } from '../../platform/http/app-error.ts';
import { grains } from '../../platform/rollups/count-windows.ts';
import { isOrWasCalled } from '../../records/past-names/guard-names.queries.ts';
import { findByFormerId } from './round-details.queries.ts';
import type { RoundFilter } from './round-query.queries.ts';

type FilterQuery = Omit<QueryOf<typeof listScannedCheckpoints>, 'offset' | 'limit' | 'cursor' | 'sortColumn'>;

const codesOf: Readonly<Record<RoundState, readonly number[]>> = {
  inProgress: [roundStatus.inProgress],
  incompleted: [roundStatus.incompleted],
  completed: [roundStatus.completed],
  ended: [roundStatus.incompleted, roundStatus.completed],
};

/** Throws InvalidInput for a search that matches too many guards, and for hours of the week without a span of time. */
export async function resolveFilter(
  scope: SiteScope,
  query: FilterQuery,
  { timeZone, sites }: ReportZone,
): Promise<RoundFilter> {
  const { site, status, missed, doubt } = query;
  const hasDays = query.from !== undefined || query.weekday !== undefined || query.hour !== undefined;
  const bySite = sites !== null && hasDays ? siteRanges(sites, (zone) => partsIn(query, zone)) : null;
  const range = bySite === null ? rangeOf(query, timeZone) : null;
  const windows = bySite === null ? windowsOf(query, range, timeZone) : null;
  // Another site is as good as no site to a sub admin: it has no rounds, and nothing tells whether it exists.
  const isForeign = scope.siteId !== null && site !== undefined && site !== scope.siteId;
  const orRoundId = isForeign || query.guard !== undefined ? null : await formerRoundOf(scope, query);
  return {
    siteId: site ?? null,
    guardIds: isForeign ? [] : await guardsOf(scope, query),
    ...(orRoundId === null ? {} : { orRoundId }),
    range,
    isAscending: query.sortType === 'asc',
    ...(status === undefined ? {} : { statusCodes: codesOf[status] }),
    ...(missed === undefined ? {} : { missedId: missed }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(windows === null ? {} : { windows }),
    ...(bySite === null ? {} : { siteRanges: bySite }),
  };
}

/** The dates, and within them the window; null for all time. */
function rangeOf({ from, to, fromMs, toMs }: FilterQuery, zone: string): TimeRange | null {
  const days = from === undefined || to === undefined ? null : dayRange(from, to, zone);
  if (fromMs === undefined && toMs === undefined) return days;
  const startMs = Math.max(days?.fromMs ?? 0, fromMs ?? 0);
  const endMs = Math.min(days?.toMs ?? Number.MAX_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER);
  return { fromMs: startMs, toMs: Math.max(startMs, endMs) };
}

/** The stretches of time that are asked for, by the clocks of a zone. */
function partsIn(query: FilterQuery, zone: string): readonly TimeRange[] {
  const range = rangeOf(query, zone);
  return windowsOf(query, range, zone) ?? (range === null ? [] : [range]);
}

const dayMs = 86_400_000;

function windowsOf(
  { weekday, hour }: FilterQuery,
  range: TimeRange | null,
  zone: string,
): TimeRange[] | null {
  if (weekday === undefined && hour === undefined) return null;
  // A day more, for days of 25 hours.
  if (range === null || range.toMs - range.fromMs > (dashboardDaysMax + 1) * dayMs) {
    throw new InvalidInput({ hour: `Needs dates that span at most ${dashboardDaysMax} days.` });
  }
  return weekHourWindows(range, zone, { weekday: weekday ?? null, hour: hour ?? null });
}

function formerRoundOf(scope: SiteScope, { searchText = '' }: FilterQuery): Promise<string | null> {
  return searchText === '' ? Promise.resolve(null) : findByFormerId(scope, searchText);
}

async function guardsOf(scope: SiteScope, { guard, searchText = '' }: FilterQuery): Promise<string[] | null> {
  if (searchText === '') return guard === undefined ? null : [guard];
  const ids = await findGuardIds(scope, searchText, searchGuardsMax + 1);
  if (ids.length > searchGuardsMax) {
    throw new InvalidInput({ searchText: 'Very many guards match. Type more letters.' });
  }
  return guard === undefined ? ids : ids.filter((id) => id === guard);
}

/** Guards whose name or employee id, now or before, holds the text, and who have rounds within the scope; at most `limit`. */
export async function findGuardIds(scope: SiteScope, text: string, limit: number): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('guards as g')
    .select('g.id')
    .where('g.tenant_id', '=', scope.tenantId)
    .where(isOrWasCalled(scope.tenantId, text))
    .$if(scope.siteId !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('round_counts as c')
            .select('c.guard_id')
            .whereRef('c.tenant_id', '=', 'g.tenant_id')
            .whereRef('c.guard_id', '=', 'g.id')
            .where('c.site_id', '=', scope.siteId)
            .where('c.grain', '=', grains.allTime),
        ),
      ),
    )
    .orderBy('g.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
