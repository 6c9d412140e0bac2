import { expect, test } from 'vitest';
import { diskSpaceOf } from './disk-space.ts';

test.each([
  [{ quota: 10_000_000_000, usage: 1_000_000 }, 'plenty'],
  [{ quota: 100_000_000, usage: 50_000_000 }, 'low'],
  [{ quota: 100_000_000, usage: 90_000_000 }, 'noPhotos'],
  [{ quota: 0, usage: 0 }, 'noPhotos'],
  [{}, 'plenty'],
  [null, 'plenty'],
] as const)('[FIELD-02] of %o the phone is said to have room: %s', (estimate, space) => {
  expect(diskSpaceOf(estimate)).toBe(space);
});
