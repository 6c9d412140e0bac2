import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changedTimes,
  clockMinutesOf,
  occurrencesOf,
  type PlannedShift,
  shiftRestMinutesMin,
  shiftStepMinutes,
  shiftWarnings,
  startOfWeek,
  weekdayOf,
} from './shifts.ts';
import { addDays, calendarDate, startOfDayMs, zoneOffsetMs } from './time-zone.ts';

const daily = [1, 2, 3, 4, 5, 6, 7];
const at = (hour: number, minute = 0) => hour * 60 + minute;
const hourMs = 3_600_000;

function shift(id: string, from: number, to: number, more: Partial<PlannedShift> = {}): PlannedShift {
  const times = { fromMinute: from, toMinute: to, weekdays: daily };
  return { id, timeZone: 'Asia/Kolkata', guardIds: ['ravi'], ...times, ...more };
}

describe('the days of the week', () => {
  it('[MNG-05] are counted from Sunday 1 to Saturday 7', () => {
    expect(['2026-03-29', '2026-03-30', '2026-04-04'].map(weekdayOf)).toEqual([1, 2, 7]);
    expect(startOfWeek('2026-04-04')).toBe('2026-03-29');
    expect(startOfWeek('2026-03-29')).toBe('2026-03-29');
  });
});

const zones = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kolkata'];
const minuteOfDay = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
const anyDate = fc.integer({ min: 0, max: 1500 }).map((day) => addDays('2024-01-01', day));
const anyTimes = fc
  .tuple(minuteOfDay, minuteOfDay)
  .filter(([from, to]) => from !== to)
  .map(([fromMinute, toMinute]) => ({ fromMinute, toMinute }));

