// Shifts: when which guards of a site are on duty (MNG-01, MNG-05).
import { weekdayNumbers } from '@watchpost/domain/limits';
import { minutesPerDay, shiftGuardsMax, shiftNameMaxLength } from '@watchpost/domain/shifts';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, listFilter, recordHead, recordParams, savedReply } from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { describeFields, editShape, formShape, readShape } from './record-fields.ts';
import { id, neededText } from './values.ts';

const timeError = { error: 'shift_time_required' };
const minuteOfDay = z.int(timeError).check(z.minimum(0, timeError), z.maximum(minutesPerDay - 1, timeError));

const isWithoutRepeats = (list: readonly (string | number)[]): boolean => new Set(list).size === list.length;

const weekday = z.int().check(z.minimum(weekdayNumbers.sunday), z.maximum(weekdayNumbers.saturday));

/** What is known of a shift. */
export const shiftFields = describeFields({
  name: {
    label: 'shifts.name',
    read: z.string(),
    write: neededText(shiftNameMaxLength, 'shift_name_required'),
    column: 'name',
    isAudited: true,
    input: { as: 'text', card: 'about', isRequired: true, maxLength: shiftNameMaxLength },
    list: { width: 116, fitWidth: 100, mayWrap: true, isSortable: true },
    file: { heading: 'Name', width: 28 },
  },
  /** A shift stays at the site where it was made. */
  siteId: {
    label: 'records.site',
    read: z.string(),
    write: z.pipe(z.string({ error: 'record_site_required' }), id),
    column: 'site_id',
    isForNew: true,
    isAudited: true,
    input: { as: 'site', card: 'about', order: -1 },
  },
  siteName: {
    label: 'records.site',
    read: z.string(),
    list: { width: 186, minWidth: 130, mayWrap: true, isSortable: true },
    file: { heading: 'Site', width: 28 },
  },
  /** Minutes after midnight at the site; a shift that ends before it begins ends on the next day. */
  fromMinute: {
    label: 'shifts.from',
    read: z.int(),
    write: minuteOfDay,
    column: 'from_minute',
    isAudited: true,
    input: { as: 'clock', card: 'about', isRequired: true },
    list: {
      label: 'shifts.times',
      width: 170,
      minWidth: 170,
      fitWidth: 124,
      mayWrap: true,
      isSortable: true,
    },
    file: { heading: 'From', width: 8 },
    fact: { label: 'shifts.times' },
  },
  toMinute: {
    label: 'shifts.to',
    read: z.int(),
    write: minuteOfDay,
    column: 'to_minute',
    isAudited: true,
    input: { as: 'clock', card: 'about', isRequired: true },
    file: { heading: 'To', width: 8 },
  },
  /** Sunday 1 to Saturday 7; the days that it begins on. */
  weekdays: {
    label: 'shifts.weekdays',
    read: z.array(z.int()),
    write: z
      .array(weekday)
      .check(
        z.minLength(1, { error: 'shift_weekdays_required', abort: true }),
        z.refine(isWithoutRepeats, { error: 'shift_weekdays_required' }),
      ),
    column: 'weekdays',
    isAudited: true,
    input: { as: 'own', card: 'about' },
    list: { width: 100, fitWidth: 92, mayWrap: true },
    file: { heading: 'Weekdays', width: 28 },
    fact: {},
  },
  guardIds: {
    label: 'shifts.guards',
    read: z.array(z.string()),
    write: z
      .array(id)
      .check(
        z.maxLength(shiftGuardsMax, { error: 'shift_guards_too_many', abort: true }),
        z.refine(isWithoutRepeats, { error: 'shift_guards_repeated' }),
      ),
    isAudited: true,
    input: { as: 'own', card: 'guards' },
    list: { id: 'guards', width: 76, align: 'end' },
    file: { heading: 'Guards', width: 10, kind: 'number' },
  },
  timeZone: { label: 'sites.timeZone', read: z.string(), file: { heading: 'Time Zone', width: 18 } },
});

const bothTimes = z.object({ fromMinute: minuteOfDay, toMinute: minuteOfDay });

/** A shift of a whole day would end when it begins. */
export const timesDiffer = z.refine<{ readonly fromMinute: number; readonly toMinute: number }>(
  ({ fromMinute, toMinute }) => fromMinute !== toMinute,
  {
    error: 'shift_times_equal',
    path: ['toMinute'],
    // Said beside what else is wrong, not only once that is put right.
    when: ({ value }) => z.safeParse(bothTimes, value).success,
  },
);

const times = { fromMinute: z.int(), toMinute: z.int(), weekdays: z.array(z.int()) };

const shiftRecord = z.object({ ...recordHead, ...readShape(shiftFields) });
export type ShiftRecord = z.output<typeof shiftRecord>;

const shiftRow = z.object({
  ...shiftRecord.shape,
  /** Guards of it who are in another shift at once, or who rest too little before or after, this week. */
  overlaps: z.int(),
  shortRests: z.int(),
});
export type ShiftRow = z.output<typeof shiftRow>;

const plannedShift = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  ...times,
  guardIds: z.array(z.string()),
});
export type PlanShift = z.output<typeof plannedShift>;

const planGuard = z.object({
  id: z.string(),
  name: z.string(),
  employeeId: z.string(),
  isOfSite: z.boolean(),
});
export type PlanGuard = z.output<typeof planGuard>;

const shiftPlan = z.object({
  siteName: z.string(),
  timeZone: z.string(),
  /** Those that can be put into a shift of the site, and those that are in one of it. */
  guards: z.array(planGuard),
  /** The activated shifts of the site. */
  shifts: z.array(plannedShift),
  /** Activated shifts of these guards at other sites that the caller sees. */
  elsewhere: z.array(plannedShift),
});
export type ShiftPlan = z.output<typeof shiftPlan>;

export const shiftSortColumns = ['name', 'siteName', 'fromMinute', 'createdAt', 'updatedAt'] as const;

export const {
  list: listShifts,
  exportAll: exportShifts,
  get: getShift,
  setStatus: setShiftStatus,
  remove: deleteShift,
  restore: restoreShifts,
} = recordEndpoints({
  noun: 'Shift',
  word: 'shift',
  path: '/secure/shifts',
  group: 'SHIFTS',
  filter: { ...listFilter(shiftSortColumns), site: z.optional(id) },
  row: shiftRow,
  one: shiftRow,
  summaries: {
    get: 'One shift, to be shown or edited.',
    delete: 'Deletes an activated shift; 409 with the reason while tours depend on it.',
  },
});

export const getShiftPlan = defineEndpoint({
  name: 'getShiftPlan',
  method: 'GET',
  path: '/secure/shifts/plan',
  access: 'SHIFTS:view',
  summary:
    "A site's activated shifts with its guards, and what else these guards are to do: a week's calendar.",
  query: z.strictObject({ site: id }),
  reply: shiftPlan,
});

export const createShift = defineEndpoint({
  name: 'createShift',
  method: 'POST',
  path: '/secure/shifts',
  access: 'SHIFTS:add',
  summary: 'Makes a shift of guards of the site.',
  body: z.strictObject(formShape(shiftFields)).check(timesDiffer),
  reply: savedReply,
});

export const updateShift = defineEndpoint({
  name: 'updateShift',
  method: 'PUT',
  path: '/secure/shifts/:id',
  access: 'SHIFTS:edit',
  summary: 'Stores the fields; 409 when somebody else saved since the version that was edited.',
  params: recordParams,
  body: z.strictObject({ ...editShape(shiftFields), ...editedVersion }).check(timesDiffer),
  reply: savedReply,
});
