import { describe, expect, it } from 'vitest';
import { median, medianRatio, percentile, slopeOf } from './statistics.ts';

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

describe('slopeOf', () => {
  const line = Array.from({ length: 21 }, (_, at) => ({ at, value: 5 + 2 * at }));

  it('of a line is the line', () => {
    expect(slopeOf(line)).toEqual({ slope: 2, low: 2, high: 2 });
  });

  it('is not moved by single samples that stand out', () => {
    const altered = line.map((sample) => (sample.at % 10 === 3 ? { ...sample, value: 1_000 } : sample));
    expect(slopeOf(altered).slope).toBe(2);
  });

  it('of samples that go up and down without growing has nothing between its limits', () => {
    const { low, high } = slopeOf(line.map(({ at }) => ({ at, value: (at * 7) % 5 })));
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});
