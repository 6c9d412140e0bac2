import { describe, expect, it } from 'vitest';
import { retainedFromMs, monthStartMs } from './retention.ts';

describe('months to keep', () => {
  it.each([
    ['2026-11-21T10:00:00Z', 3, '2026-08-01'],
    ['2026-01-01T00:00:00Z', 3, '2025-10-01'],
    ['2026-03-31T23:59:59Z', 12, '2025-03-01'],
    ['2024-02-29T12:00:00Z', 240, '2004-02-01'],
  ])('at %s, %i whole months before the current one reach back to %s', (now, months, from) => {
    expect(new Date(retainedFromMs(Date.parse(now), months)).toISOString().slice(0, 10)).toBe(from);
  });

  it('follow each other without a gap', () => {
    const december = Date.UTC(2025, 11, 31, 23);
    expect(new Date(monthStartMs(december, 1)).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });
});
