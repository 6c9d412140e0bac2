import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnRows, isCovered, rowRange, WHOLE_LIST_MAX } from './grid-window.ts';

describe('the window of drawn rows', () => {
  test('covers every visible row at any scroll position, and only a bounded number beside them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: WHOLE_LIST_MAX + 1, max: 50_000 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 0, max: 2000 }),
        (rowCount, scrolled, viewport) => {
          const scrollTop = scrolled % (rowCount * 40);
          const { first, last } = rowRange({
            scrollTopPx: scrollTop,
            viewportPx: viewport,
            rowHeightPx: 40,
            rowCount,
          });
          const firstVisible = Math.floor(scrollTop / 40);
          const lastVisible = Math.min(rowCount - 1, Math.floor((scrollTop + viewport) / 40));
          expect(first).toBeGreaterThanOrEqual(0);
          expect(last).toBeLessThanOrEqual(rowCount);
          expect(last - first).toBeLessThanOrEqual(viewport / 40 + 32);
          expect(first).toBeLessThanOrEqual(firstVisible);
          expect(last).toBeGreaterThan(lastVisible);
        },
      ),
    );
  });

  test('a short list is drawn whole', () => {
    expect(rowRange({ scrollTopPx: 0, viewportPx: 400, rowHeightPx: 40, rowCount: WHOLE_LIST_MAX })).toEqual({
      first: 0,
      last: WHOLE_LIST_MAX,
    });
  });

  test('a view is covered when each row that it shows is drawn, wholly or in part', () => {
    const drawn = { first: 100, last: 120 };
    const isCoveredAt = (scrollTopPx: number, viewportPx: number) =>
      isCovered({ scrollTopPx, viewportPx, rowHeightPx: 40, rowCount: 1000 }, drawn);
    expect(isCoveredAt(4000, 800)).toBe(true);
    expect(isCoveredAt(4001, 799)).toBe(true);
    expect(isCoveredAt(4001, 800)).toBe(false);
    expect(isCoveredAt(3999, 400)).toBe(false);
    expect(isCoveredAt(20_000, 400)).toBe(false);
  });

  test('past the ends of a list there is nothing to cover', () => {
    const view = { viewportPx: 400, rowHeightPx: 40, rowCount: 1000 };
    expect(isCovered({ ...view, scrollTopPx: -200 }, { first: 0, last: 20 })).toBe(true);
    expect(isCovered({ ...view, scrollTopPx: 39_800 }, { first: 980, last: 1000 })).toBe(true);
  });

  test('the focused row stays drawn wherever the list is scrolled to, and the order stays', () => {
    const range = { first: 100, last: 103 };
    expect(drawnRows(range, 5, 1000)).toEqual([5, 100, 101, 102]);
    expect(drawnRows(range, 900, 1000)).toEqual([100, 101, 102, 900]);
    expect(drawnRows(range, 101, 1000)).toEqual([100, 101, 102]);
    expect(drawnRows(range, -1, 1000)).toEqual([100, 101, 102]);
  });
});
