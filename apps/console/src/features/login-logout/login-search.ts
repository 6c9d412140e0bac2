// The report's whole state, as the URL holds it: pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { listLoginLogout } from '@watchpost/contract/login-logout';
import { calendarDate, id } from '@watchpost/contract/values';
import { dutySitesMax } from '@watchpost/domain/dashboard';
import { type DutyState, dutyStates } from '@watchpost/domain/duty-sessions';
import { reportPageSize } from '@watchpost/domain/limits';
import { type ZoneChoice, zoneChoiceIn, zoneInLink } from '../../lib/rounds/shown-zone.ts';
import type { UrlSearch } from '../../lib/url-search.ts';
import { pageIn, searchTextIn, validOr } from '../../reports/address-values.ts';
import { type Dates, wholeRange } from '../../reports/dates.ts';

const pageMax = 1_000_000;

/** Empty means not filtered by. */
export interface LoginFilters extends Dates {
  /** Site id. */
  readonly site: string;
  /** Ids of sites whose sessions are left out, with commas between them. */
  readonly apartFrom: string;
  readonly searchText: string;
  readonly status: DutyState | '';
  /** By whose clocks days and times go (REP-13). */
  readonly zone: ZoneChoice;
}

export interface LoginSearch extends LoginFilters {
  readonly sort: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
}

export const emptySearch: LoginSearch = {
  site: '',
  apartFrom: '',
  from: '',
  to: '',
  searchText: '',
  status: '',
  zone: '',
  sort: 'desc',
  page: 1,
};

/** All of them, or none where there is anything else among them. */
export function idsIn(text = ''): readonly string[] {
  const ids = text.split(',').map((each) => validOr(id, each));
  return ids.includes('') || ids.length > dutySitesMax ? [] : ids;
}

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: UrlSearch): LoginSearch {
  return {
    site: validOr(id, raw.site),
    apartFrom: idsIn(raw.apartFrom).join(','),
    from: validOr(calendarDate, raw.from),
    to: validOr(calendarDate, raw.to),
    searchText: searchTextIn(raw.searchText),
    status: dutyStates.find((state) => state === raw.status) ?? '',
    zone: zoneChoiceIn(raw.zone),
    sort: raw.sort === 'asc' ? 'asc' : 'desc',
    page: pageIn(raw.page, pageMax),
  };
}

/** What the URL carries: only what differs from the plain report. */
export function writeSearch(search: LoginSearch): UrlSearch {
  return {
    ...search,
    ...zoneOf(search),
    sort: search.sort === 'desc' ? '' : search.sort,
    page: search.page === 1 ? '' : String(search.page),
  };
}

/** Other filters show other rows: the report starts again at its first page. */
export function withFilters(search: LoginSearch, change: Partial<LoginFilters>): LoginSearch {
  const next = { ...search, ...change };
  const isSameSet = JSON.stringify(filterQuery(next)) === JSON.stringify(filterQuery(search));
  return isSameSet ? next : { ...next, page: 1 };
}

export const zoneOf = ({ zone, from, to }: LoginFilters): { zone?: ZoneChoice } =>
  zoneInLink(zone, Object.keys(wholeRange({ from, to })).length > 0);

function effectiveFilters({ site, apartFrom, searchText, status, from, to }: LoginFilters) {
  return {
    ...(site !== '' && { site }),
    ...(apartFrom !== '' && { apartFrom }),
    ...wholeRange({ from, to }),
    ...(searchText !== '' && { searchText }),
    ...(status !== '' && { status }),
  };
}

export const isFiltered = (search: LoginSearch): boolean => Object.keys(effectiveFilters(search)).length > 0;

type ListQuery = QueryOf<typeof listLoginLogout>;

/** The filter as the endpoints take it. */
export function filterQuery(search: LoginSearch) {
  return {
    ...effectiveFilters(search),
    ...zoneOf(search),
    sortColumn: 'loginTime',
    sortType: search.sort,
  } as const satisfies ListQuery;
}

export function listQuery(search: LoginSearch, pageSize: number = reportPageSize): ListQuery {
  return { ...filterQuery(search), offset: (search.page - 1) * pageSize, limit: pageSize };
}
