import { expect, it } from 'vitest';
import { barShareOf } from './tally-parts.ts';

it('[DASH-02] a bar of checkpoints missed is full for the most missed alone, and short where each was missed once', () => {
  expect([8, 4, 1].map((missed) => barShareOf(missed, 8))).toEqual([100, 50, 12.5]);
  expect([3, 1].map((missed) => barShareOf(missed, 3))).toEqual([60, 20]);
  expect(barShareOf(1, 1)).toBe(20);
});
