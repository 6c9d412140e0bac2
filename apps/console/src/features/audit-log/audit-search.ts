// The log's whole state, as the URL holds it: pure translation between URL, filters and queries.
import type { QueryOf } from '@watchpost/contract/endpoint';
import { auditSubjectId, type listAuditEntries } from '@watchpost/contract/audit-log';
import { calendarDate, id, searchText } from '@watchpost/contract/values';
import { auditPageSize, auditSubjects, isAuditAction } from '@watchpost/domain/audit-actions';

export const searchTextMaxLength = 100;

/** Empty means not filtered by; `before` and `after` name the entry that the page lies next to. */
export interface AuditSearch {
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** Calendar dates, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly searchText: string;
  readonly before: string;
  readonly after: string;
}

export type AuditFilters = Omit<AuditSearch, 'before' | 'after'>;

export const emptySearch: AuditSearch = {
  actor: '',
  action: '',
  subjectType: '',
  subjectId: '',
  from: '',
  to: '',
  searchText: '',
  before: '',
  after: '',
};

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: Readonly<Record<string, string | undefined>>): AuditSearch {
  const { action = '', subjectType = '' } = raw;
  return {
    actor: validOr(id, raw.actor),
    action: isAuditAction(action) ? action : '',
    subjectType: auditSubjects.find((subject) => subject === subjectType) ?? '',
    subjectId: validOr(auditSubjectId, raw.subjectId),
    from: validOr(calendarDate, raw.from),
    to: validOr(calendarDate, raw.to),
    searchText: validOr(searchText, (raw.searchText ?? '').trim().slice(0, searchTextMaxLength).trim()),
    before: validOr(id, raw.before),
    after: validOr(id, raw.after),
  };
}

function validOr(schema: typeof id, value: unknown): string {
  const result = schema.safeParse(value);
  return result.success ? result.data : '';
}

/** Other filters show other rows: the log starts again at its newest page. */
export function withFilters(search: AuditSearch, change: Partial<AuditFilters>): AuditSearch {
  return { ...search, ...change, before: '', after: '' };
}

export function isFiltered(search: AuditSearch): boolean {
  return Object.keys(filterQuery(search)).length > 0;
}

export type FilterProblem = 'dateMissing' | 'fromAfterTo';

/** What stops the chosen dates from filtering; null when nothing does. */
export function filterProblem({ from, to }: Pick<AuditFilters, 'from' | 'to'>): FilterProblem | null {
  if ((from === '') !== (to === '')) return 'dateMissing';
  return from > to ? 'fromAfterTo' : null;
}

type ListQuery = QueryOf<typeof listAuditEntries>;
type FilterQuery = Omit<ListQuery, 'before' | 'after' | 'limit'>;

/** The filter as the endpoints take it; half a date range filters nothing. */
export function filterQuery(search: AuditSearch): FilterQuery {
  const { actor, action, subjectId, from, to, searchText: text } = search;
  const subjectType = auditSubjects.find((subject) => subject === search.subjectType);
  return {
    ...(actor && { actor }),
    ...(isAuditAction(action) && { action }),
    ...(subjectType && { subjectType }),
    ...(subjectId && { subjectId }),
    ...(from && to && { from, to }),
    ...(text && { searchText: text }),
  };
}

export function listQuery(search: AuditSearch, limit: number = auditPageSize): ListQuery {
  const { before, after } = search;
  const place = before ? { before } : after ? { after } : {};
  return { ...filterQuery(search), ...place, limit };
}
