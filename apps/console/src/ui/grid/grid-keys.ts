/** Where a key moves the focus in the grid. Row -1 is the header. [GRID-09] */

export type GridPosition = { row: number; col: number };
export type GridBounds = { rowCount: number; columnCount: number; pageRowCount: number };
export type GridKey = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

export const HEADER_ROW = -1;

export function clampPosition(at: GridPosition, bounds: Omit<GridBounds, 'pageRowCount'>): GridPosition {
  const row = Math.max(HEADER_ROW, Math.min(at.row, bounds.rowCount - 1));
  const col = Math.max(0, Math.min(at.col, bounds.columnCount - 1));
  return row === at.row && col === at.col ? at : { row, col };
}

function rawTarget(at: GridPosition, pressed: GridKey, bounds: GridBounds): GridPosition | null {
  const isWhole = pressed.ctrlKey || pressed.metaKey;
  const { row, col } = at;
  switch (pressed.key) {
    case 'ArrowLeft':
      return { row, col: col - 1 };
    case 'ArrowRight':
      return { row, col: col + 1 };
    case 'ArrowUp':
      return { row: row - 1, col };
    case 'ArrowDown':
      return { row: row + 1, col };
    case 'k':
      return isWhole ? null : { row: Math.max(0, row - 1), col };
    case 'j':
      return isWhole ? null : { row: row + 1, col };
    case 'Home':
      return { row: isWhole ? 0 : row, col: 0 };
    case 'End':
      return { row: isWhole ? bounds.rowCount - 1 : row, col: bounds.columnCount - 1 };
    case 'PageUp':
      return { row: Math.max(0, row - bounds.pageRowCount), col };
    case 'PageDown':
      return { row: row + bounds.pageRowCount, col };
    default:
      return null;
  }
}

/** The same object when the key moves nowhere; null when it is no moving key. */
export function positionByKey(at: GridPosition, pressed: GridKey, bounds: GridBounds): GridPosition | null {
  if (pressed.altKey) return null;
  const target = rawTarget(at, pressed, bounds);
  if (target === null) return null;
  const clamped = clampPosition(target, bounds);
  return clamped.row === at.row && clamped.col === at.col ? at : clamped;
}
