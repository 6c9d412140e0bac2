// The state of a list of records, as the URL holds it: pure translation between URL and query (GRID-05, GRID-06).
import { searchTextMaxLength } from '@watchpost/domain/limits';
import { type ZoneChoice, zoneChoiceIn, zoneInLink } from '../lib/rounds/shown-zone.ts';
import { type StatusFilter, statusFilterOf } from '@watchpost/domain/managed-records';

/** What the lists of all records are asked. `filters` are the list's own, by name; none is empty. */
export interface RecordSearch {
  readonly searchText: string;
  readonly status: StatusFilter;
  readonly sortColumn: string;
  readonly sortType: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
  readonly filters: Readonly<Record<string, string>>;
}

type RawSearch = Readonly<Record<string, string | undefined>>;

const pageMax = 100_000;

/** The value, where it is one of those that are known: an address may say anything. */
export const oneOf = <Known extends string>(
  known: readonly Known[],
  value: string | undefined,
): Known | undefined => known.find((each) => each === value);

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: RawSearch, filterNames: readonly string[]): RecordSearch {
  const { searchText = '', status, sortColumn = '', sortType } = raw;
  const page = Number(raw.page);
  const filters = filterNames.flatMap((name) => {
    const value = raw[name] ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    searchText: searchText.trim().slice(0, searchTextMaxLength).trim(),
    status: statusFilterOf(status ?? '') ?? 'all',
    sortColumn,
    sortType: sortType === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page > 0 && page <= pageMax ? page : 1,
    filters: Object.fromEntries(filters),
  };
}

/** By whose clocks days and times of the list go, where it has sites (REP-13): the name of a filter that narrows nothing. */
export const zoneName = 'zone';
const dayNames = ['from', 'to', 'closedFrom', 'closedTo'] as const;

export const zoneOf = (filters: RecordSearch['filters']): ZoneChoice => zoneChoiceIn(filters[zoneName]);

/** The zone as an address carries it; undefined where it needs none. */
export const linkedZone = (filters: RecordSearch['filters']): ZoneChoice | undefined =>
  zoneInLink(
    zoneOf(filters),
    dayNames.some((name) => (filters[name] ?? '') !== ''),
  ).zone;

/** The URL of a search; whatever is as it begins is left out of it. */
export function writeSearch(search: RecordSearch, filterNames: readonly string[]): RawSearch {
  const { searchText, status, sortColumn, sortType, page, filters } = search;
  return {
    searchText,
    status: status === 'all' ? undefined : status,
    sortColumn,
    sortType: sortColumn === '' ? undefined : sortType,
    page: page === 1 ? undefined : String(page),
    ...Object.fromEntries(filterNames.map((name) => [name, filters[name]])),
    ...(filterNames.includes(zoneName) ? { [zoneName]: linkedZone(filters) } : {}),
  };
}

export type SearchChange = Partial<Omit<RecordSearch, 'page'>>;

/** Another question shows other rows: the list starts again at its first page (GRID-05). */
export function changed(search: RecordSearch, change: SearchChange): RecordSearch {
  return { ...search, ...change, page: 1 };
}

/** The change that takes some of what narrows the list away. */
export function without({ filters }: RecordSearch, names: readonly string[]): SearchChange {
  return {
    ...(names.includes('searchText') ? { searchText: '' } : {}),
    ...(names.includes('status') ? { status: 'all' } : {}),
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name))),
  };
}

/** How many filters are set; the text that is searched for is none. */
function filtersSet({ status, filters }: Pick<RecordSearch, 'status' | 'filters'>): number {
  const narrowing = Object.keys(filters).filter((name) => name !== zoneName);
  return narrowing.length + (status === 'all' ? 0 : 1);
}

/** How many of those filters are set. */
export const setAmong = (filters: RecordSearch['filters'], names: readonly string[]): number =>
  names.filter((name) => filters[name] !== undefined).length;

/** Whether the search leaves anything out. */
export function isNarrowed(search: RecordSearch): boolean {
  return search.searchText !== '' || filtersSet(search) > 0;
}

/** What the server is asked for; a column that it cannot sort by is left out. */
export function filterQuery<Column extends string>(search: RecordSearch, columns: readonly Column[]) {
  const sortColumn = columns.find((column) => column === search.sortColumn);
  return {
    ...(search.searchText === '' ? {} : { searchText: search.searchText }),
    ...(search.status === 'all' ? {} : { status: search.status }),
    ...(sortColumn === undefined ? {} : { sortColumn, sortType: search.sortType }),
  };
}

export type FilterQuery<Column extends string> = ReturnType<typeof filterQuery<Column>>;

/** What the fields of a list's own filters get. */
export interface FilterProps {
  readonly filters: RecordSearch['filters'];
  /** An empty value takes the filter away. */
  readonly onChange: (name: string, value: string) => void;
}
