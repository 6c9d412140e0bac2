import { expect, it } from 'vitest';
import { deviceTime, serverNowMs, setServerTime } from '../lib/device-time.ts';
import { clockTimeOfDay } from '../lib/times.ts';
import { closedAt, isSiteTaken } from './duty-updates.ts';
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
  expect(closedAt({ plan, shift })).toBeNull();
  expect(
    closedAt({ plan: { ...plan, closedDuties: [{ id: 'tonight', endedAtMs: 3 }] }, shift }),
  ).not.toBeNull();
  expect(closedAt({ plan: fetched, shift })).toBeNull();
  expect(closedAt({ plan, shift: noShift })).toBeNull();
});

it('[FIELD-02] a closed duty shows when it ended at the site, by how far the clock was off that the office reckoned from', () => {
  setServerTime(Date.now(), deviceTime(), deviceTime());
  const endedAtMs = Date.now() - 7_200_000;
  const plan = { ...fetched, closedDuties: [{ id: 'tonight', endedAtMs }] };
  const started = { id: 'tonight', siteId: 'mill', siteName: 'Mill', siteTimeZone: 'Asia/Kolkata' };
  const shown = (offsetMs: number | null) =>
    closedAt({ plan, shift: { ...noShift, duty: { ...started, startedAtMs: 1, offsetMs } } });
  const atSite = (ms: number) => clockTimeOfDay(ms, serverNowMs(), 'Asia/Kolkata');
  expect(shown(3_600_000)).toBe(atSite(endedAtMs + 3_600_000));
  expect(shown(null)).toBe(atSite(endedAtMs));
});

it('[FIELD-02] a site is taken when the guard’s posts no longer have it; nothing is said where none were heard of', () => {
  expect(isSiteTaken({ plan: { ...fetched, posts: [post('mill')] }, shift })).toBe(false);
  expect(isSiteTaken({ plan: { ...fetched, posts: [post('quarry')] }, shift })).toBe(true);
  expect(isSiteTaken({ plan: { ...fetched, posts: [] }, shift })).toBe(true);
  expect(isSiteTaken({ plan: fetched, shift })).toBe(false);
  expect(isSiteTaken({ plan: { ...fetched, posts: [] }, shift: noShift })).toBe(false);
  expect(isSiteTaken({ plan: null, shift })).toBe(false);
});
