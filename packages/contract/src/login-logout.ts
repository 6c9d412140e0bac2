// The login/logout report: guards' duty sessions, from login to logout, and what was scanned in each (LOGIO, EXP-02).
import { dutySitesMax } from '@watchpost/domain/dashboard';
import { dutyStates } from '@watchpost/domain/duty-sessions';
import * as z from 'zod/mini';
import { bothDates, dateRange, datesInOrder, zoneChoice } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { id, pageLimit, pageOffset, phoneAtMs, searchText, sortType } from './values.ts';

const areSiteIds = (text: string): boolean => {
  const ids = text.split(',');
  return ids.length <= dutySitesMax && ids.every((each) => z.safeParse(id, each).success);
};
const siteIds = z
  .string()
  .check(
    z.toLowerCase(),
    z.refine(areSiteIds, { error: `Must be ids with commas between them, ${dutySitesMax} at most.` }),
  );

/** Filters of the report. */
const filterShape = {
  site: z.optional(id),
  /** Sites whose sessions are left out. */
  apartFrom: z.optional(siteIds),
  /** By the login; by the logout where the login is not known. */
  ...dateRange,
  ...zoneChoice,
  /** Guard's name or employee id, in part. */
  searchText: z.optional(searchText),
  status: z.optional(z.enum(dutyStates)),
  sortColumn: z.optional(z.enum(['loginTime'])),
  sortType: z.optional(sortType),
};

/** Times are epoch milliseconds by the guard's device. */
export const dutySessionRow = z.object({
  id: z.string(),
  scannedBy: z.string(),
  scannedByLastName: z.string(),
  scannedById: z.string(),
  employeeId: z.string(),
  /** Of the session's rounds; null while the login has not arrived, as no one knows which rounds are its own. */
  rounds: z.nullable(z.int()),
  scannedCheckPoints: z.nullable(z.int()),
  totalCheckPoints: z.nullable(z.int()),
  /** Start of the first round; null without one. */
  scannedStartTime: z.nullable(z.int()),
  status: z.enum(dutyStates),
  /** Null, like the login, while only the logout has arrived. */
  siteName: z.nullable(z.string()),
  /** The site's id, under the source's name. */
  subAdminId: z.nullable(z.string()),
  siteTimeZone: z.nullable(z.string()),
  loginTime: z.nullable(z.int()),
  /** Null on duty; reckoned where the system closed the session. */
  logoutTime: z.nullable(z.int()),
});
export type DutySessionRow = z.output<typeof dutySessionRow>;

export const listLoginLogout = defineEndpoint({
  name: 'listLoginLogout',
  method: 'GET',
  path: '/secure/login-logout',
  access: 'LOGIN_LOGOUT:view',
  summary: 'One page of duty sessions, newest login first, with the exact total of the filter.',
  query: z
    .strictObject({
      ...filterShape,
      offset: z.optional(pageOffset),
      limit: z.optional(pageLimit),
    })
    .check(bothDates, datesInOrder),
  reply: z.object({ count: z.int(), data: z.array(dutySessionRow) }),
});

/** A checkpoint of one of the session's rounds, planned or scanned without being planned. */
export const dutyCheckpointRow = z.object({
  /** Of the row: a session may hold several rounds of the same checkpoint. */
  id: z.string(),
  roundId: z.string(),
  roundStartTime: z.int(),
  checkPointId: z.string(),
  checkPointName: z.string(),
  checkPointLatitude: z.number(),
  checkPointLongitude: z.number(),
  scannedPointLatitude: z.nullable(z.number()),
  scannedPointLongitude: z.nullable(z.number()),
  scannedTime: z.nullable(z.int()),
  checked: z.boolean(),
});
export type DutyCheckpointRow = z.output<typeof dutyCheckpointRow>;

export const dutyRound = z.object({
  id: z.string(),
  /** Empty while the round's start has not arrived. */
  routeName: z.string(),
  scannedStartTime: z.int(),
  scannedEndTime: z.nullable(z.int()),
  statusCode: z.int(),
  scannedCheckPoints: z.int(),
  /** Null while the round's start has not arrived. */
  totalCheckPoints: z.nullable(z.int()),
});
export type DutyRound = z.output<typeof dutyRound>;

export const getLoginLogout = defineEndpoint({
  name: 'getLoginLogout',
  method: 'GET',
  path: '/secure/login-logout/:sessionId',
  access: 'LOGIN_LOGOUT:details',
  summary: 'One duty session: who, where, when, its rounds and every checkpoint of them.',
  params: z.strictObject({ sessionId: id }),
  reply: z.object({
    session: dutySessionRow,
    /** The phone that reported the login, or the logout where only that is known. */
    deviceId: z.nullable(z.string()),
    /** What people call it; null for one that the list of phones does not know. */
    deviceName: z.nullable(z.string()),
    /** When the server received the login and the logout. */
    loginReceivedAtMs: z.nullable(z.int()),
    logoutReceivedAtMs: z.nullable(z.int()),
    /** Whether they arrived later after they happened than the tenant takes for on time. */
    isLoginSentLate: z.boolean(),
    isLogoutSentLate: z.boolean(),
    /** What the phone's clock said of them. */
    phoneLoginAtMs: phoneAtMs,
    phoneLogoutAtMs: phoneAtMs,
    /** When the system closed the session; stays when the guard's own logout arrives after that, and counts. */
    closedBySystemAtMs: z.nullable(z.int()),
    /** The hours without a sign after which it did so, as the tenant had chosen then. */
    closedAfterHours: z.nullable(z.int()),
    /** Oldest first; the earliest of them where there are very many. */
    rounds: z.array(dutyRound),
    /** By round and, within one, in the order of the route. */
    checkpoints: z.array(dutyCheckpointRow),
  }),
});
export type DutySessionDetails = z.output<typeof getLoginLogout.reply>;

export const exportLoginLogout = defineEndpoint({
  name: 'exportLoginLogout',
  method: 'GET',
  path: '/secure/login-logout/export',
  access: 'LOGIN_LOGOUT:export',
  summary: 'Every duty session of the filter as a file, streamed.',
  query: z.strictObject({ ...filterShape, ...exportFormat }).check(bothDates, datesInOrder),
  reply: z.unknown(),
  files: exportMediaTypes,
});
