import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportPageSize } from './limits.ts';
import { hasPaging, lastPage } from './paging.ts';

describe('pages of the reports', () => {
  it.each([
    [0, 1, false],
    [1, 1, false],
    [29, 1, false],
    [30, 1, false],
    [31, 2, true],
    [60, 2, true],
    [61, 3, true],
    [1_000_000, 33_334, true],
  ])('[REP-04] of %d rows the last page is %d; controls show: %s', (total, last, shown) => {
    expect(lastPage(total, reportPageSize)).toBe(last);
    expect(hasPaging(total, reportPageSize)).toBe(shown);
  });

  it('the last page holds at least one row and every row has a page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 100 }), (total, size) => {
        const last = lastPage(total, size);
        expect((last - 1) * size).toBeLessThan(total);
        expect(last * size).toBeGreaterThanOrEqual(total);
        expect(hasPaging(total, size)).toBe(last > 1);
      }),
    );
  });
});
