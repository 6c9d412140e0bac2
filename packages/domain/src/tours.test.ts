import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate, wallClockMs, zoneOffsetMs } from './time-zone.ts';
import {
  type StartedRound,
  dueRounds,
  dueStatusAt,
  type ExpectedRound,
  hasCapacity,
  isStartedFor,
  matchRounds,
  type TourPlan,
  type TourSchedule,
  windowMinutes,
} from './tours.ts';

const minuteMs = 60_000;
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const half = () => 0.5;

const plan = (schedule: TourSchedule, more: Partial<TourPlan> = {}): TourPlan => ({
  timeZone: 'Asia/Kolkata',
  weekdays: everyDay,
  schedule,
  validFrom: '2026-01-01',
  validTo: null,
  holidays: new Set(),
  startWindowMinutes: 15,
  graceMinutes: 10,
  ...more,
});

const clock = (atMs: number, zone: string) =>
  new Date(atMs + zoneOffsetMs(zone, atMs)).toISOString().slice(0, 16).replace('T', ' ');
const clocks = (tour: TourPlan, from: string, days = 1, unforeseen = half) =>
  dueRounds(tour, from, days, unforeseen).map(({ dueAtMs }) => clock(dueAtMs, tour.timeZone));

const times = (...minutes: number[]): TourSchedule => ({ kind: 'times', minutes });
const interval = (fromMinute: number, toMinute: number, everyMinutes: number): TourSchedule => ({
  kind: 'interval',
  fromMinute,
  toMinute,
  everyMinutes,
});

describe('[MNG-07] the rounds of a tour', () => {
  it('are due at its times, on its weekdays, with a window and a grace', () => {
    const [first] = dueRounds(plan(times(22 * 60, 60), { weekdays: [2] }), '2026-11-16', 7, half);
    const dueAtMs = wallClockMs('2026-11-16', 60, 'Asia/Kolkata');
    expect(first).toEqual({
      date: '2026-11-16',
      dueAtMs,
      lateAtMs: dueAtMs + 15 * minuteMs,
      missedAtMs: dueAtMs + 25 * minuteMs,
    });
    expect(clocks(plan(times(22 * 60, 60), { weekdays: [2] }), '2026-11-16', 7)).toEqual([
      '2026-11-16 01:00',
      '2026-11-16 22:00',
    ]);
  });

  it('come every so often through a window, over midnight too, the last one before its end', () => {
    expect(clocks(plan(interval(22 * 60, 60, 60)), '2026-11-16')).toEqual([
      '2026-11-16 22:00',
      '2026-11-16 23:00',
      '2026-11-17 00:00',
    ]);
    expect(clocks(plan(interval(0, 0, 240)), '2026-11-16')).toHaveLength(6);
  });

  it('are none before its first date, after its last one and on holidays', () => {
    const tour = plan(times(600), {
      validFrom: '2026-11-17',
      validTo: '2026-11-20',
      holidays: new Set(['2026-11-18']),
    });
    expect(clocks(tour, '2026-11-14', 14)).toEqual([
      '2026-11-17 10:00',
      '2026-11-19 10:00',
      '2026-11-20 10:00',
    ]);
  });

  it('keep their real distance on the night when clocks go forward', () => {
    const tour = plan(interval(0, 360, 60), { timeZone: 'Europe/Berlin' });
    expect(clocks(tour, '2026-03-29')).toEqual([
      '2026-03-29 00:00',
      '2026-03-29 01:00',
      '2026-03-29 03:00',
      '2026-03-29 04:00',
      '2026-03-29 05:00',
    ]);
  });

  it('keep their real distance on the night when clocks go back', () => {
    const tour = plan(interval(60, 240, 60), { timeZone: 'Europe/Berlin' });
    expect(clocks(tour, '2026-10-25')).toEqual([
      '2026-10-25 01:00',
      '2026-10-25 02:00',
      '2026-10-25 02:00',
      '2026-10-25 03:00',
    ]);
  });

  it('are walked once at two times of which the clocks skip one', () => {
    const tour = plan(times(120, 180, 150), { timeZone: 'Europe/Berlin' });
    expect(clocks(tour, '2026-03-29')).toEqual(['2026-03-29 03:00']);
    expect(clocks(tour, '2026-03-30')).toHaveLength(3);
  });
});

