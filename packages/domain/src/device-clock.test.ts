import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockErrorMaxMs,
  earliestTimeMs,
  fieldTimeOf,
  phoneTimeOf,
  serverTimeOf,
  type FieldTime,
} from './device-clock.ts';

const receivedAtMs = Date.UTC(2026, 10, 28, 20, 0);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const agoMs = 5 * 60_000;
/** An event of five minutes ago, by a phone whose clock is wrong by so much when it happens and when it sends. */
const byClock = (errorMs: number, sendingErrorMs = errorMs) => ({
  deviceAtMs: receivedAtMs - agoMs + errorMs,
  sentAtMs: receivedAtMs + sendingErrorMs,
  receivedAtMs,
});

describe('[TRUTH-02] [TRUTH-03] a time of the field', () => {
  test.each([
    ['right', 0],
    ['two minutes ahead', 120_000],
    ['two minutes behind', -120_000],
  ])('a clock that is %s is taken at its word', (_how, errorMs) => {
    const sent = byClock(errorMs);
    expect(fieldTimeOf(sent)).toMatchObject({
      atMs: sent.deviceAtMs,
      phoneAtMs: null,
      clockSkewMs: errorMs,
      isFromFuture: false,
    });
  });

  test.each([
    ['four minutes ahead', 240_000],
    ['four minutes behind', -240_000],
    ['a day ahead', dayMs],
    ['a day behind', -dayMs],
    ['at 1970', -receivedAtMs + 720_000],
    ['before 1970', -2 * receivedAtMs],
    ['at 1999', Date.UTC(1999, 11, 31) - receivedAtMs],
    ['at 2038', Date.UTC(2038, 0, 19, 3, 14, 8) - receivedAtMs],
    ['at 2101', Date.UTC(2101, 0, 1) - receivedAtMs],
  ])('a clock that stands %s is put right by its error', (_how, errorMs) => {
    const sent = byClock(errorMs);
    const expected = {
      atMs: receivedAtMs - agoMs,
      phoneAtMs: sent.deviceAtMs,
      clockSkewMs: errorMs,
      happenedAtMs: receivedAtMs - agoMs,
      isDatedByArrival: false,
      isFromFuture: false,
    };
    expect(fieldTimeOf(sent)).toEqual(expected);
    // The same once the clock is right again, if the phone says how long ago that was.
    expect(fieldTimeOf({ ...byClock(errorMs, 0), ageMs: agoMs })).toEqual(expected);
  });

  test('a clock that was set wrong before sending spoils no right time of a phone that knows the age', () => {
    const sent = byClock(0, 9 * hourMs);
    expect(fieldTimeOf({ ...sent, ageMs: agoMs })).toMatchObject({ atMs: sent.deviceAtMs, phoneAtMs: null });
  });

  test.each([
    ['two minutes after it arrived', 120_000, false],
    ['a millisecond later', 120_001, true],
    ['tonight', 4 * hourMs, true],
    ['next week', 7 * dayMs, true],
    ['in 2099', Date.UTC(2099, 0, 1) - receivedAtMs, true],
  ])('what is said to happen %s is of the future: %s ms, %s', (_when, laterMs, isFromFuture) => {
    const deviceAtMs = receivedAtMs + laterMs;
    expect(fieldTimeOf({ deviceAtMs, sentAtMs: receivedAtMs, receivedAtMs })).toEqual({
      atMs: isFromFuture ? receivedAtMs : deviceAtMs,
      phoneAtMs: isFromFuture ? deviceAtMs : null,
      clockSkewMs: 0,
      happenedAtMs: receivedAtMs,
      isDatedByArrival: isFromFuture,
      isFromFuture,
    });
  });

  test('an age below zero is of the future', () => {
    const sent = { deviceAtMs: receivedAtMs + dayMs, sentAtMs: receivedAtMs, receivedAtMs, ageMs: -dayMs };
    expect(fieldTimeOf(sent)).toMatchObject({ atMs: receivedAtMs, isFromFuture: true });
  });

  test.each([
    ['1970', 720_000],
    ['before 1970', -dayMs],
    ['the last moment of 1999', earliestTimeMs - 1],
  ])('a time of %s from a clock that is right by now is dated by its arrival', (_when, deviceAtMs) => {
    expect(fieldTimeOf({ deviceAtMs, sentAtMs: receivedAtMs, receivedAtMs })).toEqual({
      atMs: receivedAtMs,
      phoneAtMs: deviceAtMs,
      clockSkewMs: deviceAtMs - receivedAtMs,
      happenedAtMs: receivedAtMs,
      isDatedByArrival: true,
      isFromFuture: false,
    });
  });
});

