import { expect, it } from 'vitest';
import { createTour } from './tours.ts';

const id = '018f3c2e-0000-7000-8000-000000000001';
const hourly = { kind: 'interval', fromMinute: 1320, toMinute: 360, everyMinutes: 60 };
const timesOf = (count: number) => ({
  kind: 'times',
  minutes: Array.from({ length: count }, (_, at) => at * 15),
});
const tour = (change: object) => ({
  name: 'Night rounds',
  routeId: id,
  shiftId: null,
  weekdays: [1, 7],
  schedule: hourly,
  guardIds: [],
  startWindowMinutes: 15,
  graceMinutes: 10,
  validFrom: '2026-01-01',
  validTo: null,
  skipsHolidays: true,
  ...change,
});
const refusals = (change: object) =>
  (createTour.body.safeParse(tour(change)).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

it.each([
  { startWindowMinutes: 1, graceMinutes: 0 },
  { startWindowMinutes: 720, graceMinutes: 720 },
  { schedule: { ...hourly, everyMinutes: 5 } },
  { schedule: { ...hourly, everyMinutes: 1440 } },
  { schedule: timesOf(1) },
  { schedule: timesOf(96) },
  { validTo: '2026-01-01' },
  { shiftId: id },
])('[MNG-07] a tour is taken up to its bounds: %j', (change) => {
  expect(refusals(change)).toEqual([]);
});

it.each([
  [{ startWindowMinutes: 0 }, 'startWindowMinutes', 'tour_start_window_range'],
  [{ startWindowMinutes: 721 }, 'startWindowMinutes', 'tour_start_window_range'],
  [{ graceMinutes: -1 }, 'graceMinutes', 'tour_grace_range'],
  [{ graceMinutes: 721 }, 'graceMinutes', 'tour_grace_range'],
  [{ schedule: { ...hourly, everyMinutes: 4 } }, 'schedule.everyMinutes', 'tour_interval_range'],
  [{ schedule: { ...hourly, everyMinutes: 1441 } }, 'schedule.everyMinutes', 'tour_interval_range'],
  [
    { schedule: { kind: 'times', minutes: Array.from({ length: 97 }, (_, at) => at) } },
    'schedule.minutes',
    'tour_times_too_many',
  ],
  [{ schedule: timesOf(1), shiftId: id }, 'shiftId', 'tour_shift_without_window'],
])('[MNG-07] a tour is refused beyond them: %j', (change, field, message) => {
  expect(refusals(change)).toEqual([[field, message]]);
});