const zones = fc.constantFrom(
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
);
const dates = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));
const minute = fc.integer({ min: 0, max: 1439 });
const schedules: fc.Arbitrary<TourSchedule> = fc.oneof(
  fc.record({
    kind: fc.constant('times' as const),
    minutes: fc.uniqueArray(minute, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({
    kind: fc.constant('interval' as const),
    fromMinute: minute,
    toMinute: minute,
    everyMinutes: fc.integer({ min: 5, max: 600 }),
  }),
  fc.record({
    kind: fc.constant('random' as const),
    fromMinute: minute,
    toMinute: minute,
    rounds: fc.integer({ min: 1, max: 20 }),
    apartMinutes: fc.integer({ min: 5, max: 60 }),
  }),
);
/** Depends on the text and on nothing else. */
const spread = (text: string) => {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 100_003;
  return sum / 100_003;
};

const gapsOf = (instants: readonly number[]) =>
  instants.slice(1).map((at, index) => at - (instants[index] ?? Number.NaN));

describe('[MNG-07] in every zone, on every day of daylight saving', () => {
  it('rounds are the same however the days are asked for, in order, and none is due twice', () => {
    fc.assert(
      fc.property(zones, dates, schedules, (timeZone, date, schedule) => {
        const tour = plan(schedule, { timeZone, validFrom: '2020-01-01' });
        const whole = dueRounds(tour, date, 4, spread).map(({ dueAtMs }) => dueAtMs);
        expect(whole).toEqual([...new Set(whole)].toSorted((one, other) => one - other));
        const parts = [0, 1, 2, 3].flatMap((skipped) =>
          dueRounds(
            tour,
            calendarDate(Date.parse(`${date}T12:00:00Z`) + skipped * 86_400_000, 'UTC'),
            1,
            spread,
          ),
        );
        expect(
          [...new Set(parts.map(({ dueAtMs }) => dueAtMs))].toSorted((one, other) => one - other),
        ).toEqual(whole);
      }),
    );
  });

  it('random rounds lie in their window, far enough apart, and are as many as wanted where there is room', () => {
    fc.assert(
      fc.property(zones, dates, schedules, (timeZone, date, schedule) => {
        fc.pre(schedule.kind === 'random' && hasCapacity(schedule));
        if (schedule.kind !== 'random') return;
        const tour = plan(schedule, { timeZone, validFrom: '2020-01-01' });
        const found = dueRounds(tour, date, 1, spread).map(({ dueAtMs }) => dueAtMs);
        const fromMs = wallClockMs(date, schedule.fromMinute, timeZone);
        // A window that daylight saving leaves too short for its rounds has them closer together.
        const isUsual =
          Math.abs(
            zoneOffsetMs(timeZone, fromMs - 86_400_000) - zoneOffsetMs(timeZone, fromMs + 172_800_000),
          ) === 0;
        fc.pre(isUsual);
        expect(found).toHaveLength(schedule.rounds);
        expect(found.every((at) => at >= fromMs && at < fromMs + windowMinutes(schedule) * minuteMs)).toBe(
          true,
        );
        expect(gapsOf(found).every((gap) => gap >= schedule.apartMinutes * minuteMs)).toBe(true);
      }),
    );
  });

  it('an interval leaves exactly its minutes between any two rounds', () => {
    fc.assert(
      fc.property(zones, dates, schedules, (timeZone, date, schedule) => {
        fc.pre(schedule.kind === 'interval');
        if (schedule.kind !== 'interval') return;
        const found = dueRounds(plan(schedule, { timeZone, validFrom: '2020-01-01' }), date, 1, spread);
        const gaps = gapsOf(found.map(({ dueAtMs }) => dueAtMs));
        expect(gaps.every((gap) => gap === schedule.everyMinutes * minuteMs)).toBe(true);
      }),
    );
  });
});

describe('[MNG-07] what a due round is', () => {
  const due = { lateAtMs: 100, missedAtMs: 200, isExcused: false };

  it.each([
    [99, 'due'],
    [100, 'late'],
    [199, 'late'],
    [200, 'missed'],
  ])('without a round at %i: %s', (nowMs, status) => {
    expect(dueStatusAt(due, null, nowMs)).toBe(status);
  });

  it('follows the round once one was started, however late that became known', () => {
    expect(dueStatusAt(due, { startedAtMs: 50, outcome: 'completed' }, 1_000)).toBe('completed');
    expect(dueStatusAt({ ...due, isExcused: true }, { startedAtMs: 50, outcome: 'incompleted' }, 1_000)).toBe(
      'incompleted',
    );
    expect(dueStatusAt({ ...due, isExcused: true }, null, 1_000)).toBe('excused');
  });
});

const expected = (id: string, dueMinute: number, more: Partial<ExpectedRound> = {}): ExpectedRound => ({
  id,
  routeId: 'route',
  guardIds: [],
  date: '2026-11-16',
  dueAtMs: dueMinute * minuteMs,
  lateAtMs: (dueMinute + 15) * minuteMs,
  missedAtMs: (dueMinute + 25) * minuteMs,
  ...more,
});
const started = (id: string, startMinute: number, more: Partial<StartedRound> = {}): StartedRound => ({
  id,
  routeId: 'route',
  guardId: 'asha',
  startedAtMs: startMinute * minuteMs,
  ...more,
});

describe('[MNG-07] a round that was started', () => {
  it.each([
    ['too early', started('a', 89), false],
    ['a little early', started('a', 90), true],
    ['within the grace', started('a', 124.9), true],
    ['after the grace', started('a', 125), false],
    ['on another route', started('a', 100, { routeId: 'other' }), false],
    ['by another guard', started('a', 100, { guardId: 'ravi' }), false],
  ])('%s', (_when, round, is) => {
    expect(isStartedFor(expected('due', 100, { guardIds: ['asha'] }), round)).toBe(is);
  });

  it('is one due round, the nearest, and two rounds are never one', () => {
    const dues = [expected('first', 100), expected('second', 120)];
    expect([...matchRounds(dues, [started('a', 112), started('b', 113)])]).toEqual([
      ['second', 'a'],
      ['first', 'b'],
    ]);
  });

  it('is matched alike in whatever order rounds and dues are known', () => {
    const some = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(some, some, fc.func(fc.integer()), (dueMinutes, startMinutes, order) => {
        const dues = dueMinutes.map((at) => expected(`due ${at}`, at));
        const rounds = startMinutes.map((at) => started(`round ${at}`, at));
        const shuffled = <Item extends { id: string }>(list: readonly Item[]) =>
          list.toSorted((one, other) => order(one.id) - order(other.id));
        const inOrder = matchRounds(dues, rounds);
        expect(new Map([...matchRounds(shuffled(dues), shuffled(rounds))].toSorted())).toEqual(
          new Map([...inOrder].toSorted()),
        );
        expect(new Set(inOrder.values()).size).toBe(inOrder.size);
      }),
    );
  });
});
