// Scheduled reports: when each is sent, and which days it then covers.
import { clockText } from './clock-text.ts';
import { isPermitted, type AccessSwitches, type Permission, type Role } from './permissions.ts';
import { minutesPerDay, weekdayOf } from './shifts.ts';
import { addDays, calendarDate, startOfDayMs, type TimeRange, wallClockMs } from './time-zone.ts';

export const reportNameMaxLength = 100;
/** Of one tenant; deleted ones do not count. */
export const scheduledReportsMax = 200;
/** Of one site, where sub admins add them: one site must not use up what is for all. Super admins add up to the former. */
export const reportsOfSiteMax = 20;
/** Of those of the tenant, kept for super admins: sub admins of many sites together must not leave them none. */
export const reportsReservedForSuperAdmins = 40;
export const reportRecipientsMax = 20;
/** A report on an event waits this long at most for more of its kind. */
export const batchMaxMinutes = 1_440;
export const batchDefaultMinutes = 30;
/** Sendings that a form shows ahead. */
export const sendingsShown = 3;
/** Files of one mail go along when they are no larger together; the link is there in any case. */
export const reportAttachmentsMaxBytes = 8_000_000;
/** No file of a report grows beyond this: it is made in memory. */
export const reportFileMaxBytes = 32_000_000;
/** Rows of each part in the document; the spreadsheet has all of them. */
export const reportPdfRowsMax = 5_000;
/** A mailed link opens this long. */
export const reportLinkDays = 14;
/** Files are kept this long, then deleted; the history of what was sent stays. */
export const reportFileRetentionDays = 30;
/** Requests of one address to links within a minute. */
export const reportLinkRequestsPerMinute = 60;
/** A report on events leaves out what had happened longer ago than this when it became known. */
export const eventAgeMaxMs = 7 * 86_400_000;
/** Devices without a network tell late: events are looked for this far back. */
export const eventLookbackMs = 86_400_000;
export const reportTriesMax = 4;

export const reportContents = [
  'scannedCheckpoints',
  'loginLogout',
  'dueRounds',
  'missedRounds',
  'incidents',
  'exceptions',
] as const;
export type ReportContent = (typeof reportContents)[number];

/** No one is sent by mail what the console would not show. */
export const contentPermissions: Readonly<Record<ReportContent, Permission>> = {
  scannedCheckpoints: 'SCANNED_CHECKPOINTS:view',
  loginLogout: 'LOGIN_LOGOUT:view',
  dueRounds: 'PATROL_TOURS:view',
  missedRounds: 'PATROL_TOURS:view',
  incidents: 'INCIDENTS:view',
  exceptions: 'EXCEPTIONS:view',
};

export const reportEvents = ['incidentClosed', 'roundMissed', 'roundIncompleted'] as const;
export type ReportEvent = (typeof reportEvents)[number];

/** What a report on an event holds: the very records that the events happened to. */
export const contentOfEvent: Readonly<Record<ReportEvent, ReportContent>> = {
  incidentClosed: 'incidents',
  roundMissed: 'missedRounds',
  roundIncompleted: 'scannedCheckpoints',
};

export const timingKinds = ['daily', 'weekly', 'monthly', 'event'] as const;
export type TimingKind = (typeof timingKinds)[number];

/** Minutes are those after midnight, by the clocks of the report's zone. */
export type PlannedTiming =
  | { readonly kind: 'daily'; readonly minute: number }
  /** Sunday 1 to Saturday 7. */
  | { readonly kind: 'weekly'; readonly weekdays: readonly number[]; readonly minute: number }
  /** A day that the month does not have is its last one. */
  | { readonly kind: 'monthly'; readonly day: number; readonly minute: number };
export type ReportTiming =
  | PlannedTiming
  | { readonly kind: 'event'; readonly event: ReportEvent; readonly gatherMinutes: number };

