import { expect, it } from 'vitest';
import { closedAtMs, isSiteTaken } from './duty-news.ts';
import type { StoredPlan } from './records.ts';
import { noShift, type Shift } from './shift.ts';

const shift: Shift = {
  ...noShift,
  duty: { id: 'tonight', siteId: 'mill', siteName: 'Mill', startedAtMs: 1 },
};
const fetched: StoredPlan = { routes: [], dues: [], fetchedAtMs: 1, offsetMs: 0 };
const post = (siteId: string) => ({ siteId, siteName: '', siteTimeZone: 'UTC', orders: [], handovers: [] });

it('[FIELD-01] a duty is closed when the office says so of this very duty', () => {
  const plan = { ...fetched, closedDuties: [{ id: 'yesterday', endedAtMs: 2 }] };
  expect(closedAtMs({ plan, shift })).toBeNull();
  expect(closedAtMs({ plan: { ...plan, closedDuties: [{ id: 'tonight', endedAtMs: 3 }] }, shift })).toBe(3);
  expect(closedAtMs({ plan: fetched, shift })).toBeNull();
  expect(closedAtMs({ plan, shift: noShift })).toBeNull();
});

it('[FIELD-02] a site is taken when the guard’s posts no longer have it; nothing is said where none were heard of', () => {
  expect(isSiteTaken({ plan: { ...fetched, posts: [post('mill')] }, shift })).toBe(false);
  expect(isSiteTaken({ plan: { ...fetched, posts: [post('quarry')] }, shift })).toBe(true);
  expect(isSiteTaken({ plan: { ...fetched, posts: [] }, shift })).toBe(true);
  expect(isSiteTaken({ plan: fetched, shift })).toBe(false);
  expect(isSiteTaken({ plan: { ...fetched, posts: [] }, shift: noShift })).toBe(false);
  expect(isSiteTaken({ plan: null, shift })).toBe(false);
});
