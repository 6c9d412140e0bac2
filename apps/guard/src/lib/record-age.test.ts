import { describe, expect, test } from 'vitest';
import type { DeviceTime } from './device-time.ts';
import { isAgeOpen, recordAgeMs } from './record-age.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const trueMs = Date.UTC(2026, 10, 28, 20);

interface State {
  /** By how much the phone's clock is ahead. */
  readonly errorMs?: number;
  /** What of the time since the start the phone has slept. */
  readonly sleptMs?: number;
  readonly startId?: string;
  /** The error of the clock when the server was heard of in this start, and what of the sleep was before; null for not yet. */
  readonly met?: { readonly errorMs: number; readonly sleptMs: number } | null;
  /** An offset of an earlier start. */
  readonly restoredMs?: number;
}

/** What a phone keeps at a moment so long after its start. */
function timeAt(sinceMs: number, state: State = {}): DeviceTime {
  const { errorMs = 0, sleptMs = 0, startId = 'one', met = { errorMs: 0, sleptMs: 0 } } = state;
  return {
    wallMs: trueMs + sinceMs + errorMs,
    runningMs: sinceMs - sleptMs,
    startId,
    offsetMs: met === null ? (state.restoredMs ?? null) : -met.errorMs,
    gainedMs: met === null ? null : errorMs - met.errorMs + (sleptMs - met.sleptMs),
  };
}

const at1970 = -trueMs + 12 * minuteMs;
const unmet = { met: null };
const metAt = (errorMs: number, sleptMs = 0) => ({ errorMs, sleptMs, met: { errorMs, sleptMs } });

describe('[TRUTH-02] the age of a record', () => {
  test.each<[string, DeviceTime, DeviceTime, number | null]>([
    ['of a right clock', timeAt(0), timeAt(hourMs), hourMs],
    [
      'of a clock that is wrong all the while',
      timeAt(0, metAt(9 * hourMs)),
      timeAt(hourMs, metAt(9 * hourMs)),
      hourMs,
    ],
    ['of a phone that slept', timeAt(0), timeAt(3 * hourMs, metAt(0, 2 * hourMs)), 3 * hourMs],
    [
      'of a phone that slept, and has not heard of the server since',
      timeAt(0),
      timeAt(3 * hourMs, { sleptMs: 2 * hourMs }),
      null,
    ],
    [
      'recorded by a clock set ahead without a network, set right to send',
      timeAt(0, { errorMs: 9 * hourMs }),
      timeAt(hourMs, metAt(0)),
      hourMs,
    ],
    [
      'the same, before the server was heard of again',
      timeAt(0, { errorMs: 9 * hourMs }),
      timeAt(hourMs),
      hourMs,
    ],
    [
      'the same, of a phone that slept in between',
      timeAt(0, { errorMs: 9 * hourMs }),
      timeAt(3 * hourMs, metAt(0, 2 * hourMs)),
      3 * hourMs,
    ],
    [
      'recorded by a clock set back without a network, set right to send',
      timeAt(0, { errorMs: -5 * hourMs }),
      timeAt(hourMs, metAt(0)),
      hourMs,
    ],
    [
      'the same, of a phone that slept in between',
      timeAt(0, { errorMs: -5 * hourMs }),
      timeAt(3 * hourMs, metAt(0, 2 * hourMs)),
      3 * hourMs,
    ],
    [
      'recorded by a right clock that was set ahead before sending',
      timeAt(0),
      timeAt(hourMs, { ...metAt(9 * hourMs) }),
      hourMs,
    ],
    [
      'recorded in an earlier start by a clock set ahead, set right to send',
      timeAt(0, { errorMs: 9 * hourMs }),
      timeAt(2 * hourMs, { ...metAt(0), startId: 'two' }),
      2 * hourMs,
    ],
    [
      'recorded at 1970 before the server was ever heard of, set right to send',
      timeAt(0, { errorMs: at1970, ...unmet }),
      timeAt(2 * hourMs, metAt(0)),
      2 * hourMs,
    ],
    [
      'the same, of a phone that slept in between: at least as old',
      timeAt(0, { errorMs: at1970, ...unmet, restoredMs: 0 }),
      timeAt(2 * hourMs, metAt(0, hourMs)),
      hourMs,
    ],
    [
      'recorded in an earlier start at 1970, before the server was ever heard of',
      timeAt(0, { errorMs: at1970, ...unmet }),
      timeAt(2 * hourMs, { ...metAt(0), startId: 'two' }),
      null,
    ],
    [
      'recorded in an earlier start by a clock of which the start before it knew how far it was off',
      timeAt(0, { errorMs: at1970, ...unmet, restoredMs: -at1970 }),
      timeAt(2 * hourMs, { ...metAt(0), startId: 'two' }),
      2 * hourMs,
    ],
  ])('%s', (_which, at, now, age) => expect(recordAgeMs(at, now)).toBe(age));

  test('of what an older app kept is what its running clock tells within one start', () => {
    const { gainedMs: _none, ...old } = timeAt(0, { errorMs: 9 * hourMs });
    expect(recordAgeMs(old, timeAt(hourMs))).toBe(hourMs);
    expect(recordAgeMs(old, timeAt(hourMs, { startId: 'two' }))).toBe(null);
    const { gainedMs: _noneOf, ...at1970Known } = timeAt(0, metAt(at1970));
    expect(recordAgeMs(at1970Known, timeAt(hourMs, { startId: 'two' }))).toBe(hourMs);
  });

  test('asks for the time of the server where the two clocks have parted, or in a new start', () => {
    expect(isAgeOpen(timeAt(0), timeAt(hourMs))).toBe(false);
    expect(isAgeOpen(timeAt(0, { errorMs: 9 * hourMs }), timeAt(hourMs, { sleptMs: minuteMs }))).toBe(true);
    expect(isAgeOpen(timeAt(0), timeAt(hourMs, { startId: 'two', ...unmet, restoredMs: 0 }))).toBe(true);
    expect(isAgeOpen(timeAt(0), timeAt(hourMs, { startId: 'two' }))).toBe(false);
    expect(isAgeOpen(timeAt(0, unmet), timeAt(hourMs, { startId: 'two', ...unmet }))).toBe(false);
  });
});