describe('the occurrences of a shift', () => {
  it('[MNG-05] of a night last as long as that night does', () => {
    const night = shift('night', at(22), at(6), { timeZone: 'Europe/Paris' });
    const lengths = occurrencesOf(night, '2026-03-27', 3).map(({ fromMs, toMs }) => (toMs - fromMs) / hourMs);
    expect(lengths).toEqual([8, 7, 8]);
    const [autumn] = occurrencesOf(night, '2026-10-24', 1);
    expect(((autumn?.toMs ?? 0) - (autumn?.fromMs ?? 0)) / hourMs).toBe(9);
  });

  it('[MNG-05] are on its week days alone, and none where no clock ever shows its time', () => {
    const times = { timeZone: 'Europe/Paris', weekdays: [1, 3] };
    const gone = shift('gone', at(2), at(2, 30), times);
    expect(occurrencesOf(gone, '2026-03-29', 7).map(({ date }) => date)).toEqual(['2026-03-31']);
    expect(occurrencesOf(gone, '2026-04-05', 7).map(({ date }) => date)).toEqual([
      '2026-04-05',
      '2026-04-07',
    ]);
  });

  it('[MNG-05] begin and end at its clock times in any zone, but for the hour that a zone skips', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyDate, anyTimes, (timeZone, date, times) => {
        for (const { fromMs, toMs } of occurrencesOf(shift('s', 0, 1, { ...times, timeZone }), date, 1)) {
          expect(calendarDate(fromMs, timeZone)).toBe(date);
          const wall = (ms: number) => ((ms + zoneOffsetMs(timeZone, ms)) / 60_000) % 1440;
          const isSkipped = (ms: number) => zoneOffsetMs(timeZone, ms) > zoneOffsetMs(timeZone, ms - 1);
          expect(isSkipped(fromMs) || wall(fromMs) === times.fromMinute).toBe(true);
          expect(isSkipped(toMs) || wall(toMs) === times.toMinute).toBe(true);
          const clock = clockMinutesOf({ ...times, weekdays: [] });
          expect(Math.abs((toMs - fromMs) / 60_000 - clock)).toBeLessThanOrEqual(60);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('[MNG-05] of days put end to end leave no gap on days of 23 and 25 hours', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyDate, (timeZone, date) => {
        const halves = [shift('a', 0, at(12), { timeZone }), shift('b', at(12), 0, { timeZone })];
        const [am, pm] = halves.flatMap((half) => occurrencesOf(half, date, 1));
        expect(am?.fromMs).toBe(startOfDayMs(date, timeZone));
        expect(am?.toMs).toBe(pm?.fromMs);
        expect(pm?.toMs).toBe(startOfDayMs(addDays(date, 1), timeZone));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the warnings about shifts', () => {
  const early = shift('early', at(6), at(14));
  const late = shift('late', at(14), at(22));
  const night = shift('night', at(22), at(6));

  it.each([
    ['nothing for a guard of one shift', [early], []],
    ['nothing for different guards', [early, { ...early, id: 'b', guardIds: ['asha'] }], []],
    [
      'shifts of one guard that last at once',
      [early, shift('b', at(13), at(20))],
      [{ kind: 'overlap', guardId: 'ravi', shiftIds: ['early', 'b'], minutes: 60 }],
    ],
    [
      'a night that reaches into the next morning',
      [shift('n', at(22), at(7), { weekdays: [7] }), { ...early, weekdays: [1] }],
      [{ kind: 'overlap', guardId: 'ravi', shiftIds: ['n', 'early'], minutes: 60 }],
    ],
    [
      'one shift straight after another',
      [
        { ...early, weekdays: [2] },
        { ...late, weekdays: [2] },
      ],
      [{ kind: 'shortRest', guardId: 'ravi', shiftIds: ['early', 'late'], minutes: 0 }],
    ],
    [
      'a rest of eight hours, which is enough',
      [
        { ...early, weekdays: [2] },
        { ...night, weekdays: [2] },
      ],
      [],
    ],
    [
      'a shift that leaves no rest from itself',
      [shift('long', at(6), at(23))],
      [{ kind: 'shortRest', guardId: 'ravi', shiftIds: ['long', 'long'], minutes: 420 }],
    ],
    [
      'shifts of sites in other zones, which are at the same time',
      [
        { ...early, weekdays: [2] },
        shift('paris', at(2), at(4), { timeZone: 'Europe/Paris', weekdays: [2] }),
      ],
      [{ kind: 'overlap', guardId: 'ravi', shiftIds: ['paris', 'early'], minutes: 90 }],
    ],
  ])('[MNG-05] tell of %s', (_what, shifts, expected) => {
    expect(shiftWarnings(shifts, '2026-06-07')).toEqual(expected);
  });

  it('[MNG-05] tell of the night that daylight saving cuts from the rest, in that week alone', () => {
    const paris = { timeZone: 'Europe/Paris' };
    const one = shift('one', at(14), at(22), { ...paris, weekdays: [7] });
    const two = shift('two', at(6), at(12), { ...paris, weekdays: [1] });
    expect(shiftWarnings([one, two], '2026-03-22')).toMatchObject([{ kind: 'shortRest', minutes: 420 }]);
    expect(shiftWarnings([one, two], '2026-06-07')).toEqual([]);
  });

  it('[MNG-05] are the same in whatever order the shifts come, and fit what a minute by minute look finds', () => {
    const anyShift = fc
      .tuple(anyTimes, fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }))
      .map(([times, days]) => ({ ...times, weekdays: days }));
    fc.assert(
      fc.property(anyShift, anyShift, (one, other) => {
        const a = shift('a', 0, 1, one);
        const b = shift('b', 0, 1, other);
        const found = shiftWarnings([a, b], '2026-06-07');
        const key = (list: typeof found) => list.map((each) => JSON.stringify(each)).toSorted();
        expect(key(shiftWarnings([b, a], '2026-06-07')).length).toBe(found.length);
        const both = [a, b].map((each) => occurrencesOf(each, '2026-06-06', 9));
        const [ofA = [], ofB = []] = both;
        const isShared = ofA.some((x) => ofB.some((y) => x.fromMs < y.toMs && y.fromMs < x.toMs));
        expect(found.some(({ kind, shiftIds }) => kind === 'overlap' && shiftIds[0] !== shiftIds[1])).toBe(
          isShared,
        );
        const isReported = ({ kind, minutes }: (typeof found)[number]) =>
          kind === 'overlap' ? minutes > 0 : minutes < shiftRestMinutesMin;
        expect(found.every(isReported)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a change in the calendar', () => {
  const times = { fromMinute: at(22), toMinute: at(6), weekdays: [2, 3] };
  const whole = { edge: 'whole', minutes: 0, days: 0, weekday: 2 } as const;

  it.each([
    ['later', { ...whole, minutes: 30 }, { fromMinute: at(22, 30), toMinute: at(6, 30), weekdays: [2, 3] }],
    ['to a free day', { ...whole, days: -1 }, { ...times, weekdays: [1, 3] }],
    ['to a day that it has already', { ...whole, days: 1 }, null],
    ['out of the week', { ...whole, days: -2 }, null],
    ['past midnight', { ...whole, minutes: 120 }, null],
    ['to a later end', { ...whole, edge: 'end', minutes: 60 }, { ...times, toMinute: at(7) }],
    [
      'to an earlier end, before midnight',
      { ...whole, edge: 'end', minutes: -420 },
      { ...times, toMinute: at(23) },
    ],
    ['to an earlier start', { ...whole, edge: 'start', minutes: -60 }, { ...times, fromMinute: at(21) }],
    ['to nothing', { ...whole, edge: 'end', minutes: -480 }, null],
    ['to a whole day', { ...whole, edge: 'end', minutes: 960 }, null],
  ] as const)('[MNG-05] moves it %s', (_what, change, expected) => {
    expect(changedTimes(times, change)).toEqual(expected);
  });

  it('[MNG-05] is undone by its opposite, and never leaves equal times', () => {
    const change = fc.record({
      edge: fc.constantFrom('whole' as const, 'start' as const, 'end' as const),
      minutes: fc.integer({ min: -90, max: 90 }).map((steps) => steps * shiftStepMinutes),
      days: fc.constant(0),
      weekday: fc.constant(2),
    });
    fc.assert(
      fc.property(anyTimes, change, (clock, made) => {
        const before = { ...clock, weekdays: [2] };
        const after = changedTimes(before, made);
        if (after === null) return;
        expect(after.fromMinute).not.toBe(after.toMinute);
        expect(changedTimes(after, { ...made, minutes: -made.minutes })).toEqual(before);
      }),
    );
  });
});