export const reportPeriods = ['day', 'week', 'month'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const reportFormats = ['pdf', 'xlsx', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const runStates = ['queued', 'making', 'sent', 'empty', 'failed'] as const;
export type RunState = (typeof runStates)[number];

/** Why a report paused itself; empty while it did not. */
export const pauseReasons = ['', 'ownerGone', 'ownerLostAccess', 'siteGone'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** What happens at these hours belongs to the day before; whole hours, by the clock. */
export const dayStartHours = Array.from({ length: 24 }, (_, hour) => hour);

/** One sending that the clock brings. */
export interface Sending {
  /** Date and time as planned, e.g. 2026-03-29T02:30, though the clocks may skip it. No two sendings share one. */
  readonly occasion: string;
  readonly atMs: number;
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Whether the report is sent on the date. */
function isSentOn(timing: PlannedTiming, date: string): boolean {
  if (timing.kind === 'daily') return true;
  if (timing.kind === 'weekly') return timing.weekdays.includes(weekdayOf(date));
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return day === Math.min(timing.day, daysInMonth(year, month));
}

function sendingOn({ minute }: PlannedTiming, date: string, zone: string): Sending {
  return { occasion: `${date}T${clockText(minute)}`, atMs: wallClockMs(date, minute, zone) };
}

/** Longer than any pause between two sendings. */
const daysBetweenMax = 32;

/** The next sendings after an instant, in their order. */
export function nextSendings(timing: PlannedTiming, zone: string, afterMs: number, count: number): Sending[] {
  const found: Sending[] = [];
  // A day before, for a zone may be set to another date than the instant's own.
  let date = addDays(calendarDate(afterMs, zone), -1);
  for (let days = 0; found.length < count && days < count * daysBetweenMax + 2; days += 1) {
    if (isSentOn(timing, date)) {
      const sending = sendingOn(timing, date, zone);
      if (sending.atMs > afterMs) found.push(sending);
    }
    date = addDays(date, 1);
  }
  return found;
}

/** The latest sending after `sinceMs` that is due by `nowMs`, and how many before it were due too and never made. */
export function latestSending(
  timing: PlannedTiming,
  zone: string,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): { readonly sending: Sending; readonly skipped: number } | null {
  let latest: Sending | null = null;
  let skipped = 0;
  let date = addDays(calendarDate(nowMs, zone), 1);
  for (let days = 0; days < skippedDaysMax; days += 1, date = addDays(date, -1)) {
    if (!isSentOn(timing, date)) continue;
    const sending = sendingOn(timing, date, zone);
    if (sending.atMs > nowMs) continue;
    if (sending.atMs <= sinceMs) break;
    if (latest === null) latest = sending;
    else skipped += 1;
  }
  return latest === null ? null : { sending: latest, skipped };
}

/** Sendings longer ago are no longer counted. */
const skippedDaysMax = 400;

/** The day that an instant belongs to, where days begin at an hour of their own. */
function reportDayOf(atMs: number, zone: string, dayStartMinute: number): string {
  const date = calendarDate(atMs, zone);
  return atMs < wallClockMs(date, dayStartMinute, zone) ? addDays(date, -1) : date;
}

const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

export interface ReportSpan extends TimeRange {
  /** Dates of the first and the last day that it covers. */
  readonly from: string;
  readonly to: string;
}

/**
 * What a sending covers: the last day that has ended, the seven days that end with it, or the month before the one
 * that is going on.
 */
export function spanOf(
  period: ReportPeriod,
  {
    atMs,
    zone,
    dayStartMinute,
  }: { readonly atMs: number; readonly zone: string; readonly dayStartMinute: number },
): ReportSpan {
  const today = reportDayOf(atMs, zone, dayStartMinute);
  const end = period === 'month' ? firstOfMonth(today) : today;
  const to = addDays(end, -1);
  const from = period === 'day' ? to : period === 'week' ? addDays(end, -7) : firstOfMonth(to);
  const startOf = (date: string) =>
    dayStartMinute === 0 ? startOfDayMs(date, zone) : wallClockMs(date, dayStartMinute, zone);
  return { from, to, fromMs: startOf(from), toMs: startOf(end) };
}

export const isMinuteOfDay = (minute: number): boolean =>
  Number.isInteger(minute) && minute >= 0 && minute < minutesPerDay;

/** Contents of the report that its owner may not see. */
export function deniedContents(
  contents: readonly ReportContent[],
  owner: { readonly role: Role; readonly switches: AccessSwitches },
): ReportContent[] {
  return contents.filter((content) => !isPermitted(owner.role, contentPermissions[content], owner.switches));
}

export interface ReportOwner {
  readonly role: Role | null;
  readonly activated: boolean;
  /** The one site of a sub admin. */
  readonly siteId: string | null;
  readonly switches: AccessSwitches;
}

/** Why nothing may be sent on behalf of the owner, at this very moment; '' when it may. */
export function pauseReasonOf(
  owner: ReportOwner | null,
  report: {
    readonly siteId: string | null;
    readonly isSiteGone: boolean;
    readonly contents: readonly ReportContent[];
  },
): PauseReason {
  if (owner === null || !owner.activated || owner.role === null) return 'ownerGone';
  const { role, switches } = owner;
  if (!isPermitted(role, 'SCHEDULED_REPORTS:view', switches)) return 'ownerLostAccess';
  if (role !== 'superAdmin' && (owner.siteId === null || owner.siteId !== report.siteId))
    return 'ownerLostAccess';
  if (deniedContents(report.contents, { role, switches }).length > 0) return 'ownerLostAccess';
  return report.isSiteGone ? 'siteGone' : '';
}
