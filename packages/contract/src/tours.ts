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
import { describeFields, editShape, formShape, readShape } from './record-fields.ts';
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

/** What is known of a tour. */
export const tourFields = describeFields({
  name: {
    label: 'tours.name',
    read: z.string(),
    write: neededText(tourNameMaxLength, 'tour_name_required'),
    column: 'name',
    isAudited: true,
    input: { as: 'text', card: 'about', isRequired: true, maxLength: tourNameMaxLength, order: 1 },
    list: { width: 200, fitWidth: 112, mayWrap: true, isSortable: true },
    file: { heading: 'Name', width: 28 },
  },
  siteId: { label: 'records.site', read: z.string() },
  siteName: {
    label: 'records.site',
    read: z.string(),
    list: { width: 180, minWidth: 138, fitWidth: 130, mayWrap: true, isSortable: true, order: 2 },
    file: { heading: 'Site', width: 28 },
  },
  /** Of the site; the round is walked by the version that is current when it is started. */
  routeId: {
    label: 'tours.route',
    read: z.string(),
    write: z.pipe(z.string({ error: 'tour_route_required' }), id),
    column: 'route_id',
    isAudited: true,
    input: { as: 'own', card: 'about' },
  },
  routeName: {
    label: 'tours.route',
    read: z.string(),
    list: { width: 180, fitWidth: 104, mayWrap: true, isSortable: true, order: 2 },
    file: { heading: 'Route', width: 28 },
  },
  /** Weekdays and window are those of this shift, then and later; null for those given here. */
  shiftId: {
    label: 'tours.shift',
    read: z.nullable(z.string()),
    write: z.nullable(id),
    column: 'shift_id',
    isAudited: true,
    input: { as: 'own', card: 'times' },
  },
  /** Sunday 1 to Saturday 7; the days that the window begins on. Replies have those of the shift where there is one. */
  weekdays: {
    label: 'tours.weekdays',
    read: z.array(z.int()),
    write: z
      .array(z.int().check(z.minimum(1), z.maximum(7)))
      .check(
        z.minLength(1, { error: 'tour_weekdays_required', abort: true }),
        z.refine(isWithoutRepeats, { error: 'tour_weekdays_required' }),
      ),
    isAudited: true,
    input: { as: 'own', card: 'times' },
    file: { heading: 'Weekdays', width: 28 },
  },
  /** Replies have the window of the shift where there is one, and null where another system did not say: no round is due until somebody plans it. */
  schedule: {
    label: 'tours.when',
    read: z.nullable(tourSchedule),
    write: tourSchedule,
    isAudited: true,
    input: { as: 'own', card: 'times' },
    list: { id: 'when', width: 350, minWidth: 220, fitWidth: 150, mayWrap: true },
    file: { heading: 'Times', width: 34 },
  },
  shiftName: {
    label: 'tours.shift',
    read: z.nullable(z.string()),
    list: { id: 'shift', width: 130, minWidth: 110, mayWrap: true, order: 2 },
    file: { heading: 'Shift', width: 20 },
  },
  /** Empty: any guard of the site. */
  guardIds: {
    label: 'tours.guards',
    write: z
      .array(id)
      .check(
        z.maxLength(tourGuardsMax, { error: 'tour_guards_too_many', abort: true }),
        z.refine(isWithoutRepeats, { error: 'tour_guards_too_many' }),
      ),
    isAudited: true,
    input: { as: 'own', card: 'guards' },
  },
  guards: {
    label: 'tours.guards',
    read: z.array(z.object({ id: z.string(), name: z.string() })),
    list: { width: 200, minWidth: 110, fitWidth: 98, mayWrap: true, order: 2 },
    file: { heading: 'Guards', width: 34 },
  },
  /** Not started within it, a round is late. */
  startWindowMinutes: {
    label: 'tours.startWindow',
    read: z.int(),
    write: whole(1, startWindowMaxMinutes, 'tour_start_window_range'),
    column: 'start_window_minutes',
    isAudited: true,
    input: { as: 'number', card: 'limits', isRequired: true },
    list: { id: 'limits', label: 'tours.limits', width: 190, mayWrap: true, order: 3 },
    file: { heading: 'Start Window Minutes', width: 12, kind: 'number' },
  },
  /** After that; not started within it, a round was missed. */
  graceMinutes: {
    label: 'tours.grace',
    read: z.int(),
    write: whole(0, graceMaxMinutes, 'tour_grace_range'),
    column: 'grace_minutes',
    isAudited: true,
    input: { as: 'number', card: 'limits', isRequired: true },
    file: { heading: 'Grace Minutes', width: 12, kind: 'number' },
  },
  /** Dates of the site, both included. */
  validFrom: {
    label: 'tours.validFrom',
    read: z.string(),
    write: calendarDate,
    isAudited: true,
    input: { as: 'own', card: 'limits' },
    list: { id: 'validity', label: 'tours.validity', width: 230, mayWrap: true, order: 3 },
    file: { heading: 'Valid From', width: 12 },
  },
  validTo: {
    label: 'tours.validTo',
    read: z.nullable(z.string()),
    write: z.nullable(calendarDate),
    isAudited: true,
    input: { as: 'own', card: 'limits' },
    file: { heading: 'Valid To', width: 12 },
  },
  /** No rounds on the site's holidays. */
  skipsHolidays: {
    label: 'tours.skipsHolidays',
    read: z.boolean(),
    write: z.boolean(),
    column: 'skips_holidays',
    isAudited: true,
    input: { as: 'own', card: 'limits' },
  },
  timeZone: { label: 'sites.timeZone', read: z.string(), file: { heading: 'Time Zone', width: 18 } },
  /** Of those that are ready; null when none is. */
  nextDueAtMs: {
    label: 'tours.nextDue',
    read: z.nullable(z.int()),
    list: { id: 'nextDue', width: 205, minWidth: 124, fitWidth: 114, mayWrap: true, order: 1 },
  },
});

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

const tourRow = z.object({ ...recordHead, ...readShape(tourFields) });
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
  body: z.strictObject(formShape(tourFields)).check(endsAfterBeginning, shiftHasWindow),
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
  body: z
    .strictObject({ ...editShape(tourFields), ...editedVersion })
    .check(endsAfterBeginning, shiftHasWindow),
  reply: savedReply,
});
