import { afterEach, expect, test, vi } from 'vitest';
import {
  ageMs,
  clockOffsetMs,
  deviceTime,
  followClock,
  likelyOffsetMs,
  serverTimeOf,
  setServerTime,
} from './device-time.ts';

afterEach(() => vi.useRealTimers());

test('[FIELD-02] a time of the phone is read by how far its clock was off when it was noted, else by how far it is off now', () => {
  const { wallMs, runningMs } = deviceTime();
  const [asked, answered] = [
    { wallMs: wallMs - 100, runningMs: runningMs - 100 },
    { wallMs: wallMs + 100, runningMs: runningMs + 100 },
  ];
  setServerTime(wallMs + 4_000, asked, answered);
  expect(serverTimeOf(10_000, { offsetMs: 300 })).toBe(10_300);
  expect(serverTimeOf(10_000, { offsetMs: 0 })).toBe(10_000);
  expect(serverTimeOf(10_000, { offsetMs: null })).toBe(14_000);
  expect(serverTimeOf(10_000, {})).toBe(14_000);
});

test.each([
  ['it was noted by the clock as it stands', 300, 0, 300],
  ['the phone may have slept since', 300, 7_200_000, 300],
  ['the clock was set back since', 300, -7_200_000, 7_200_300],
  ['the clock was set on by more than any phone sleeps', 300, 40 * 86_400_000, 300 - 40 * 86_400_000],
  ['it was noted before this start', 300, null, 300],
  ['it was never known', null, null, null],
])(
  '[TRUTH-03] how far the clock is off is known as well as it can be where %s',
  (_where, offsetMs, gainedMs, likely) => {
    expect(likelyOffsetMs({ offsetMs, gainedMs })).toBe(likely);
  },
);

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
  const asked = deviceTime();
  const { wallMs } = asked;
  const after = (ms: number, setByMs = 0) => ({
    wallMs: wallMs + ms + setByMs,
    runningMs: asked.runningMs + ms,
  });
  expect(setServerTime(wallMs + 250, asked, after(500))).toBe(0);
  expect(setServerTime(wallMs + 250, asked, after(500, 2 * hourMs))).toBe(0);
  expect(setServerTime(wallMs + 250, asked, after(500, -2 * hourMs))).toBe(0);
  expect(clockOffsetMs()).toBe(0);
  // However slow, one that came by one and the same clock is taken.
  expect(setServerTime(wallMs + 2_000, asked, after(20_000))).toBe(-8_000);
});
