import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelEvery, layOutBars } from './chart-bars.ts';

const box = { left: 40, top: 8, width: 600, height: 200 };

describe('bars', () => {
  it('[DASH-02] stand on zero, lie on one another, and are as high as what they count', () => {
    const bar = fc.array(fc.nat(500), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(bar, { minLength: 1, maxLength: 40 }), (values) => {
        const layout = layOutBars(
          values.map((each, index) => ({ id: String(index), values: each })),
          box,
        );
        expect(layout.ticks[0]).toEqual({ value: 0, y: box.top + box.height });
        const parts = layout.bars.flatMap((each) => each.parts);
        const bottom = box.top + box.height;
        const first = layout.bars
          .flatMap((each) => each.parts.slice(0, 1))
          .filter(({ height }) => height > 0);
        expect(first.map((part) => Math.round(part.y + part.height))).toEqual(first.map(() => bottom));
        expect(Math.min(...parts.map(({ y }) => y))).toBeGreaterThanOrEqual(box.top - 2);
        // Tall ones are as high as their numbers are, and stand on the part below.
        const tall = layout.bars.flatMap((each, index) => {
          const [one = 0, other = 0] = values[index] ?? [];
          const [lower, upper] = each.parts;
          const isTall = one > 60 && other > 60 && lower !== undefined && upper !== undefined;
          return isTall ? [{ lower, upper, ratio: one / other }] : [];
        });
        for (const { lower, upper, ratio } of tall) {
          expect(upper.y + upper.height).toBeCloseTo(lower.y);
          expect(lower.height / upper.height).toBeCloseTo(ratio);
        }
      }),
    );
  });

  it('leave out labels that would lie on one another', () => {
    expect(labelEvery(7, 700, 48)).toBe(1);
    expect(labelEvery(31, 700, 48)).toBe(3);
    expect(labelEvery(24, 300, 40)).toBe(4);
  });
});
