// The report's whole state, as the URL holds it (REP-10): pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { calendarDate, id, searchText } from '@watchpost/contract/values';
import { pageSizeMax, reportPageSize } from '@watchpost/domain/limits';

export const searchTextMaxLength = 100;
/** Deeper pages would not fit the endpoint's offset. */
const pageMax = Math.floor(999_999_999 / pageSizeMax);

export type SortDirection = 'asc' | 'desc';

export interface ReportSearch {
  /** Site id; empty means all sites. */
  readonly site: string;
  /** Calendar dates, YYYY-MM-DD; empty when not set. */
  readonly from: string;
  readonly to: string;
  readonly searchText: string;
  /** From 1. */
  readonly page: number;
  /** Where the page begins, as a reply gave it; empty for a live page. */
  readonly cursor: string;
  readonly sort: SortDirection;
}

export type ReportFilters = Pick<ReportSearch, 'site' | 'from' | 'to' | 'searchText'>;

export const emptySearch: ReportSearch = {
  site: '',
  from: '',
  to: '',
  searchText: '',
  page: 1,
  cursor: '',
  sort: 'desc',
};

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: Readonly<Record<string, unknown>>): ReportSearch {
  return {
    site: validOr(id, raw.site),
    from: validOr(calendarDate, raw.from),
    to: validOr(calendarDate, raw.to),
    searchText: validOr(searchText, textOf(raw.searchText).trim().slice(0, searchTextMaxLength).trim()),
    page: pageOf(raw.page),
    cursor: textOf(raw.cursor).slice(0, 300),
    sort: raw.sort === 'asc' ? 'asc' : 'desc',
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function validOr(schema: typeof id, value: unknown): string {
  const result = schema.safeParse(value);
  return result.success ? result.data : '';
}

function pageOf(value: unknown): number {
  const text = textOf(value);
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), pageMax);
}

/** What the URL carries: only what differs from the plain report, so that its address stays short. */
export function writeSearch(search: ReportSearch): Record<string, string> {
  const entries = Object.entries({
    ...search,
    page: search.page === 1 ? '' : String(search.page),
    sort: search.sort === 'desc' ? '' : search.sort,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Other filters show other rows: the report starts again at its live first page (REP-06). */
export function withFilters(search: ReportSearch, change: Partial<ReportFilters>): ReportSearch {
  const next = { ...search, ...change };
  const isSameSet = JSON.stringify(effectiveFilters(next)) === JSON.stringify(effectiveFilters(search));
  return isSameSet ? next : { ...next, page: 1, cursor: '' };
}

export function withSort(search: ReportSearch, sort: SortDirection): ReportSearch {
  return { ...search, sort, page: 1, cursor: '' };
}

/** A cursor pins the page's rows; without one the page is counted from the newest round. */
export function withPage(search: ReportSearch, page: number, cursor: string | null): ReportSearch {
  return { ...search, page, cursor: cursor ?? '' };
}

/** Clears site, dates and search text; the order of rows stays (REP-06). */
export function withoutFilters(search: ReportSearch): ReportSearch {
  return { ...emptySearch, sort: search.sort };
}

export type FilterProblem = 'dateMissing' | 'fromAfterTo';

/** What stops the chosen dates from filtering; null when nothing does. */
export function filterProblem({ from, to }: Pick<ReportFilters, 'from' | 'to'>): FilterProblem | null {
  if ((from === '') !== (to === '')) return 'dateMissing';
  return from > to ? 'fromAfterTo' : null;
}

/** Half a date range filters nothing (REP-05). */
function effectiveFilters({ site, from, to, searchText }: ReportFilters): Partial<ReportFilters> {
  const dates = from === '' || to === '' ? {} : { from, to };
  return { ...(site && { site }), ...dates, ...(searchText && { searchText }) };
}

export type ListQuery = QueryOf<typeof listScannedCheckpoints>;

/** The filter as the endpoints take it. */
export function filterQuery(search: ReportSearch) {
  return {
    ...effectiveFilters(search),
    sortColumn: 'scannedStartTime',
    sortType: search.sort,
  } as const satisfies ListQuery;
}

/** One page as the list endpoint takes it. */
export function listQuery(search: ReportSearch, pageSize: number = reportPageSize): ListQuery {
  const place = search.cursor === '' ? { offset: (search.page - 1) * pageSize } : { cursor: search.cursor };
  return { ...filterQuery(search), limit: pageSize, ...place };
}
