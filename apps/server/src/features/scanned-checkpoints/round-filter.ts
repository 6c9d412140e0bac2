// What a report asks for, resolved: ids instead of words, instants instead of calendar days.
import { createHash } from 'node:crypto';
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

/** A short text that differs for filters whose pages hold different rows. */
export function filterMark(filter: RoundFilter, searchText: string): string {
  const { siteId, range, isAscending } = filter;
  const whole = [siteId ?? '', range?.fromMs ?? '', range?.toMs ?? '', isAscending ? 'a' : 'd', searchText];
  return createHash('sha256').update(whole.join('|')).digest('base64url').slice(0, 12);
}
