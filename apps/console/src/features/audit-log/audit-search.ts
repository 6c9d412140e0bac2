// The log's whole state, as the URL holds it: pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import { auditSubjectId, type listAuditEntries } from '@watchpost/contract/audit-log';
import { calendarDate, id } from '@watchpost/contract/values';
import { auditPageSize, auditSubjects, isAuditAction } from '@watchpost/domain/audit-actions';
import { type ZoneChoice, zoneChoiceIn, zoneInLink } from '../../lib/rounds/shown-zone.ts';
import type { UrlSearch } from '../../lib/url-search.ts';
import { searchTextIn, validOr } from '../../reports/address-values.ts';
import { type Dates, wholeRange } from '../../reports/dates.ts';
import { newestPage, type NeighbourPosition, positionQuery } from '../../reports/neighbour-position.ts';

/** Empty means not filtered by. */
export interface AuditFilters extends Dates {
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly searchText: string;
  /** IANA name of the zone that days and times go by; empty for the viewer's (REP-13). */
  readonly zone: ZoneChoice;
}

export type AuditSearch = AuditFilters & NeighbourPosition;

export const emptySearch: AuditSearch = {
  actor: '',
  action: '',
  subjectType: '',
  subjectId: '',
  from: '',
  to: '',
  searchText: '',
  zone: '',
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
    zone: raw.zone === 'site' ? '' : zoneChoiceIn(raw.zone),
    before: validOr(id, raw.before),
    after: validOr(id, raw.after),
  };
}

/** Days are those of some zone, which the address takes along. */
export const withZone = (search: AuditSearch): AuditSearch => ({
  ...search,
  zone: zoneInLink(search.zone, Object.keys(wholeRange(search)).length > 0).zone ?? '',
});

/** Other filters show other rows: the log starts again at its newest page. */
export function withFilters(search: AuditSearch, change: Partial<AuditFilters>): AuditSearch {
  return { ...search, ...change, ...newestPage };
}

export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(filterQuery({ ...search, zone: '' })).length > 0;
}

type ListQuery = QueryOf<typeof listAuditEntries>;
type FilterQuery = Omit<ListQuery, 'before' | 'after' | 'limit'>;

/** The filter as the endpoints take it. */
export function filterQuery(search: AuditSearch): FilterQuery {
  const { actor, action, subjectId, searchText, zone } = search;
  const subjectType = auditSubjects.find((subject) => subject === search.subjectType);
  return {
    ...(actor && { actor }),
    ...(isAuditAction(action) && { action }),
    ...(subjectType && { subjectType }),
    ...(subjectId && { subjectId }),
    ...wholeRange(search),
    ...(searchText && { searchText }),
    ...(zone && { zone }),
  };
}

export function listQuery(search: AuditSearch, limit: number = auditPageSize): ListQuery {
  return { ...filterQuery(search), ...positionQuery(search), limit };
}
