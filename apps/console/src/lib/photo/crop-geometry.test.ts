import { describe, expect, it } from 'vitest';
import { type Crop, firstCrop, movedBy, type Size, zoomedTo } from './crop-geometry.ts';

const size: Size = { width: 1_000, height: 600 };
const isInside = ({ left, top, side }: Crop) =>
  left >= 0 && top >= 0 && left + side <= size.width && top + side <= size.height;

describe('the square cut out of a picture', () => {
  it('begins as the largest in the middle', () => {
    expect(firstCrop(size)).toEqual({ left: 200, top: 0, side: 600 });
    expect(firstCrop({ width: 300, height: 900 })).toEqual({ left: 0, top: 300, side: 300 });
  });

  it('stays inside however far it is moved', () => {
    const crop = zoomedTo(firstCrop(size), 300, size, 250);
    for (const [right, down] of [
      [1e6, 1e6],
      [-1e6, 50],
      [10, -1e6],
    ] as const) {
      expect(isInside(movedBy(crop, right, down, size))).toBe(true);
    }
    expect(movedBy(crop, 20, -30, size)).toEqual({ left: 370, top: 120, side: 300 });
  });

  it('[PROF-05] is never smaller than allowed, never larger than the picture, and stays square', () => {
    const crop = firstCrop(size);
    expect(zoomedTo(crop, 1, size, 250).side).toBe(250);
    expect(zoomedTo(crop, 1e6, size, 250)).toEqual(crop);
    const atEdge = movedBy(zoomedTo(crop, 250, size, 250), 1e6, 1e6, size);
    expect(isInside(zoomedTo(atEdge, 500, size, 250))).toBe(true);
  });

  it('[PROF-05] of a picture just large enough is all of it', () => {
    const exact = { width: 250, height: 250 };
    expect(zoomedTo(firstCrop(exact), 100, exact, 250)).toEqual({ left: 0, top: 0, side: 250 });
  });
});
