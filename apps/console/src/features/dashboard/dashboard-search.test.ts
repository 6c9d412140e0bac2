import { describe, expect, it } from 'vitest';
import { datesProblem, queryOf, readDashboardSearch } from './dashboard-search.ts';

describe('the address of the dashboard', () => {
  it('[DASH-01] holds range, site and dates, and leaves out what makes no sense', () => {
    const plain = { range: 'currentDay', site: '', from: '', to: '' };
    expect(readDashboardSearch({})).toEqual(plain);
    expect(readDashboardSearch({ range: 'lastYear', site: 'x', from: '2026-01-01' })).toEqual(plain);
    const custom = { range: 'custom', from: '2026-02-01', to: '2026-02-28' };
    expect(queryOf(readDashboardSearch(custom))).toEqual(custom);
    expect(queryOf(readDashboardSearch({ ...custom, range: 'lastMonth' }))).toEqual({ range: 'lastMonth' });
  });

  it.each([
    ['', '', 'missing'],
    ['2026-02-02', '2026-02-01', 'fromAfterTo'],
    ['2024-01-01', '2025-12-31', 'tooLong'],
    ['2025-01-01', '2026-01-01', null],
  ])('[DASH-01] of custom dates from %s to %s: %s', (from, to, problem) => {
    expect(datesProblem(readDashboardSearch({ range: 'custom', from, to }))).toBe(problem);
  });
});
