import { describe, expect, it } from 'vitest';
import { median, medianRatio, percentile } from './statistics.ts';

describe('figures of measurements', () => {
  it('the median is the middle sample, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
  });

  it('a percentile is a sample, whatever their order', () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(samples, 0.99)).toBe(99);
    expect(percentile(samples, 0.5)).toBe(50);
    expect(percentile(samples, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });

  it('a ratio is that of passes side by side: a pair that something slowed does not move it', () => {
    expect(medianRatio([200, 20, 210], [100, 10, 100])).toBe(2);
    expect(() => medianRatio([1], [1, 2])).toThrow(RangeError);
  });
});
