import { expect, test } from 'vitest';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { setServerTime } from '../lib/device-time.ts';
import { isStale, openDues } from './open-dues.ts';
import { noShift, type Shift } from './shift.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 22, 21);

const due = (id: string, hours: number): FieldDueRound => ({
  id,
  tourName: 'Night',
  routeVersionId: 'r1',
  routeName: 'Fence',
  siteId: 's1',
  siteName: 'Mill',
  siteTimeZone: 'Asia/Kolkata',
  dueAtMs: nowMs + hours * hourMs,
  fromMs: nowMs + hours * hourMs - 600_000,
  toMs: nowMs + hours * hourMs + 600_000,
  missedAtMs: nowMs + hours * hourMs + 1_200_000,
});

/** On duty, with a round begun so many hours from now by a phone whose clock was so many hours fast, and knew it or not. */
function walkedAt(hours: number, fastHours: number, isNoted = false): Shift {
  const startedAtMs = nowMs + (hours + fastHours) * hourMs;
  return {
    ...noShift,
    duty: { id: 'd1', siteId: 's1', siteName: 'Mill', startedAtMs: startedAtMs - hourMs },
    walked: [{ routeVersionId: 'r1', startedAtMs, offsetMs: isNoted ? -fastHours * hourMs : null }],
  };
}

const idsOf = (dues: readonly FieldDueRound[]) => dues.map(({ id }) => id);

test.each([0, 3, -3])(
  '[FIELD-01] on a phone whose clock is %i hours fast, the round that was begun is done and the next one still due',
  (fastHours) => {
    const dues = [due('now', 0), due('next', 2)];
    const clocks = { nowMs, offsetMs: -fastHours * hourMs };
    expect(idsOf(openDues(dues, walkedAt(0, fastHours), clocks))).toEqual(['next']);
  },
);

test.each([3, -72])(
  '[FIELD-01] a clock that was %i hours fast and is set right offers the round that was walked no more, and hides none',
  (fastHours) => {
    const dues = [due('now', 0), due('next', 2), due('tomorrow', 24)];
    const shift = walkedAt(0, fastHours, true);
    expect(idsOf(openDues(dues, shift, { nowMs, offsetMs: 0 }))).toEqual(['next', 'tomorrow']);
  },
);

test('[FIELD-01] what is missed, or due at another site, is not asked for', () => {
  const elsewhere = { ...due('elsewhere', 1), siteId: 's2' };
  const shift = walkedAt(-9, 0);
  expect(
    idsOf(openDues([due('over', -1), due('late', -0.3), elsewhere], shift, { nowMs, offsetMs: 0 })),
  ).toEqual(['late']);
});

test.each([0, 3, -3])(
  '[FIELD-02] what is due is stale after half an hour, also where it was asked for by a clock %i hours fast that is set right since',
  (fastHours) => {
    setServerTime(nowMs, nowMs, nowMs);
    const asked = (hoursAgo: number) => ({
      fetchedAtMs: nowMs + (fastHours - hoursAgo) * hourMs,
      offsetMs: -fastHours * hourMs,
    });
    expect(isStale(asked(0.4), nowMs)).toBe(false);
    expect(isStale(asked(0.6), nowMs)).toBe(true);
  },
);
