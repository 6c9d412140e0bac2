// What a report asks for, resolved: ids instead of words, instants instead of calendar days.
import type { TimeRange } from '@watchpost/domain/time-zone';

export interface RoundFilter {
  /** Null for every site that the scope allows. */
  readonly siteId: string | null;
  /** Guards that a search matched; null without a search. */
  readonly guardIds: readonly string[] | null;
  /** By the rounds' start; null for all time. */
  readonly range: TimeRange | null;
  readonly isAscending: boolean;
}

/** Everything of a filter that decides which rows a page holds, as one short text. */
export function filterKey(filter: RoundFilter, searchText: string): string {
  const { siteId, range, isAscending } = filter;
  return [siteId ?? '', range?.fromMs ?? '', range?.toMs ?? '', isAscending ? 'a' : 'd', searchText].join(
    '|',
  );
}
