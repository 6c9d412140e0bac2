// The report's whole state, as the URL holds it: pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { listLoginLogout } from '@watchpost/contract/login-logout';
import { calendarDate, id, searchText } from '@watchpost/contract/values';
import { type DutyState, dutyStates } from '@watchpost/domain/duty-sessions';
import { reportPageSize } from '@watchpost/domain/limits';

export const searchTextMaxLength = 100;
const pageMax = 1_000_000;

/** Empty means not filtered by. */
export interface LoginFilters {
  /** Site id. */
  readonly site: string;
  /** Calendar dates, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly searchText: string;
  readonly status: DutyState | '';
}

export interface LoginSearch extends LoginFilters {
  readonly sort: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
}

export const emptySearch: LoginSearch = {
  site: '',
  from: '',
  to: '',
  searchText: '',
  status: '',
  sort: 'desc',
  page: 1,
};

type Raw = Readonly<Record<string, string | undefined>>;

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: Raw): LoginSearch {
  const page = /^[1-9]\d{0,6}$/.test(raw.page ?? '') ? Number(raw.page) : 1;
  return {
    site: validOr(id, raw.site),
    from: validOr(calendarDate, raw.from),
    to: validOr(calendarDate, raw.to),
    searchText: validOr(searchText, (raw.searchText ?? '').trim().slice(0, searchTextMaxLength).trim()),
    status: dutyStates.find((state) => state === raw.status) ?? '',
    sort: raw.sort === 'asc' ? 'asc' : 'desc',
    page: Math.min(page, pageMax),
  };
}

function validOr(schema: typeof id, value: unknown): string {
  const result = schema.safeParse(value);
  return result.success ? result.data : '';
}

/** What the URL carries: only what differs from the plain report. */
export function writeSearch(search: LoginSearch): Raw {
  return {
    ...search,
    sort: search.sort === 'desc' ? '' : search.sort,
    page: search.page === 1 ? '' : String(search.page),
  };
}

/** Other filters show other rows: the report starts again at its first page. */
export function withFilters(search: LoginSearch, change: Partial<LoginFilters>): LoginSearch {
  const next = { ...search, ...change };
  const isSameSet = JSON.stringify(effectiveFilters(next)) === JSON.stringify(effectiveFilters(search));
  return isSameSet ? next : { ...next, page: 1 };
}

export type FilterProblem = 'dateMissing' | 'fromAfterTo';

/** What stops the chosen dates from filtering; null when nothing does. */
export function filterProblem({ from, to }: Pick<LoginFilters, 'from' | 'to'>): FilterProblem | null {
  if ((from === '') !== (to === '')) return 'dateMissing';
  return from > to ? 'fromAfterTo' : null;
}

/** Half a date range filters nothing. */
function effectiveFilters({ site, from, to, searchText: text, status }: LoginFilters) {
  return {
    ...(site !== '' && { site }),
    ...(from !== '' && to !== '' && { from, to }),
    ...(text !== '' && { searchText: text }),
    ...(status !== '' && { status }),
  };
}

export const isFiltered = (search: LoginSearch): boolean => Object.keys(effectiveFilters(search)).length > 0;

type ListQuery = QueryOf<typeof listLoginLogout>;

/** The filter as the endpoints take it. */
export function filterQuery(search: LoginSearch) {
  return {
    ...effectiveFilters(search),
    sortColumn: 'loginTime',
    sortType: search.sort,
  } as const satisfies ListQuery;
}

export function listQuery(search: LoginSearch, pageSize: number = reportPageSize): ListQuery {
  return { ...filterQuery(search), offset: (search.page - 1) * pageSize, limit: pageSize };
}
