import { describe, expect, test } from 'vitest';
import { pagerState } from './pager.ts';

describe('the pager', () => {
  test.each([
    { total: 0, page: 1, pageCount: 1, isShown: false, hasPrevious: false, hasNext: false },
    { total: 30, page: 1, pageCount: 1, isShown: false, hasPrevious: false, hasNext: false },
    { total: 31, page: 1, pageCount: 2, isShown: true, hasPrevious: false, hasNext: true },
    { total: 31, page: 2, pageCount: 2, isShown: true, hasPrevious: true, hasNext: false },
    { total: 90, page: 2, pageCount: 3, isShown: true, hasPrevious: true, hasNext: true },
    { total: 90, page: 3, pageCount: 3, isShown: true, hasPrevious: true, hasNext: false },
  ])('$total rows at 30 a page, page $page', ({ total, ...expected }) => {
    expect(pagerState(total, 30, expected.page)).toEqual(expected);
  });

  test('a page outside the list counts as the nearest one', () => {
    expect(pagerState(90, 30, 99).page).toBe(3);
    expect(pagerState(90, 30, 0).page).toBe(1);
    expect(pagerState(90, 30, Number.NaN).page).toBe(1);
  });
});
