import { expect, it } from 'vitest';
import { retryDelayMs } from './event-connection.ts';

it('waits a second at first, twice as long after each failure, and never more than half a minute', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 40].map((tries) => retryDelayMs(tries, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

it('scatters the returns of many consoles over half of that time', () => {
  expect(retryDelayMs(3, () => 0)).toBe(4_000);
});
