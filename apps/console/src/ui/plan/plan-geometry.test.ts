import { describe, expect, it } from 'vitest';
import { drawnSize, movedBy, planPointAt, settled, steppedBy, WHOLE, zoomedBy } from './plan-geometry.ts';

const plan = { width: 2_000, height: 1_000 };
const frame = { width: 400, height: 400 };

describe('a plan in its frame', () => {
  it('is seen whole and in the middle at first', () => {
    expect(drawnSize(plan, frame, 1)).toEqual({ width: 400, height: 200 });
    expect(settled(WHOLE, plan, frame)).toEqual({ zoom: 1, x: 0, y: 100 });
  });

  it('keeps under the pointer what it zooms about', () => {
    const about = { x: 300, y: 250 };
    const before = planPointAt(WHOLE, about, plan, frame);
    const view = zoomedBy(WHOLE, 4, about, plan, frame);
    expect(planPointAt(view, about, plan, frame)).toEqual(before);
  });

  it('leaves no gap however far it is moved, and is never smaller than whole', () => {
    const near = zoomedBy(WHOLE, 4, { x: 0, y: 0 }, plan, frame);
    for (const by of [1e6, -1e6]) {
      const { x, y } = movedBy(near, { x: by, y: by }, plan, frame);
      expect([x <= 0 && x >= 400 - 1_600, y <= 0 && y >= 400 - 800]).toEqual([true, true]);
    }
    expect(zoomedBy(near, 0.001, { x: 9, y: 9 }, plan, frame)).toEqual({ zoom: 1, x: 0, y: 100 });
    expect(zoomedBy(near, 1e6, { x: 9, y: 9 }, plan, frame).zoom).toBe(8);
  });

  it('gives points as parts of it, its edge for what lies beyond', () => {
    expect(planPointAt(WHOLE, { x: 200, y: 150 }, plan, frame)).toEqual({ x: 0.5, y: 0.25 });
    expect(planPointAt(WHOLE, { x: -50, y: 399 }, plan, frame)).toEqual({ x: 0, y: 1 });
  });

  it('[MNG-02] has a point moved by keys stay on it, without crumbs of a part', () => {
    expect(steppedBy({ x: 0.29, y: 0.1 }, 0.01, 0.05)).toEqual({ x: 0.3, y: 0.15 });
    expect(steppedBy({ x: 0.99, y: 0.02 }, 0.05, -0.05)).toEqual({ x: 1, y: 0 });
  });
});
