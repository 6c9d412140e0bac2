// What the dashboard looks at, as its address holds it. Pure.
import type { getDashboard } from '@watchpost/contract/dashboard';
import type { QueryOf } from '@watchpost/contract/endpoint';
import { calendarDate, id } from '@watchpost/contract/values';
import {
  type DashboardRange,
  dashboardDaysMax,
  dashboardRanges,
  daysIn,
  defaultDashboardRange,
} from '@watchpost/domain/dashboard';
import type { UrlSearch } from '../../lib/url-search.ts';
import { validOr } from '../../reports/address-values.ts';

export interface DashboardSearch {
  readonly range: DashboardRange;
  /** Empty for all sites. */
  readonly site: string;
  /** Days of the custom range; empty while they are not chosen. */
  readonly from: string;
  readonly to: string;
}

export type DatesProblem = 'missing' | 'fromAfterTo' | 'tooLong';

/** Anything that makes no sense is left out. */
export function readDashboardSearch(raw: UrlSearch): DashboardSearch {
  const range = dashboardRanges.find((known) => known === raw.range) ?? defaultDashboardRange;
  const isCustom = range === 'custom';
  return {
    range,
    site: validOr(id, raw.site),
    from: isCustom ? validOr(calendarDate, raw.from) : '',
    to: isCustom ? validOr(calendarDate, raw.to) : '',
  };
}

/** What stops a custom range from being looked at; null when nothing does. */
export function datesProblem({ range, from, to }: DashboardSearch): DatesProblem | null {
  if (range !== 'custom') return null;
  if (from === '' || to === '') return 'missing';
  if (from > to) return 'fromAfterTo';
  return daysIn({ from, to }) > dashboardDaysMax ? 'tooLong' : null;
}

export function queryOf({ range, site, from, to }: DashboardSearch): QueryOf<typeof getDashboard> {
  return { range, ...(site === '' ? {} : { site }), ...(range === 'custom' ? { from, to } : {}) };
}
