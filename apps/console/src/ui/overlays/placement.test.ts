import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeNextTo } from './placement.ts';

const screen = { width: 1000, height: 600 };
const panel = { width: 200, height: 100 };

describe('placing a panel beside its anchor', () => {
  test('stands below, aligned with the start or the end', () => {
    const anchor = { left: 400, top: 100, width: 80, height: 36 };
    expect(placeNextTo(anchor, panel, screen, 'bottom-start')).toEqual({ left: 400, top: 140 });
    expect(placeNextTo(anchor, panel, screen, 'bottom-end')).toEqual({ left: 280, top: 140 });
  });

  test('goes above when there is no room below', () => {
    const anchor = { left: 400, top: 540, width: 80, height: 36 };
    expect(placeNextTo(anchor, panel, screen, 'bottom-start').top).toBe(540 - 4 - 100);
  });

  test('stands above when asked, and below when there is no room above', () => {
    const anchor = { left: 400, top: 200, width: 80, height: 36 };
    expect(placeNextTo(anchor, panel, screen, 'top')).toEqual({ left: 340, top: 96 });
    expect(placeNextTo({ ...anchor, top: 20 }, panel, screen, 'top').top).toBe(60);
  });

  test('never leaves the screen', () => {
    const at = fc.record({
      left: fc.integer({ min: -500, max: 1500 }),
      top: fc.integer({ min: -500, max: 1500 }),
      width: fc.integer({ min: 0, max: 400 }),
      height: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(at, fc.constantFrom('bottom-start', 'bottom-end', 'top', 'bottom'), (anchor, placement) => {
        const { left, top } = placeNextTo(anchor, panel, screen, placement);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + panel.width).toBeLessThanOrEqual(screen.width);
        expect(top + panel.height).toBeLessThanOrEqual(screen.height);
      }),
    );
  });
});
