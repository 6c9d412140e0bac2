// A site's week as its calendar draws it, in the site's time. Pure but for words.
import type { PlanShift } from '@watchpost/contract/shifts';
import { occurrencesOf, type ShiftTimes, weekdayOf } from '@watchpost/domain/shifts';
import { addDays, startOfDayMs, zoneOffsetMs } from '@watchpost/domain/time-zone';
import { currentLocale, t } from '../../lib/labels.ts';
import type { CalendarBlock, CalendarDay } from '../../ui/week-calendar/week-calendar-types.ts';
import { clockWords } from '../../records/week-words.ts';
import { timesWords } from './shift-words.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const weekLength = 7;

interface Day extends CalendarDay {
  readonly fromMs: number;
  readonly toMs: number;
}

export function daysOf(week: string, zone: string): Day[] {
  return Array.from({ length: weekLength }, (_, index) => {
    const id = addDays(week, index);
    const fromMs = startOfDayMs(id, zone);
    const toMs = startOfDayMs(addDays(id, 1), zone);
    const minutes = (toMs - fromMs) / minuteMs;
    const ticks = Array.from({ length: Math.ceil(minutes / 60) }, (_hour, hour) => {
      const atMs = fromMs + hour * hourMs;
      return { minute: hour * 60, label: clockWords(((atMs + zoneOffsetMs(zone, atMs)) / minuteMs) % 1440) };
    });
    const label = new Intl.DateTimeFormat(currentLocale(), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }).format(new Date(`${id}T00:00:00Z`));
    const note = minutes === 1440 ? {} : { note: t('shifts.hours', { count: minutes / 60 }) };
    return { id, label, ...note, minutes, ticks, fromMs, toMs };
  });
}

/** A shift that is being moved: the weekday that was taken stands on another one by now. */
export interface Held {
  readonly shift: PlanShift;
  readonly weekday: number;
  readonly nowWeekday: number;
  readonly times: ShiftTimes;
}

/** Ids of blocks name the shift, the weekday of its occurrence and the piece of it. */
export function blockIdOf(shiftId: string, weekday: number, piece: number): string {
  return `${shiftId} ${weekday} ${piece}`;
}

export function partsOf(blockId: string): { readonly shiftId: string; readonly weekday: number } {
  const [shiftId = '', weekday = ''] = blockId.split(' ');
  return { shiftId, weekday: Number(weekday) };
}

export interface WeekOptions {
  readonly days: readonly Day[];
  readonly zone: string;
  readonly held: Held | null;
  readonly warned: ReadonlySet<string>;
  readonly guardNames: (shift: Pick<PlanShift, 'guardIds'>) => string;
}

export function blocksOf(shifts: readonly PlanShift[], options: WeekOptions): CalendarBlock[] {
  return shifts.flatMap((shift) => {
    const held = options.held?.shift.id === shift.id ? options.held : null;
    return blocksOfShift({ ...shift, ...held?.times }, held, options);
  });
}

type DrawnShift = Omit<PlanShift, keyof ShiftTimes> & ShiftTimes;

function blocksOfShift(shift: DrawnShift, held: Held | null, options: WeekOptions): CalendarBlock[] {
  const { days, zone, warned, guardNames } = options;
  const first = days[0]?.id;
  if (first === undefined) return [];
  // From the day before on, for the night that reaches into the week.
  const occurrences = occurrencesOf({ ...shift, timeZone: zone }, addDays(first, -1), weekLength + 1);
  return occurrences.flatMap(({ date, fromMs, toMs }) => {
    const weekday = weekdayOf(date);
    const isTaken = held !== null && weekday === held.nowWeekday;
    const isBefore = date < first;
    return days.flatMap((day, index): CalendarBlock[] => {
      const begins = Math.max(fromMs, day.fromMs);
      const ends = Math.min(toMs, day.toMs);
      if (begins >= ends) return [];
      const piece = isBefore ? 2 : begins === fromMs ? 0 : 1;
      const times = timesWords(shift);
      const guards = guardNames(shift);
      return [
        {
          id: blockIdOf(shift.id, isTaken ? held.weekday : weekday, piece),
          day: index,
          fromMinute: (begins - day.fromMs) / minuteMs,
          toMinute: (ends - day.fromMs) / minuteMs,
          name: shift.name,
          text: [times, guards].filter(Boolean).join(' · '),
          label: [shift.name, day.label, times, guards].filter(Boolean).join(', '),
          hasWarning: warned.has(shift.id),
          isGrabbed: isTaken,
          hasStart: begins === fromMs,
          hasEnd: ends === toMs,
        },
      ];
    });
  });
}
