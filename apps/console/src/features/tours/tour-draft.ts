// A tour as its form holds it: numbers and times are text until it is saved. Pure.
import { tourFields, type TourRow } from '@watchpost/contract/tours';
import { minutesPerDay } from '@watchpost/domain/shifts';
import { graceDefaultMinutes, startWindowDefaultMinutes, type TourKind } from '@watchpost/domain/tours';
import { type DraftOf, draftOf, inputOf, newDraft } from '../../records/record-draft.ts';
import { clockDigits, minuteOf } from '../../records/week-words.ts';

/** The form has the parts of a schedule as fields of their own. */
const { schedule: _schedule, ...plainFields } = tourFields;
export { plainFields as tourFormFields };

type Plain = Omit<DraftOf<typeof plainFields>, 'shiftId' | 'validFrom'>;

export interface TourDraft extends Plain {
  readonly siteId: string;
  /** Empty without one. */
  readonly shiftId: string;
  readonly validFrom: string | null;
  readonly kind: TourKind;
  /** 'HH:mm', or empty. */
  readonly times: readonly string[];
  readonly fromMinute: string;
  readonly toMinute: string;
  readonly everyMinutes: string;
  readonly rounds: string;
  readonly apartMinutes: string;
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

export const newTour = (siteId: string, today: string): TourDraft => ({
  ...newDraft(plainFields, {
    routeId: '',
    shiftId: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    guardIds: [],
    startWindowMinutes: String(startWindowDefaultMinutes),
    graceMinutes: String(graceDefaultMinutes),
    validFrom: today,
    validTo: null,
    skipsHolidays: false,
  }),
  siteId,
  shiftId: '',
  kind: 'interval',
  ...usual,
});

export const tourDraftOf = (tour: TourRow): TourDraft => ({
  ...draftOf(plainFields, { ...tour, guardIds: tour.guards.map(({ id }) => id) }),
  siteId: tour.siteId,
  shiftId: tour.shiftId ?? '',
  ...scheduleDraft(tour),
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
export const tourInputOf = (draft: TourDraft) => ({
  ...inputOf(plainFields, draft),
  siteId: draft.siteId,
  // Missing rather than empty, so that the form is told to choose one.
  routeId: draft.routeId === '' ? undefined : draft.routeId,
  shiftId: draft.shiftId === '' || draft.kind === 'times' ? null : draft.shiftId,
  schedule: scheduleOf(draft),
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
