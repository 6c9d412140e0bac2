/** Which rows are drawn while scrolling. [GRID-09] */

export type RowRange = { first: number; last: number };

/** Shorter lists are drawn whole: find-in-page and printing then see every row. */
export const WHOLE_LIST_MAX = 100;
export const isDrawnWhole = (rowCount: number): boolean => rowCount <= WHOLE_LIST_MAX;
/** Every drawn row costs each frame of a scroll something; fewer than these show a gap to a wheel turned fast. */
const OVERSCAN_ROWS = 6;

/** last is exclusive. */
export function rowRange(
  scrollTopPx: number,
  viewportPx: number,
  rowHeightPx: number,
  rowCount: number,
): RowRange {
  if (isDrawnWhole(rowCount)) return { first: 0, last: rowCount };
  const top = Math.floor(Math.max(0, scrollTopPx) / rowHeightPx);
  const bottom = Math.ceil((Math.max(0, scrollTopPx) + viewportPx) / rowHeightPx);
  const end = Math.min(rowCount, bottom + OVERSCAN_ROWS);
  return { first: Math.max(0, Math.min(top - OVERSCAN_ROWS, end)), last: end };
}

/** The drawn rows in order; the focused row stays drawn wherever it is, or focus would be lost. */
export function drawnRows(range: RowRange, focusedRow: number, rowCount: number): readonly number[] {
  const rows = Array.from({ length: range.last - range.first }, (_, at) => range.first + at);
  if (focusedRow < 0 || focusedRow >= rowCount) return rows;
  if (focusedRow < range.first) return [focusedRow, ...rows];
  if (focusedRow >= range.last) return [...rows, focusedRow];
  return rows;
}
