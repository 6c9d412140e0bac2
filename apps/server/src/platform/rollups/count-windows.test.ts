import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grainMs, grains, splitBy } from './count-windows.ts';

const instant = fc.integer({ min: 0, max: 40 * 86_400_000 });

test('the parts of a range follow one another, cover it, and begin and end on their grain', () => {
  fc.assert(
    fc.property(instant, instant, fc.integer({ min: 1, max: 900_000 }), (one, other, unit) => {
      const [fromMs = 0, toMs = 0] = [one - (one % unit), other - (other % unit)].toSorted((a, b) => a - b);
      const { counters, cuts } = splitBy({ fromMs, toMs }, [grains.day, grains.quarter]);
      const parts = [...counters, ...cuts].toSorted((a, b) => a.fromMs - b.fromMs);
      expect(parts.reduce((at, part) => (part.fromMs === at ? part.toMs : Number.NaN), fromMs)).toBe(
        fromMs === toMs ? fromMs : toMs,
      );
      for (const { grain, fromMs: from, toMs: to } of counters) {
        const length = new Map(Object.entries(grainMs)).get(String(grain)) ?? Number.NaN;
        expect([from % length, to % length]).toEqual([0, 0]);
      }
      for (const cut of cuts) expect(cut.toMs - cut.fromMs).toBeLessThan(2 * grainMs[grains.quarter]);
    }),
  );
});
