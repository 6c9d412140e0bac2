/** Where a round's marks and checkpoints stand, in CSS pixels. [RDET-03] */

export type TimelinePoint = {
  id: string;
  label: string;
  /** From 1. */
  expectedOrder: number;
  /** Epoch milliseconds of the scan; null when missed or not scanned yet. */
  atMs: number | null;
  /** Reasons why the scan is doubted, in words. */
  flags: readonly string[];
  meaning: 'good' | 'late' | 'missed' | 'unknown';
};

export type StationLayout = { point: TimelinePoint; stationX: number; markX: number | null };
export type Gap = {
  fromX: number;
  toX: number;
  /** Where room for its words begins: beside the pennant of the mark before, if that has one. */
  textFromX: number;
  durationMs: number;
  isLongest: boolean;
};
export type TimelineLayout = {
  widthPx: number;
  stations: readonly StationLayout[];
  gaps: readonly Gap[];
  stepPx: number;
};

/** Room at both ends for a mark and the time beneath it. */
export const MARGIN_PX = 40;
/** Stations never stand closer, so that each can be touched; the drawing scrolls instead. */
const MIN_STEP_PX = 44;

/** From a mark to beyond its pennant. */
const PENNANT_PX = 12;

/** A linear scale from time to pixels; a round without length puts all in the middle. */
export function timeToX(atMs: number, startMs: number, endMs: number, widthPx: number): number {
  const width = widthPx - 2 * MARGIN_PX;
  if (endMs <= startMs) return widthPx / 2;
  const share = (atMs - startMs) / (endMs - startMs);
  return MARGIN_PX + Math.max(0, Math.min(share, 1)) * width;
}

type Mark = { atMs: number; isFlagged: boolean };

function gapsBetween(marks: readonly Mark[], xOf: (atMs: number) => number): readonly Gap[] {
  const gaps = marks.slice(1).map((mark, at) => {
    const before = marks[at] ?? mark;
    const fromX = xOf(before.atMs);
    return {
      fromX,
      toX: xOf(mark.atMs),
      textFromX: fromX + (before.isFlagged ? PENNANT_PX : 0),
      durationMs: mark.atMs - before.atMs,
    };
  });
  const longest = gaps.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);
  return gaps.map((gap) => ({ ...gap, isLongest: gap.durationMs > 0 && gap.durationMs === longest }));
}

/** Stations stand evenly in expected order; marks and the gaps between them stand to the scale of time. */
export function layoutTimeline(
  points: readonly TimelinePoint[],
  startMs: number,
  endMs: number,
  availablePx: number,
): TimelineLayout {
  const ordered = points.toSorted((a, b) => a.expectedOrder - b.expectedOrder);
  const columnCount = Math.max(1, ordered.length);
  const widthPx = Math.max(availablePx, columnCount * MIN_STEP_PX);
  // Each station has a column of its own, so that no name is cut at an edge.
  const stepPx = widthPx / columnCount;
  const xOf = (atMs: number) => timeToX(atMs, startMs, endMs, widthPx);
  const stations = ordered.map((point, at) => ({
    point,
    stationX: (at + 0.5) * stepPx,
    markX: point.atMs === null ? null : xOf(point.atMs),
  }));
  const marks = ordered
    .flatMap(({ atMs, flags }) => (atMs === null ? [] : [{ atMs, isFlagged: flags.length > 0 }]))
    .toSorted((a, b) => a.atMs - b.atMs);
  return { widthPx, stations, gaps: gapsBetween(marks, xOf), stepPx };
}

/** A label cut to the room it has, at about six pixels a letter. */
export function clipLabel(label: string, widthPx: number): string {
  const most = Math.floor(widthPx / 6.4);
  if (label.length <= most) return label;
  return most < 4 ? '' : `${label.slice(0, most - 1).trimEnd()}…`;
}

const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60_000);

/** Round times to write on the axis, at least spacingPx apart. */
export function axisTicks(
  startMs: number,
  endMs: number,
  widthPx: number,
  spacingPx = 88,
): readonly number[] {
  const span = endMs - startMs;
  if (span <= 0) return [];
  const most = Math.max(1, Math.floor((widthPx - 2 * MARGIN_PX) / spacingPx));
  const step = STEPS_MS.find((candidate) => span / candidate <= most) ?? Math.ceil(span / most);
  const first = Math.ceil(startMs / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((endMs - first) / step) + 1) },
    (_, at) => first + at * step,
  );
}
