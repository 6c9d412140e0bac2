// Patrol tours: which rounds are to be walked when, and what became of each (MNG-01, MNG-07).
import { minutesPerDay } from '@watchpost/domain/shifts';
import {
  graceMaxMinutes,
  hasCapacity,
  startWindowMaxMinutes,
  tourGuardsMax,
  tourIntervalMinMinutes,
  tourNameMaxLength,
  tourRoundsMax,
  tourTimesMax,
} from '@watchpost/domain/tours';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, listFilter, recordHead, recordParams, savedReply } from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { calendarDate, id, neededText } from './values.ts';

const isWithoutRepeats = (list: readonly (string | number)[]): boolean => new Set(list).size === list.length;
const whole = (min: number, max: number, error: string) =>
  z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
const minuteOfDay = whole(0, minutesPerDay - 1, 'tour_time_required');

const window = { fromMinute: minuteOfDay, toMinute: minuteOfDay };
const minutesApart = whole(tourIntervalMinMinutes, minutesPerDay, 'tour_interval_range');

export const tourSchedule = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('times'),
      minutes: z
        .array(minuteOfDay)
        .check(
          z.minLength(1, { error: 'tour_times_required', abort: true }),
          z.maxLength(tourTimesMax, { error: 'tour_times_too_many', abort: true }),
          z.refine(isWithoutRepeats, { error: 'tour_times_repeated' }),
        ),
    }),
    z.strictObject({ kind: z.literal('interval'), ...window, everyMinutes: minutesApart }),
    z.strictObject({
      kind: z.literal('random'),
      ...window,
      rounds: whole(1, tourRoundsMax, 'tour_rounds_range'),
      apartMinutes: minutesApart,
    }),
  ])
  .check(z.refine(hasCapacity, { error: 'tour_rounds_no_room', path: ['rounds'] }));

/** What a form of a tour holds; its errors are label keys. */
export const tourFields = {
  name: neededText(tourNameMaxLength, 'tour_name_required'),
  /** Of the site; the round is walked by the version that is current when it is started. */
  routeId: z.pipe(z.string({ error: 'tour_route_required' }), id),
  /** Weekdays and window are those of this shift, then and later; null for those given here. */
  shiftId: z.nullable(id),
  /** Sunday 1 to Saturday 7; the days that the window begins on. */
  weekdays: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(
      z.minLength(1, { error: 'tour_weekdays_required', abort: true }),
      z.refine(isWithoutRepeats, { error: 'tour_weekdays_required' }),
    ),
  schedule: tourSchedule,
  /** Empty: any guard of the site. */
  guardIds: z
    .array(id)
    .check(
      z.maxLength(tourGuardsMax, { error: 'tour_guards_too_many', abort: true }),
      z.refine(isWithoutRepeats, { error: 'tour_guards_too_many' }),
    ),
  /** Not started within it, a round is late. */
  startWindowMinutes: whole(1, startWindowMaxMinutes, 'tour_start_window_range'),
  /** After that; not started within it, a round was missed. */
  graceMinutes: whole(0, graceMaxMinutes, 'tour_grace_range'),
  /** Dates of the site, both included. */
  validFrom: calendarDate,
  validTo: z.nullable(calendarDate),
  /** No rounds on the site's holidays. */
  skipsHolidays: z.boolean(),
};

interface TourBasis {
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly shiftId: string | null;
  readonly schedule: { readonly kind: string };
}
const bothDates = z.object({ validFrom: calendarDate, validTo: calendarDate });

export const endsAfterBeginning = z.refine<TourBasis>(
  ({ validFrom, validTo }) => validTo === null || validTo >= validFrom,
  {
    error: 'tour_ends_before',
    path: ['validTo'],
    // Said beside what else is wrong, not only once that is put right.
    when: ({ value }) => z.safeParse(bothDates, value).success,
  },
);
/** A list of times has no window that a shift could give. */
export const shiftHasWindow = z.refine<TourBasis>(
  ({ shiftId, schedule }) => shiftId === null || schedule.kind !== 'times',
  { error: 'tour_shift_without_window', path: ['shiftId'] },
);

const tourRow = z.object({
  ...recordHead,
  name: z.string(),
  routeId: z.string(),
  routeName: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  shiftId: z.nullable(z.string()),
  shiftName: z.nullable(z.string()),
  /** As they hold: those of the shift where there is one. */
  weekdays: z.array(z.int()),
  /** Null where another system did not say: no round is due until somebody plans it. */
  schedule: z.nullable(tourSchedule),
  guards: z.array(z.object({ id: z.string(), name: z.string() })),
  startWindowMinutes: z.int(),
  graceMinutes: z.int(),
  validFrom: z.string(),
  validTo: z.nullable(z.string()),
  skipsHolidays: z.boolean(),
  /** Of those that stand ready; null when none does. */
  nextDueAtMs: z.nullable(z.int()),
});
export type TourRow = z.output<typeof tourRow>;

export const tourSortColumns = ['name', 'siteName', 'routeName', 'createdAt', 'updatedAt'] as const;

export const {
  list: listTours,
  exportAll: exportTours,
  get: getTour,
  setStatus: setTourStatus,
  remove: deleteTour,
  restore: restoreTours,
} = recordEndpoints({
  noun: 'Tour',
  word: 'patrol tour',
  path: '/secure/patrol-tours',
  group: 'PATROL_TOURS',
  filter: { ...listFilter(tourSortColumns), site: z.optional(id) },
  row: tourRow,
  one: tourRow,
  summaries: {
    get: 'One patrol tour, to be shown or edited.',
    delete: 'Deletes an activated patrol tour; 409 once a round of it was due.',
  },
});

const choice = z.object({ id: z.string(), name: z.string() });

export const getTourChoices = defineEndpoint({
  name: 'getTourChoices',
  method: 'GET',
  path: '/secure/patrol-tours/choices',
  access: 'PATROL_TOURS:view',
  summary:
    'What a tour of the site can be made of: its activated routes, shifts and guards, and its holidays.',
  query: z.strictObject({ site: id }),
  reply: z.object({
    timeZone: z.string(),
    routes: z.array(z.object({ ...choice.shape, checkpoints: z.int(), expectedMinutes: z.int() })),
    shifts: z.array(
      z.object({ ...choice.shape, fromMinute: z.int(), toMinute: z.int(), weekdays: z.array(z.int()) }),
    ),
    guards: z.array(z.object({ ...choice.shape, employeeId: z.string() })),
    /** From today on, by date. */
    holidays: z.array(z.object({ day: z.string(), name: z.string() })),
  }),
});
export type TourChoices = z.output<typeof getTourChoices.reply>;

export const createTour = defineEndpoint({
  name: 'createTour',
  method: 'POST',
  path: '/secure/patrol-tours',
  access: 'PATROL_TOURS:add',
  summary: 'Makes a patrol tour; its rounds are due from now on.',
  body: z.strictObject(tourFields).check(endsAfterBeginning, shiftHasWindow),
  reply: savedReply,
});

export const updateTour = defineEndpoint({
  name: 'updateTour',
  method: 'PUT',
  path: '/secure/patrol-tours/:id',
  access: 'PATROL_TOURS:edit',
  summary:
    'Stores the fields; 409 when somebody else saved since. Rounds that are due already stay as they are; later ones follow the tour.',
  params: recordParams,
  body: z.strictObject({ ...tourFields, ...editedVersion }).check(endsAfterBeginning, shiftHasWindow),
  reply: savedReply,
});
