import { describe, expect, it } from 'vitest';
import { complianceOf, type DueTally, noDue, wholeShare } from './due-outcomes.ts';

describe('compliance', () => {
  it.each<[Partial<DueTally>, number | null]>([
    [{}, null],
    [{ excused: 4, underWay: 2, waiting: 9 }, null],
    [{ onTime: 3 }, 100],
    [{ missed: 3 }, 0],
    [{ onTime: 1, doneLate: 1, incomplete: 1, missed: 1 }, 25],
    [{ onTime: 1, missed: 1, excused: 8, underWay: 8, waiting: 8 }, 50],
    [{ onTime: 999, doneLate: 1 }, 99],
    [{ onTime: 1, missed: 999 }, 1],
  ])('[DASH-02] of %o is %j', (tally, share) => expect(complianceOf({ ...noDue, ...tally })).toBe(share));
});

it('a share is rounded, but never to nothing or to all', () => {
  expect([wholeShare(1, 3), wholeShare(2, 3), wholeShare(1, 300), wholeShare(299, 300)]).toEqual([
    33, 67, 1, 99,
  ]);
});
