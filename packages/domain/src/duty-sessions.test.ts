import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dutyLimitHours, dutyStateOf, forgottenEndMs, systemEndOf } from './duty-sessions.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 20, 6);
const limit = dutyLimitHours * hour;

describe('the state of a duty session', () => {
  it.each([
    [{ endedAtMs: null, isClosedBySystem: false }, 'onDuty'],
    [{ endedAtMs: start, isClosedBySystem: false }, 'loggedOut'],
    [{ endedAtMs: start, isClosedBySystem: true }, 'closedBySystem'],
  ])('[LOGIO-02] of %o is %s', (end, state) => {
    expect(dutyStateOf(end)).toBe(state);
  });
});

describe('the end of a session that no one logged out of', () => {
  it.each([
    ['without a sign of the guard', [], limit],
    ['after its last sign', [2 * hour, 9 * hour, 5 * hour], 9 * hour + limit],
    ['not moved by a sign before it', [-3 * hour], limit],
    ['kept going by signs close enough', [limit, 2 * limit], 3 * limit],
    ['not moved by a sign after the silence', [hour, hour + limit + 1], hour + limit],
  ])('is the limit after its start or last sign: %s', (_what, after, end) => {
    const activity = after.map((ms) => start + ms);
    expect(forgottenEndMs(start, activity) - start).toBe(end);
  });

  it('is the same in whatever order its signs are known', () => {
    const times = fc.array(fc.integer({ min: -20, max: 90 }), { maxLength: 12 });
    fc.assert(
      fc.property(times, times, (some, others) => {
        const at = (hours: readonly number[]) => hours.map((each) => start + each * hour);
        const forward = forgottenEndMs(start, at([...some, ...others]));
        expect(forgottenEndMs(start, at([...others, ...some].toReversed()))).toBe(forward);
      }),
    );
  });

  it('comes to pass when the clock reaches it, not before', () => {
    const end = start + 4 * hour + limit;
    const at = (nowMs: number) => systemEndOf(start, [start + 4 * hour], nowMs);
    expect(at(end - 1)).toEqual({ endedAtMs: null, isClosedBySystem: false });
    expect(at(end)).toEqual({ endedAtMs: end, isClosedBySystem: true });
  });
});
