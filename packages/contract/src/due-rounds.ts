// Rounds that are due, and the days on which none is (MNG-07).
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import { dueStatuses, excuseMaxLength, holidayNameMaxLength } from '@watchpost/domain/tours';
import * as z from 'zod/mini';
import { exactWindow, zoneChoice } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { idsReply, listReply, pageWindow, recordParams } from './managed-records.ts';
import { calendarDate, id, neededText } from './values.ts';

const choice = z.object({ id: z.string(), name: z.string() });

/** A round, or scans of one, that was sent late when its due round was settled (TRUTH-04). */
const lateArrival = z.object({
  roundId: z.string(),
  guardName: z.string(),
  /** As the due round's is judged: by the server's clock where that of the phone was wrong. */
  startedAtMs: z.int(),
  /** When the last of it arrived that was sent late. */
  arrivedAtMs: z.int(),
  scannedCheckPoints: z.int(),
  totalCheckPoints: z.int(),
  /** Whether it changes nothing until somebody accepts it; false once another round has taken its place, too. */
  isOpen: z.boolean(),
  /** The last one; null while no one has. */
  acceptance: z.nullable(z.object({ reason: z.string(), by: z.string(), atMs: z.int() })),
});
export type LateArrival = z.output<typeof lateArrival>;

/** What somebody sees who decides about what was sent late. */
export const lateDue = z.object({
  id: z.string(),
  tourName: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  dueAtMs: z.int(),
  status: z.enum(dueStatuses),
  /** What was sent late for it, first that which was started first. */
  sentLate: z.array(lateArrival),
});
export type LateDue = z.output<typeof lateDue>;

const dueRoundRow = z.object({
  ...lateDue.shape,
  tourId: z.string(),
  routeName: z.string(),
  siteId: z.string(),
  lateAtMs: z.int(),
  missedAtMs: z.int(),
  /** Who is to walk it; empty for any guard of the site. */
  guards: z.array(choice),
  /** Null until one was started for it. */
  /** Started by the server's clock where that of the phone was wrong: so it is judged. */
  round: z.nullable(z.object({ id: z.string(), guardName: z.string(), begunAtMs: z.int() })),
  /** Null unless somebody excused it. */
  excuse: z.nullable(z.object({ reason: z.string(), by: z.string(), atMs: z.int() })),
});
export type DueRoundRow = z.output<typeof dueRoundRow>;

export const listDueRounds = defineEndpoint({
  name: 'listDueRounds',
  method: 'GET',
  path: '/secure/due-rounds',
  access: 'PATROL_TOURS:view',
  summary: "The rounds due on a day, or from the one to the other date in the caller's zone, latest first.",
  query: z.strictObject({
    /** One alone, e.g. the one that a notice tells of. */
    id: z.optional(id),
    site: z.optional(id),
    tour: z.optional(id),
    status: z.optional(z.enum(dueStatuses)),
    /** judged: those that compliance is reckoned from. */
    outcome: z.optional(z.enum([...dueOutcomes, 'judged'])),
    /** Who began it, else one of those who were to. */
    guard: z.optional(id),
    /** open: those for which something was sent late that no one has accepted yet. */
    sentLate: z.optional(z.literal('open')),
    /** Of the zone that is named, else of that of the one site that is asked for or that the caller sees, else of the caller's. */
    day: z.optional(z.union([z.literal('today'), calendarDate])),
    from: z.optional(calendarDate),
    to: z.optional(calendarDate),
    ...zoneChoice,
    ...exactWindow,
    ...pageWindow,
  }),
  reply: z.object({
    ...listReply(dueRoundRow).shape,
    /** Whose date the day is, and which date it is there now. */
    timeZone: z.string(),
    today: z.string(),
  }),
});

export const excuseDueRound = defineEndpoint({
  name: 'excuseDueRound',
  method: 'POST',
  path: '/secure/due-rounds/:id/excuse',
  access: 'PATROL_TOURS:edit',
  summary: 'Excuses a round that no one started, with a reason; 409 for one that was started.',
  params: recordParams,
  body: z.strictObject({ reason: neededText(excuseMaxLength, 'excuse_reason_required', { hasLines: true }) }),
  reply: idsReply,
});

const acceptedLate = z.strictObject({
  roundId: id,
  /** As the caller saw it: 409 when the due round is something else by now, or when more has arrived. */
  status: z.enum(dueStatuses),
  arrivedAtMs: z.int(),
  reason: neededText(excuseMaxLength, 'accept_reason_required', { hasLines: true }),
});
export type AcceptedLate = z.output<typeof acceptedLate>;

export const acceptLateRound = defineEndpoint({
  name: 'acceptLateRound',
  method: 'POST',
  path: '/secure/due-rounds/:id/accept-late',
  access: 'PATROL_TOURS:edit',
  summary:
    'Accepts what was sent late for a due round, with a reason; the round then gets the outcome of what was walked. 409 when somebody else changed it.',
  params: recordParams,
  body: acceptedLate,
  reply: idsReply,
});

const holidayParams = z.strictObject({ site: id, day: calendarDate });

export const addHoliday = defineEndpoint({
  name: 'addHoliday',
  method: 'PUT',
  path: '/secure/sites/:site/holidays/:day',
  access: 'PATROL_TOURS:edit',
  summary: 'Makes a date a holiday of the site, or renames it. Rounds that are due already stay.',
  params: holidayParams,
  body: z.strictObject({ name: neededText(holidayNameMaxLength, 'holiday_name_required') }),
  reply: z.object({ day: z.string() }),
});

export const removeHoliday = defineEndpoint({
  name: 'removeHoliday',
  method: 'DELETE',
  path: '/secure/sites/:site/holidays/:day',
  access: 'PATROL_TOURS:edit',
  summary: 'Makes a holiday of the site a date like any other.',
  params: holidayParams,
  reply: z.object({ day: z.string() }),
});
