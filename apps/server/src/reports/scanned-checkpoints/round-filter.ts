// What a report asks for, resolved: ids instead of words, instants instead of calendar days.
import { createHash } from 'node:crypto';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { SiteRange } from '../../platform/exports/report-zone.queries.ts';
import { isOfQuarters } from '../../platform/rollups/count-windows.ts';

export interface RoundFilter {
  /** Null for every site that the scope allows. */
  readonly siteId: string | null;
  /** Guards that a search matched; null without a search. */
  readonly guardIds: readonly string[] | null;
  /** A round that the search names by its former id, beside those of the guards. */
  readonly orRoundId?: string;
  /** By the rounds' start; null for all time. */
  readonly range: TimeRange | null;
  readonly isAscending: boolean;
  /** Left out for any. */
  readonly statusCodes?: readonly number[];
  /** A planned checkpoint that was not scanned. */
  readonly missedId?: string;
  /** A doubt about any of its scans. */
  readonly doubt?: TrustFlag | 'any';
  /** In place of the range: what counts at each site, by its own clock. */
  readonly siteRanges?: readonly SiteRange[];
  /** Stretches of the range, in their order, that alone count. */
  readonly windows?: readonly TimeRange[];
}

/** Whether whole counters tell all about it: neither their columns nor parts of them are asked for. */
export function isOfWholeCounters(filter: RoundFilter): boolean {
  const { range, statusCodes, windows } = filter;
  const isNarrowed = statusCodes !== undefined || isOfNamedRounds(filter) || windows !== undefined;
  return !isNarrowed && (range === null || isOfQuarters(range));
}

/** Whether rows beside the rounds name those that are asked for, which are few. */
export const isOfNamedRounds = ({ missedId, doubt, orRoundId, siteRanges }: RoundFilter): boolean =>
  missedId !== undefined || doubt !== undefined || orRoundId !== undefined || siteRanges !== undefined;

/** A short text that differs for filters whose pages hold different rows; `guards` says how they were chosen. */
export function filterMark(filter: RoundFilter, guards: string): string {
  const { siteId, range, isAscending, statusCodes, missedId, doubt, orRoundId, windows, siteRanges } = filter;
  const whole = [siteId ?? '', range?.fromMs ?? '', range?.toMs ?? '', isAscending ? 'a' : 'd', guards];
  const narrowed = [
    statusCodes?.join() ?? '',
    missedId ?? '',
    doubt ?? '',
    orRoundId ?? '',
    windows?.map(({ fromMs }) => fromMs).join() ?? '',
    siteRanges?.map((range) => `${range.siteId}${range.fromMs}-${range.toMs}`).join() ?? '',
  ];
  const text = [...whole, ...narrowed].join('|');
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
