// How long rounds are kept as the form holds it. Pure.
import type { Retention } from '@watchpost/contract/retention';
import { monthsToKeep } from '@watchpost/domain/retention';

export interface RetentionDraft {
  readonly retains: 'all' | 'some';
  /** As it was written. */
  readonly months: string;
}

/** What is offered to anyone who begins to choose. */
const usualMonths = '24';

export function retentionDraftOf({ monthsToKeep: months }: Pick<Retention, 'monthsToKeep'>): RetentionDraft {
  return months === null
    ? { retains: 'all', months: usualMonths }
    : { retains: 'some', months: String(months) };
}

/** Null for everything; undefined for what is no number of months. */
export function monthsOf({ retains, months }: RetentionDraft): number | null | undefined {
  if (retains === 'all') return null;
  const number = /^\s*\d{1,3}\s*$/.test(months) ? Number(months) : 0;
  return number >= monthsToKeep.min && number <= monthsToKeep.max ? number : undefined;
}

export const isSameRetention = (a: RetentionDraft, b: RetentionDraft): boolean =>
  a.retains === b.retains && (a.retains === 'all' || a.months.trim() === b.months.trim());
