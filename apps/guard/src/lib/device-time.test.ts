import { afterEach, expect, test, vi } from 'vitest';
import { ageMs, clockOffsetMs, followClock, serverTimeOf, setServerTime } from './device-time.ts';

afterEach(() => vi.useRealTimers());

test('[FIELD-02] a time of the phone is read by how far its clock was off when it was noted, else by how far it is off now', () => {
  setServerTime(5_000, { wallMs: 900, runningMs: 10 }, { wallMs: 1_100, runningMs: 210 });
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

const hourMs = 3_600_000;

test.each([
  ['on', 2 * hourMs],
  ['back', -2 * hourMs],
])('[FIELD-02] a clock that is set %s while the app is open is told of, once', (_how, setByMs) => {
  vi.useFakeTimers();
  const onParted = vi.fn<() => void>();
  followClock(onParted);
  vi.advanceTimersByTime(10_000);
  expect(onParted).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + setByMs);
  vi.advanceTimersByTime(1_000);
  expect(onParted).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(onParted).toHaveBeenCalledOnce();
});

test('[FIELD-02] an answer on whose way the clock was set tells nothing of how far it is off', () => {
  const asked = { wallMs: 1_000, runningMs: 1_000 };
  expect(setServerTime(1_250, asked, { wallMs: 1_500, runningMs: 1_500 })).toBe(0);
  expect(setServerTime(1_250, asked, { wallMs: 1_500 + 2 * hourMs, runningMs: 1_500 })).toBe(0);
  expect(setServerTime(1_250, asked, { wallMs: 1_500 - 2 * hourMs, runningMs: 1_500 })).toBe(0);
  expect(clockOffsetMs()).toBe(0);
  // However slow, one that came by one and the same clock is taken.
  expect(setServerTime(3_000, asked, { wallMs: 21_000, runningMs: 21_000 })).toBe(-8_000);
});
