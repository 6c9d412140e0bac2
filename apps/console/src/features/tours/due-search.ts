// What the page of due rounds shows, as its address holds it. Pure.
import { calendarDate } from '@watchpost/contract/values';
import { type DueOutcome, dueOutcomes } from '@watchpost/domain/due-outcomes';
import { type DueStatus, dueStatuses } from '@watchpost/domain/tours';
import { type ZoneChoice, zoneChoiceIn, zoneInLink } from '../../lib/rounds/shown-zone.ts';
import { readNarrowing } from '../../reports/narrowing.ts';

export interface DueSearch {
  /** 'YYYY-MM-DD'; null for today. */
  readonly day: string | null;
  /** Empty for all. */
  readonly site: string;
  readonly tour: string;
  /** One alone, of whatever day: what notices lead to. */
  readonly id: string;
  readonly status: DueStatus | null;
  readonly outcome: DueOutcome | 'judged' | null;
  /** Of any day, those for which something was sent late that no one accepted yet. */
  readonly sentLate: boolean;
  /** Of several days: instead of the one. */
  readonly from: string;
  readonly to: string;
  readonly guard: string;
  readonly fromMs: string;
  readonly toMs: string;
  /** What the guard is called. */
  readonly named: string;
  /** By whose clocks days and times go (REP-13). */
  readonly zone: ZoneChoice;
  /** From 1. */
  readonly page: number;
}

type Raw = Readonly<Record<string, string | undefined>>;

const isDate = (text: string): boolean => calendarDate.safeParse(text).success;

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
    zone: zoneChoiceIn(raw['zone']),
    page: Number.isInteger(number) && number > 0 && number < 100_000 ? number : 1,
  };
}

/** Days are those of some zone, which the address takes along. */
export const linkedZone = ({
  zone,
  day,
  from,
}: Pick<DueSearch, 'zone' | 'day' | 'from'>): ZoneChoice | undefined =>
  zoneInLink(zone, (day ?? '') !== '' || from !== '').zone;

export function dueRoundsHref(search: Partial<Pick<DueSearch, 'tour' | 'id' | 'site'>>): string {
  const query = new URLSearchParams(Object.entries(search)).toString();
  return `#/manage-patrol-tours/due-rounds${query === '' ? '' : `?${query}`}`;
}
