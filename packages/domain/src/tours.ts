// Patrol tours: when rounds of a route are due, and what becomes of each (MNG-07).
import { minutesPerDay, weekdayOf } from './shifts.ts';
import { addDays, type TimeRange, wallClockMs } from './time-zone.ts';

export const tourNameMaxLength = 100;
export const tourGuardsMax = 200;
/** Times of one day that a tour is walked at. */
export const tourTimesMax = 96;
/** Rounds at random in one window. */
export const tourRoundsMax = 48;
export const excuseMaxLength = 500;
/** Between two rounds of a tour, by its interval or at random. */
export const tourIntervalMinMinutes = 5;
export const startWindowMaxMinutes = 720;
export const graceMaxMinutes = 720;
export const startWindowDefaultMinutes = 15;
export const graceDefaultMinutes = 10;
/** A guard who begins this much before a round is due has started that round. */
export const earlyStartMinutes = 10;
/** Everyone responsible is notified this long before the start window closes, or after half of it if that is later. */
export const alertBeforeLateMs = 300_000;
/** Rounds that a form shows ahead. */
export const duesShown = 12;
/** Days for which rounds stand ready, so that a phone without a network knows them. */
export const tourHorizonDays = 2;
export const holidayNameMaxLength = 100;

export const tourKinds = ['times', 'interval', 'random'] as const;
export type TourKind = (typeof tourKinds)[number];

/** The part of the days on which a tour is walked, by the clocks of its site; equal times are a whole day. */
export interface TourWindow {
  /** Minutes after midnight, 0 to 1439. */
  readonly fromMinute: number;
  /** When it is not after fromMinute, on the next day. */
  readonly toMinute: number;
}

export type TourSchedule =
  | { readonly kind: 'times'; readonly minutes: readonly number[] }
  | (TourWindow & { readonly kind: 'interval'; readonly everyMinutes: number })
  | (TourWindow & {
      /** So many rounds, started when no one can foresee it, at least so far apart. */
      readonly kind: 'random';
      readonly rounds: number;
      readonly apartMinutes: number;
    });

export interface TourPlan {
  readonly timeZone: string;
  /** Sunday 1 to Saturday 7: the days that a window begins on. */
  readonly weekdays: readonly number[];
  readonly schedule: TourSchedule;
  /** Calendar dates of the site, both included; null without an end. */
  readonly validFrom: string;
  readonly validTo: string | null;
  /** Dates without rounds. */
  readonly holidays: ReadonlySet<string>;
  readonly startWindowMinutes: number;
  readonly graceMinutes: number;
}

/** One round that is to be walked; all times are epoch milliseconds. */
export interface DueRound {
  /** The date that its window begins on, at its site. */
  readonly date: string;
  readonly dueAtMs: number;
  /** Not started by then it is late. */
  readonly lateAtMs: number;
  /** Not started by then it was missed. */
  readonly missedAtMs: number;
}

/** A number from 0 to below 1 that belongs to the text and that no one can foresee. */
export type Unforeseen = (text: string) => number;

const minuteMs = 60_000;

/** Length of a window by the clock, in minutes. */
export function windowMinutes({ fromMinute, toMinute }: TourWindow): number {
  return toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + minutesPerDay;
}

/** Whether so many rounds can begin so far apart within the window, the last one before its end. */
export function hasCapacity(schedule: TourSchedule): boolean {
  if (schedule.kind !== 'random') return true;
  return (schedule.rounds - 1) * schedule.apartMinutes < windowMinutes(schedule);
}

/** The rounds of windows that begin on `days` dates from `from` on, in the order of time and no instant twice. */
export function dueRounds(plan: TourPlan, from: string, days: number, unforeseen: Unforeseen): DueRound[] {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  const all = dates
    .filter((date) => isWalkedOn(plan, date))
    .flatMap((date) => {
      const starts = [...new Set(startsOn(plan, date, unforeseen))];
      return starts.map((dueAtMs) => withWindow(plan, date, dueAtMs));
    });
  const sorted = all.toSorted((one, other) => one.dueAtMs - other.dueAtMs);
  return sorted.filter(({ dueAtMs }, index) => dueAtMs !== sorted[index - 1]?.dueAtMs);
}

function isWalkedOn({ weekdays, validFrom, validTo, holidays }: TourPlan, date: string): boolean {
  if (date < validFrom || (validTo !== null && date > validTo)) return false;
  return weekdays.includes(weekdayOf(date)) && !holidays.has(date);
}

function withWindow(plan: TourPlan, date: string, dueAtMs: number): DueRound {
  const lateAtMs = dueAtMs + plan.startWindowMinutes * minuteMs;
  return { date, dueAtMs, lateAtMs, missedAtMs: lateAtMs + plan.graceMinutes * minuteMs };
}

