// What the page of due rounds shows, as its address holds it. Pure.
import { calendarDatePattern } from '@watchpost/domain/patterns';
import { type DueOutcome, dueOutcomes } from '@watchpost/domain/due-outcomes';
import { type DueStatus, dueStatuses } from '@watchpost/domain/tours';
import { readNarrowing } from '../../reports/narrowing.ts';

export interface DueSearch {
  /** 'YYYY-MM-DD' of the zone of the one site that is shown, else of the viewer's; null for today. */
  readonly day: string | null;
  /** Empty for all. */
  readonly site: string;
  readonly tour: string;
  /** One alone, of whatever day: what notices lead to. */
  readonly id: string;
  readonly status: DueStatus | null;
  readonly outcome: DueOutcome | 'judged' | null;
  /** Of any day, those for which something was sent late that nobody accepted yet. */
  readonly sentLate: boolean;
  /** Of several days: instead of the one. */
  readonly from: string;
  readonly to: string;
  readonly guard: string;
  readonly fromMs: string;
  readonly toMs: string;
  /** What the guard is called. */
  readonly named: string;
  /** From 1. */
  readonly page: number;
}

type Raw = Readonly<Record<string, string | undefined>>;

const isDate = (text: string): boolean =>
  calendarDatePattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Anything that makes no sense is left out. */
export function readDueSearch(raw: Raw): DueSearch {
  const { day = '', site = '', tour = '', id = '', from = '', to = '', status, page } = raw;
  const number = Number(page);
  const { guard, fromMs, toMs, named } = readNarrowing(raw);
  const isSpan = isDate(from) && isDate(to) && from <= to;
  return {
    day: isDate(day) ? day : null,
    site,
    tour,
    id,
    status: dueStatuses.find((known) => known === status) ?? null,
    outcome: [...dueOutcomes, 'judged' as const].find((known) => known === raw['outcome']) ?? null,
    sentLate: raw['sentLate'] === 'open',
    from: isSpan ? from : '',
    to: isSpan ? to : '',
    guard,
    fromMs,
    toMs,
    named,
    page: Number.isInteger(number) && number > 0 && number < 100_000 ? number : 1,
  };
}

export function dueRoundsHref(search: Partial<Pick<DueSearch, 'tour' | 'id' | 'site'>>): string {
  const query = new URLSearchParams(Object.entries(search)).toString();
  return `#/manage-patrol-tours/due-rounds${query === '' ? '' : `?${query}`}`;
}
