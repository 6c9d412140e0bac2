import { expect, test } from 'vitest';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { openDues } from './open-dues.ts';
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

/** On duty, with a round begun so many hours from now by a phone whose clock is so many hours fast. */
function walkedAt(hours: number, fastHours: number): Shift {
  const startedAtMs = nowMs + (hours + fastHours) * hourMs;
  return {
    ...noShift,
    duty: { id: 'd1', siteId: 's1', siteName: 'Mill', startedAtMs: startedAtMs - hourMs },
    walked: [{ routeVersionId: 'r1', startedAtMs }],
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

test('[FIELD-01] what is missed, or due at another site, is not asked for', () => {
  const elsewhere = { ...due('elsewhere', 1), siteId: 's2' };
  const shift = walkedAt(-9, 0);
  expect(
    idsOf(openDues([due('over', -1), due('late', -0.3), elsewhere], shift, { nowMs, offsetMs: 0 })),
  ).toEqual(['late']);
});