function startsOn({ schedule, timeZone }: TourPlan, date: string, unforeseen: Unforeseen): number[] {
  if (schedule.kind === 'times') {
    return schedule.minutes.map((minute) => wallClockMs(date, minute, timeZone));
  }
  const window = windowOn(schedule, date, timeZone);
  if (schedule.kind === 'interval') return everySoOften(window, schedule.everyMinutes);
  return atRandom(window, schedule, (index) => unforeseen(`${date} ${index}`));
}

/** As real instants: longer or shorter than by the clock where daylight saving begins or ends in it. */
function windowOn(window: TourWindow, date: string, zone: string): TimeRange {
  const last = window.toMinute > window.fromMinute ? date : addDays(date, 1);
  return {
    fromMs: wallClockMs(date, window.fromMinute, zone),
    toMs: wallClockMs(last, window.toMinute, zone),
  };
}

function everySoOften({ fromMs, toMs }: TimeRange, minutes: number): number[] {
  const count = Math.max(0, Math.ceil((toMs - fromMs) / (minutes * minuteMs)));
  return Array.from({ length: count }, (_, index) => fromMs + index * minutes * minuteMs);
}

/** Whole minutes. On a day too short for it the rounds come closer together, but none is left out while minutes last. */
function atRandom(
  { fromMs, toMs }: TimeRange,
  { rounds, apartMinutes }: { readonly rounds: number; readonly apartMinutes: number },
  slot: (index: number) => number,
): number[] {
  const minutes = Math.max(0, Math.floor((toMs - fromMs) / minuteMs));
  const count = Math.min(rounds, minutes);
  if (count === 0) return [];
  const apart = Math.min(apartMinutes, Math.floor((minutes - 1) / Math.max(1, count - 1)));
  const spare = minutes - (count - 1) * apart;
  const offsets = Array.from({ length: count }, (_, index) => Math.floor(slot(index) * spare));
  return offsets
    .toSorted((one, other) => one - other)
    .map((offset, index) => fromMs + (offset + index * apart) * minuteMs);
}

export const dueStatuses = [
  'due',
  'late',
  'missed',
  'inProgress',
  'completed',
  'incompleted',
  'excused',
] as const;
export type DueStatus = (typeof dueStatuses)[number];

/** What is known of the round that was started for it. */
export interface WalkedRound {
  readonly startedAtMs: number;
  readonly outcome: 'inProgress' | 'completed' | 'incompleted';
}

/** What a due round is at an instant: no one needs to watch for it to be so. */
export function dueStatusAt(
  due: Pick<DueRound, 'lateAtMs' | 'missedAtMs'> & { readonly isExcused: boolean },
  walked: WalkedRound | null,
  nowMs: number,
): DueStatus {
  if (walked !== null) return walked.outcome;
  if (due.isExcused) return 'excused';
  if (nowMs >= due.missedAtMs) return 'missed';
  return nowMs >= due.lateAtMs ? 'late' : 'due';
}

export interface ExpectedRound extends DueRound {
  readonly id: string;
  readonly routeId: string;
  /** No one in particular when empty. */
  readonly guardIds: readonly string[];
}

export interface StartedRound {
  readonly id: string;
  readonly routeId: string;
  readonly guardId: string;
  readonly startedAtMs: number;
}

/**
 * Which started round is which due one (due id -> round id): one of the same route, started by one of its guards within its
 * time, each once. Rounds take their turn as they were started, and take the due one nearest to their start; so the order
 * in which they became known does not matter.
 */
export function matchRounds(
  dues: readonly ExpectedRound[],
  started: readonly StartedRound[],
): Map<string, string> {
  const matched = new Map<string, string>();
  const inOrder = started.toSorted(
    (one, other) => one.startedAtMs - other.startedAtMs || (one.id < other.id ? -1 : 1),
  );
  for (const round of inOrder) {
    const nearest = dues
      .filter((due) => !matched.has(due.id) && isStartedFor(due, round))
      .toSorted(
        (one, other) =>
          awayFrom(round, one) - awayFrom(round, other) ||
          one.dueAtMs - other.dueAtMs ||
          (one.id < other.id ? -1 : 1),
      )[0];
    if (nearest !== undefined) matched.set(nearest.id, round.id);
  }
  return matched;
}

const awayFrom = ({ startedAtMs }: StartedRound, { dueAtMs }: DueRound): number =>
  Math.abs(startedAtMs - dueAtMs);

export function isStartedFor(due: ExpectedRound, { routeId, guardId, startedAtMs }: StartedRound): boolean {
  if (routeId !== due.routeId) return false;
  if (due.guardIds.length > 0 && !due.guardIds.includes(guardId)) return false;
  return startedAtMs >= due.dueAtMs - earlyStartMinutes * minuteMs && startedAtMs < due.missedAtMs;
}
