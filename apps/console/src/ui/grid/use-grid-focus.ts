/** One tab stop for the whole grid; keys move it from cell to cell. */
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { GridBounds, GridPosition } from './grid-keys.ts';
import { clampPosition, HEADER_ROW, positionByKey } from './grid-keys.ts';

/** A control inside a cell that takes the focus instead of the cell. */
export const GRID_STOP = 'data-grid-stop';

const TYPING = 'input:not([type="checkbox"]), select, textarea, [contenteditable="true"]';

const cellOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-col]');

function positionOf(element: Element): GridPosition | null {
  const cell = cellOf(element);
  const row = cell?.dataset.row;
  const col = cell?.dataset.col;
  return row === undefined || col === undefined ? null : { row: Number(row), col: Number(col) };
}

/** The next control of the same cell, when there are several. */
function neighbourStop(target: Element, key: string): HTMLElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const stops = [...(cellOf(target)?.querySelectorAll<HTMLElement>(`[${GRID_STOP}]`) ?? [])];
  const at = stops.findIndex((stop) => stop === target);
  return at < 0 ? undefined : stops[at + (key === 'ArrowRight' ? 1 : -1)];
}

/** A page's step leaves the header and one known row in view. */
const OVERLAP_ROWS = 2;

/** The row that had the focus last on each page, by the page's address: the current one of the person who comes back. */
const leftRows = new Map<string, string>();

type FocusSource = { ids: readonly string[]; columnCount: number; rowHeightPx: number };

const isSame = (one: GridPosition, other: GridPosition): boolean =>
  one.row === other.row && one.col === other.col;

function focusCell(grid: HTMLElement | null, { row, col }: GridPosition): void {
  const cell = grid?.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${col}"]`);
  const target = cell?.querySelector<HTMLElement>(`[${GRID_STOP}]`) ?? cell;
  target?.focus({ preventScroll: true });
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

type GridFocus = {
  active: GridPosition;
  handleFocus: (event: FocusEvent) => void;
  /** True when the key moved the focus or would have. */
  handleMoveKey: (event: KeyboardEvent) => boolean;
};

/** Where the focus is, was or will be first, and where a key from outside comes from: at first from above all rows. */
function useActive(ids: readonly string[], columnCount: number) {
  const [position, setPosition] = useState<GridPosition | null>(null);
  const [leftId] = useState(() => leftRows.get(window.location.hash) ?? '');
  const leftRow = position === null ? ids.indexOf(leftId) : HEADER_ROW;
  const bounds = { rowCount: ids.length, columnCount };
  const active = clampPosition(position ?? { row: Math.max(0, leftRow), col: 0 }, bounds);
  const isFresh = position === null && leftRow < 0;
  return {
    active,
    origin: isFresh ? { row: HEADER_ROW, col: 0 } : active,
    hasFocused: position !== null,
    setActive: (next: GridPosition) => {
      setPosition(next);
      if (next.row >= 0) leftRows.set(window.location.hash, ids[next.row] ?? '');
    },
  };
}

export function useGridFocus(
  root: RefObject<HTMLElement | null>,
  { ids, columnCount, rowHeightPx }: FocusSource,
  onRowChange: (row: number) => void,
): GridFocus {
  const { active, origin, hasFocused, setActive } = useActive(ids, columnCount);
  const mustFocus = useRef(false);
  const bounds = (): GridBounds => {
    const rowsInView = Math.floor((root.current?.clientHeight ?? 0) / rowHeightPx);
    return { rowCount: ids.length, columnCount, pageRowCount: Math.max(1, rowsInView - OVERLAP_ROWS) };
  };

  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    focusCell(root.current, active);
  });

  const moveTo = (next: GridPosition) => {
    setActive(next);
    if (next.row >= 0) onRowChange(next.row);
  };

  const handleFocus = (event: FocusEvent) => {
    const next = positionOf(event.target);
    if (next && !(hasFocused && isSame(next, active))) moveTo(next);
  };

  const handleMoveKey = (event: KeyboardEvent) => {
    const { target } = event;
    // Pressed elsewhere on the page, and handed to the grid.
    const isExternal = target === root.current;
    if (!(target instanceof Element) || target.matches(TYPING)) return false;
    if (!isExternal && !positionOf(target)) return false;
    const stop = neighbourStop(target, event.key);
    if (stop) {
      stop.focus();
      return true;
    }
    const next = positionByKey(isExternal ? origin : active, event, bounds());
    if (next === null) return false;
    if (isExternal || next !== active) {
      mustFocus.current = true;
      moveTo({ ...next });
    }
    return true;
  };

  return { active, handleFocus, handleMoveKey };
}
