// The report's whole state, as the URL holds it (REP-10): pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { calendarDate, id } from '@watchpost/contract/values';
import { pageOffsetMax, pageSizeMax, reportPageSize } from '@watchpost/domain/limits';
import { trustFlags } from '@watchpost/domain/trust';
import { type ZoneChoice, zoneChoiceIn, zoneInLink } from '../../lib/rounds/shown-zone.ts';
import type { UrlSearch } from '../../lib/url-search.ts';
import { pageIn, searchTextIn, validOr } from '../../reports/address-values.ts';
import { type Dates, wholeRange } from '../../reports/dates.ts';
import { type Narrowing, noNarrowing, readNarrowing, roundQueryOf } from '../../reports/narrowing.ts';

/** What rounds can be narrowed to by. */
export const flagChoices = ['any', ...trustFlags] as const;

/** Deeper pages would not fit the endpoint's offset. */
const pageMax = Math.floor(pageOffsetMax / pageSizeMax);

export type SortDirection = 'asc' | 'desc';

export interface ReportFilters extends Dates, Narrowing {
  /** Site id; empty means all sites. */
  readonly site: string;
  readonly searchText: string;
  /** A reason to check, or any; empty for all rounds. */
  readonly doubt: string;
  /** By whose clocks days and times go (REP-13). */
  readonly zone: ZoneChoice;
}

export interface ReportSearch extends ReportFilters {
  /** From 1. */
  readonly page: number;
  /** Where the page begins, as a reply gave it; empty for a live page. */
  readonly cursor: string;
  readonly sort: SortDirection;
}

export const emptySearch: ReportSearch = {
  ...noNarrowing,
  site: '',
  from: '',
  to: '',
  searchText: '',
  doubt: '',
  zone: '',
  page: 1,
  cursor: '',
  sort: 'desc',
};

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: UrlSearch): ReportSearch {
  return {
    ...readNarrowing(raw),
    site: validOr(id, raw.site),
    from: validOr(calendarDate, raw.from),
    to: validOr(calendarDate, raw.to),
    searchText: searchTextIn(raw.searchText),
    doubt: flagChoices.find((known) => known === raw.doubt) ?? '',
    zone: zoneChoiceIn(raw.zone),
    page: pageIn(raw.page, pageMax),
    cursor: (raw.cursor ?? '').slice(0, 300),
    sort: raw.sort === 'asc' ? 'asc' : 'desc',
  };
}

/** What the URL carries: only what differs from the plain report, so that its address stays short. */
export function writeSearch(search: ReportSearch): Record<string, string> {
  const entries = Object.entries({
    ...search,
    ...zoneOf(search),
    page: search.page === 1 ? '' : String(search.page),
    sort: search.sort === 'desc' ? '' : search.sort,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Other filters show other rows: the report starts again at its live first page (REP-06). */
export function withFilters(search: ReportSearch, change: Partial<ReportFilters>): ReportSearch {
  const next = { ...search, ...change };
  const isSameSet = JSON.stringify(filterQuery(next)) === JSON.stringify(filterQuery(search));
  return isSameSet ? next : { ...next, page: 1, cursor: '' };
}

export function withSort(search: ReportSearch, sort: SortDirection): ReportSearch {
  return { ...search, sort, page: 1, cursor: '' };
}

/** A cursor pins the page's rows; without one the page is counted from the newest round. */
export function withPage(search: ReportSearch, page: number, cursor: string | null): ReportSearch {
  return { ...search, page, cursor: cursor ?? '' };
}

/** Clears all filters; the order of rows stays (REP-06). */
export function withoutFilters(search: ReportSearch): ReportSearch {
  return { ...emptySearch, sort: search.sort };
}

function effectiveFilters(filters: ReportFilters) {
  const { site, from, to, searchText } = filters;
  const flag = flagChoices.find((known) => known === filters.doubt);
  const own = {
    ...(site && { site }),
    ...wholeRange({ from, to }),
    ...(searchText && { searchText }),
    ...(flag && { doubt: flag }),
  };
  return { ...own, ...roundQueryOf(filters) };
}

const zoneOf = ({ zone, from, to }: ReportFilters): { zone?: ZoneChoice } =>
  zoneInLink(zone, Object.keys(wholeRange({ from, to })).length > 0);

/** Whether the filters leave any round out. */
export function isFiltered(filters: ReportFilters): boolean {
  return Object.keys(effectiveFilters(filters)).length > 0;
}

export type ListQuery = QueryOf<typeof listScannedCheckpoints>;

/** The filter as the endpoints take it. */
export function filterQuery(search: ReportSearch) {
  return {
    ...effectiveFilters(search),
    ...zoneOf(search),
    sortColumn: 'scannedStartTime',
    sortType: search.sort,
  } as const satisfies ListQuery;
}

/** One page as the list endpoint takes it. */
export function listQuery(search: ReportSearch, pageSize: number = reportPageSize): ListQuery {
  const position =
    search.cursor === '' ? { offset: (search.page - 1) * pageSize } : { cursor: search.cursor };
  return { ...filterQuery(search), limit: pageSize, ...position };
}
