import { expect, test } from 'vitest';
import { ageMs, serverTimeOf, setServerTime } from './device-time.ts';

test('[FIELD-02] a time of the phone is read by how far its clock was off when it was noted, else by how far it is off now', () => {
  setServerTime(5_000, 900, 1_100);
  expect(serverTimeOf(10_000, { offsetMs: 300 })).toBe(10_300);
  expect(serverTimeOf(10_000, { offsetMs: 0 })).toBe(10_000);
  expect(serverTimeOf(10_000, { offsetMs: null })).toBe(14_000);
  expect(serverTimeOf(10_000, {})).toBe(14_000);
});

const at = { wallMs: 1_750_000_000_000, runningMs: 5_000 };

test.each([
  ['both clocks go on', 9_000, 9_000, 9_000],
  ['the phone slept, while its running clock stood still', 600_000, 1_000, 600_000],
  ['the clock was set back a little, which the running one tells', 1_000, 40_000, 40_000],
  ['the clock was set back beyond it', -3_600_000, 40_000, Number.POSITIVE_INFINITY],
])('[FIELD-03] a place is as old as it is where %s', (_what, wallMs, runningMs, age) => {
  expect(ageMs(at, { wallMs: at.wallMs + wallMs, runningMs: at.runningMs + runningMs })).toBe(age);
});
