// A tour as its form holds it: numbers and times are text until it is saved. Pure.
import type { TourRow } from '@watchpost/contract/tours';
import { minutesPerDay } from '@watchpost/domain/shifts';
import { graceDefaultMinutes, startWindowDefaultMinutes, type TourKind } from '@watchpost/domain/tours';
import { clockDigits, minuteOf } from '../../records/week-words.ts';

export interface TourDraft {
  readonly siteId: string;
  readonly name: string;
  readonly routeId: string;
  /** Empty without one. */
  readonly shiftId: string;
  readonly kind: TourKind;
  readonly weekdays: readonly number[];
  /** 'HH:mm', or empty. */
  readonly times: readonly string[];
  readonly fromMinute: string;
  readonly toMinute: string;
  readonly everyMinutes: string;
  readonly rounds: string;
  readonly apartMinutes: string;
  readonly guardIds: readonly string[];
  readonly startWindowMinutes: string;
  readonly graceMinutes: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly skipsHolidays: boolean;
}

/** What another kind of recurrence begins with: a night, once an hour. */
const usual = {
  times: [''],
  fromMinute: '22:00',
  toMinute: '06:00',
  everyMinutes: '60',
  rounds: '4',
  apartMinutes: '60',
} as const;

export const emptyDraft = (siteId: string, today: string): TourDraft => ({
  siteId,
  name: '',
  routeId: '',
  shiftId: '',
  kind: 'interval',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  ...usual,
  guardIds: [],
  startWindowMinutes: String(startWindowDefaultMinutes),
  graceMinutes: String(graceDefaultMinutes),
  validFrom: today,
  validTo: null,
  skipsHolidays: false,
});

export const draftOf = (tour: TourRow): TourDraft => ({
  siteId: tour.siteId,
  name: tour.name,
  routeId: tour.routeId,
  shiftId: tour.shiftId ?? '',
  weekdays: tour.weekdays,
  ...scheduleDraft(tour),
  guardIds: tour.guards.map(({ id }) => id),
  startWindowMinutes: String(tour.startWindowMinutes),
  graceMinutes: String(tour.graceMinutes),
  validFrom: tour.validFrom,
  validTo: tour.validTo,
  skipsHolidays: tour.skipsHolidays,
});

function scheduleDraft({ schedule }: TourRow) {
  if (schedule === null) return { ...usual, kind: 'interval' } as const;
  if (schedule.kind === 'times') {
    return { ...usual, kind: schedule.kind, times: schedule.minutes.map(clockDigits) };
  }
  const window = {
    ...usual,
    fromMinute: clockDigits(schedule.fromMinute),
    toMinute: clockDigits(schedule.toMinute),
  };
  if (schedule.kind === 'interval') {
    return { ...window, kind: schedule.kind, everyMinutes: String(schedule.everyMinutes) };
  }
  const { kind, rounds, apartMinutes } = schedule;
  return { ...window, kind, rounds: String(rounds), apartMinutes: String(apartMinutes) };
}

/** NaN unless the text is a number. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** What the contract's schema takes. */
export const inputOf = (draft: TourDraft) => ({
  siteId: draft.siteId,
  name: draft.name,
  // Missing rather than empty, so that the form is told to choose one.
  routeId: draft.routeId === '' ? undefined : draft.routeId,
  shiftId: draft.shiftId === '' || draft.kind === 'times' ? null : draft.shiftId,
  weekdays: [...draft.weekdays],
  schedule: scheduleOf(draft),
  guardIds: [...draft.guardIds],
  startWindowMinutes: numberOf(draft.startWindowMinutes),
  graceMinutes: numberOf(draft.graceMinutes),
  validFrom: draft.validFrom,
  validTo: draft.validTo,
  skipsHolidays: draft.skipsHolidays,
});

function scheduleOf({ kind, ...draft }: TourDraft) {
  if (kind === 'times') return { kind, minutes: draft.times.map(minuteOf) };
  const window = { fromMinute: minuteOf(draft.fromMinute), toMinute: minuteOf(draft.toMinute) };
  if (kind === 'interval') return { kind, ...window, everyMinutes: numberOf(draft.everyMinutes) };
  return { kind, ...window, rounds: numberOf(draft.rounds), apartMinutes: numberOf(draft.apartMinutes) };
}

/** An hour after the last of the times, for one more. */
export function nextTime(times: readonly string[]): string {
  const last = minuteOf(times.at(-1) ?? '');
  return Number.isNaN(last) ? '' : clockDigits((last + 60) % minutesPerDay);
}
