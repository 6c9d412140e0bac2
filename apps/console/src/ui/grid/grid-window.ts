/** Which rows are drawn while scrolling. [GRID-09] */

/** last is exclusive. */
export type RowRange = { first: number; last: number };

/** Shorter lists are drawn whole: find-in-page and printing then see every row. */
export const WHOLE_LIST_MAX = 100;
export const isDrawnWhole = (rowCount: number): boolean => rowCount <= WHOLE_LIST_MAX;
/** Every drawn row costs each frame of a scroll something; fewer than these show a gap to a wheel turned fast. */
const OVERSCAN_ROWS = 8;

export type ScrollView = { scrollTopPx: number; viewportPx: number; rowHeightPx: number; rowCount: number };

function rowsAround(view: ScrollView, overscanRows: number): RowRange {
  const { viewportPx, rowHeightPx, rowCount } = view;
  const scrollTopPx = Math.max(0, view.scrollTopPx);
  const top = Math.floor(scrollTopPx / rowHeightPx);
  const bottom = Math.ceil((scrollTopPx + viewportPx) / rowHeightPx);
  const last = Math.min(rowCount, bottom + overscanRows);
  return { first: Math.max(0, Math.min(top - overscanRows, last)), last };
}

/** The rows to draw. */
export function rowRange(view: ScrollView): RowRange {
  if (isDrawnWhole(view.rowCount)) return { first: 0, last: view.rowCount };
  return rowsAround(view, OVERSCAN_ROWS);
}

/** Whether all rows in view are among the drawn ones. */
export function isCovered(view: ScrollView, drawn: RowRange): boolean {
  const inView = rowsAround(view, 0);
  return drawn.first <= inView.first && inView.last <= drawn.last;
}

/** The drawn rows in order; the focused row stays drawn wherever it is, or focus would be lost. */
export function drawnRows(range: RowRange, focusedRow: number, rowCount: number): readonly number[] {
  const rows = Array.from({ length: range.last - range.first }, (_, at) => range.first + at);
  if (focusedRow < 0 || focusedRow >= rowCount) return rows;
  if (focusedRow < range.first) return [focusedRow, ...rows];
  if (focusedRow >= range.last) return [...rows, focusedRow];
  return rows;
}
