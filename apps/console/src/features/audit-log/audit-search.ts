// The log's whole state, as the URL holds it: pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import { auditSubjectId, type listAuditEntries } from '@watchpost/contract/audit-log';
import { calendarDate, id } from '@watchpost/contract/values';
import { auditPageSize, auditSubjects, isAuditAction } from '@watchpost/domain/audit-actions';
import type { UrlSearch } from '../../lib/url-search.ts';
import { searchTextIn, validOr } from '../../reports/address-values.ts';
import { type Dates, wholeRange } from '../../reports/dates.ts';
import { newestPage, type Place, placeQuery } from '../../reports/neighbour-place.ts';

/** Empty means not filtered by. */
export interface AuditFilters extends Dates {
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly searchText: string;
}

export type AuditSearch = AuditFilters & Place;

export const emptySearch: AuditSearch = {
  actor: '',
  action: '',
  subjectType: '',
  subjectId: '',
  from: '',
  to: '',
  searchText: '',
  ...newestPage,
};

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: UrlSearch): AuditSearch {
  const { action = '', subjectType = '' } = raw;
  return {
    actor: validOr(id, raw.actor),
    action: isAuditAction(action) ? action : '',
    subjectType: auditSubjects.find((subject) => subject === subjectType) ?? '',
    subjectId: validOr(auditSubjectId, raw.subjectId),
    from: validOr(calendarDate, raw.from),
    to: validOr(calendarDate, raw.to),
    searchText: searchTextIn(raw.searchText),
    before: validOr(id, raw.before),
    after: validOr(id, raw.after),
  };
}

/** Other filters show other rows: the log starts again at its newest page. */
export function withFilters(search: AuditSearch, change: Partial<AuditFilters>): AuditSearch {
  return { ...search, ...change, ...newestPage };
}

export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(filterQuery(search)).length > 0;
}

type ListQuery = QueryOf<typeof listAuditEntries>;
type FilterQuery = Omit<ListQuery, 'before' | 'after' | 'limit'>;

/** The filter as the endpoints take it. */
export function filterQuery(search: AuditSearch): FilterQuery {
  const { actor, action, subjectId, searchText } = search;
  const subjectType = auditSubjects.find((subject) => subject === search.subjectType);
  return {
    ...(actor && { actor }),
    ...(isAuditAction(action) && { action }),
    ...(subjectType && { subjectType }),
    ...(subjectId && { subjectId }),
    ...wholeRange(search),
    ...(searchText && { searchText }),
  };
}

export function listQuery(search: AuditSearch, limit: number = auditPageSize): ListQuery {
  return { ...filterQuery(search), ...placeQuery(search), limit };
}