const anyMs = fc.maxSafeInteger();
const someTime = fc.record({
  deviceAtMs: anyMs,
  sentAtMs: anyMs,
  receivedAtMs: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2090, 0, 1) }),
  ageMs: fc.option(anyMs, { nil: undefined }),
});

describe('[TRUTH-02] whatever a clock says', () => {
  test('a time is never later than two minutes after arrival, nor before the year 2000', () => {
    fc.assert(
      fc.property(someTime, (sent) => {
        const { atMs, happenedAtMs, clockSkewMs } = fieldTimeOf(sent);
        expect(atMs).toBeLessThanOrEqual(sent.receivedAtMs + clockErrorMaxMs);
        expect(atMs).toBeGreaterThanOrEqual(earliestTimeMs);
        expect(happenedAtMs).toBeLessThanOrEqual(sent.receivedAtMs);
        expect(Number.isSafeInteger(clockSkewMs)).toBe(true);
      }),
    );
  });

  test('a phone says the same of itself whichever way it is asked', () => {
    fc.assert(
      fc.property(someTime, (sent) => {
        const { atMs, phoneAtMs, clockSkewMs, happenedAtMs, isFromFuture } = fieldTimeOf(sent);
        const stored = { deviceAtMs: atMs, phoneAtMs, clockSkewMs };
        expect(phoneTimeOf(stored)).toBe(sent.deviceAtMs);
        const isLeftAlone = phoneAtMs === null;
        expect(isLeftAlone || isFromFuture || Math.abs(clockSkewMs) > clockErrorMaxMs).toBe(true);
        const readAtMs = Math.min(serverTimeOf(stored), sent.receivedAtMs);
        expect(isFromFuture || readAtMs === happenedAtMs).toBe(true);
      }),
    );
  });
});

/** Of a phone whose clock is off by so much all the time, and which never lies. */
const honest = fc.record({
  errorMs: fc.integer({ min: -60 * 365 * dayMs, max: 60 * 365 * dayMs }),
  agoMs: fc.integer({ min: 0, max: 30 * dayMs }),
  laterMs: fc.integer({ min: 0, max: 30 * dayMs }),
  /** What the network takes of either upload. */
  delays: fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2_000 })),
  reportsAge: fc.boolean(),
});

describe('[TRUTH-03] a phone that does not lie', () => {
  const timeOf = (errorMs: number, ageMs: number, delayMs: number, reportsAge: boolean): FieldTime =>
    fieldTimeOf({
      deviceAtMs: receivedAtMs - delayMs + errorMs - ageMs,
      sentAtMs: receivedAtMs - delayMs + errorMs,
      receivedAtMs,
      ...(reportsAge ? { ageMs } : {}),
    });

  test('is never of the future, and its times are right to within two minutes', () => {
    fc.assert(
      fc.property(honest, ({ errorMs, agoMs: ageMs, delays: [delayMs], reportsAge }) => {
        const { atMs, isFromFuture } = timeOf(errorMs, ageMs, delayMs, reportsAge);
        expect(isFromFuture).toBe(false);
        const trueAtMs = receivedAtMs - delayMs - ageMs;
        expect(Math.abs(atMs - trueAtMs)).toBeLessThanOrEqual(clockErrorMaxMs + delayMs);
      }),
    );
  });

  test('keeps its own time as long as its clock is off by two minutes at most', () => {
    fc.assert(
      fc.property(
        fc.record({
          errorMs: fc.integer({ min: -118_000, max: 120_000 }),
          ageMs: fc.integer({ min: 0, max: 30 * dayMs }),
          delayMs: fc.integer({ min: 0, max: 2_000 }),
        }),
        ({ errorMs, ageMs, delayMs }) => {
          const { atMs, phoneAtMs } = timeOf(errorMs, ageMs, delayMs, false);
          expect({ atMs, phoneAtMs }).toEqual({
            atMs: receivedAtMs - delayMs + errorMs - ageMs,
            phoneAtMs: null,
          });
        },
      ),
    );
  });

  test('keeps the order of what it tells, in one upload or in two', () => {
    fc.assert(
      fc.property(honest, ({ errorMs, agoMs: ageMs, laterMs, delays: [one, other], reportsAge }) => {
        const earlier = timeOf(errorMs, ageMs + laterMs, one, reportsAge).atMs;
        const later = timeOf(errorMs, ageMs, other, reportsAge).atMs;
        const jitterMs = 2 * Math.abs(one - other);
        expect(later).toBeGreaterThanOrEqual(earlier + laterMs - jitterMs);
      }),
    );
  });
});
