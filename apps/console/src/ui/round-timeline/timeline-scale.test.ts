import { describe, expect, test } from 'vitest';
import { axisTicks, clipLabel, layoutTimeline, MARGIN_PX, timeToX } from './timeline-scale.ts';

const MINUTE = 60_000;
const point = (expectedOrder: number, atMinutes: number | null) => ({
  id: `c${expectedOrder}`,
  label: `Checkpoint ${expectedOrder}`,
  expectedOrder,
  atMs: atMinutes === null ? null : atMinutes * MINUTE,
  flags: [],
  meaning: atMinutes === null ? ('missed' as const) : ('good' as const),
});

describe('the round timeline', () => {
  test('stations stand evenly in expected order, whatever order they came in', () => {
    const { stations } = layoutTimeline([point(3, 2), point(1, 5), point(2, null)], 0, 10 * MINUTE, 480);
    expect(stations.map((one) => one.point.id)).toEqual(['c1', 'c2', 'c3']);
    expect(stations.map((one) => one.stationX)).toEqual([80, 240, 400]);
  });

  test('marks stand to the scale of time and a missed checkpoint has none', () => {
    const { stations } = layoutTimeline([point(1, 0), point(2, null), point(3, 5)], 0, 10 * MINUTE, 480);
    expect(stations.map((one) => one.markX)).toEqual([40, null, 240]);
  });

  test('gaps run between scans in the order walked, and the longest is known', () => {
    const { gaps } = layoutTimeline([point(1, 0), point(2, 8), point(3, 2)], 0, 10 * MINUTE, 480);
    expect(gaps.map((gap) => [gap.durationMs / MINUTE, gap.isLongest])).toEqual([
      [2, false],
      [6, true],
    ]);
  });

  test('the words of a gap stand beside the pennant of the mark before, not over it', () => {
    const flagged = { ...point(1, 0), flags: ['No position'] };
    const { gaps } = layoutTimeline([flagged, point(2, 2), point(3, 4)], 0, 10 * MINUTE, 480);
    expect(gaps.map((gap) => gap.textFromX - gap.fromX)).toEqual([12, 0]);
  });

  test('a crowded round grows wider than its room, so that each station can be touched', () => {
    const many = Array.from({ length: 20 }, (_, at) => point(at + 1, at));
    const { widthPx, stepPx } = layoutTimeline(many, 0, 20 * MINUTE, 358);
    expect(widthPx).toBeGreaterThan(358);
    expect(stepPx).toBeGreaterThanOrEqual(44);
  });

  test('a scan outside the round stays inside the drawing, and a round without length is drawn in the middle', () => {
    expect(timeToX(-5, 0, 100, 480)).toBe(MARGIN_PX);
    expect(timeToX(500, 0, 100, 480)).toBe(480 - MARGIN_PX);
    expect(timeToX(7, 7, 7, 480)).toBe(240);
    expect(layoutTimeline([], 0, 0, 480).stations).toEqual([]);
  });

  test('ticks are round times and keep their distance', () => {
    const ticks = axisTicks(3 * MINUTE, 58 * MINUTE, 480, 88);
    expect(ticks.map((atMs) => atMs / MINUTE)).toEqual([15, 30, 45]);
    expect(axisTicks(5, 5, 480)).toEqual([]);
  });

  test('a label is cut to its room, or left out when nothing readable would remain', () => {
    expect(clipLabel('Main gate', 200)).toBe('Main gate');
    expect(clipLabel('Generator yard', 60)).toBe('Generato…');
    expect(clipLabel('Generator yard', 20)).toBe('');
  });
});
