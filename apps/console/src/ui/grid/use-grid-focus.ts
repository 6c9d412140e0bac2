/** One tab stop for the whole grid; keys move it from cell to cell. */
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { GridBounds, GridPosition } from './grid-keys.ts';
import { clampPosition, positionByKey } from './grid-keys.ts';

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
function stopBeside(target: Element, key: string): HTMLElement | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const stops = [...(cellOf(target)?.querySelectorAll<HTMLElement>(`[${GRID_STOP}]`) ?? [])];
  const at = stops.findIndex((stop) => stop === target);
  return at < 0 ? undefined : stops[at + (key === 'ArrowRight' ? 1 : -1)];
}

/** A page's step leaves the header and one known row in view. */
const OVERLAP_ROWS = 2;

type FocusSource = { rowCount: number; columnCount: number; rowHeightPx: number };

type GridFocus = {
  active: GridPosition;
  handleFocus: (event: FocusEvent) => void;
  /** True when the key moved the focus or would have. */
  handleMoveKey: (event: KeyboardEvent) => boolean;
};

export function useGridFocus(
  root: RefObject<HTMLElement | null>,
  { rowCount, columnCount, rowHeightPx }: FocusSource,
  onRowChange: (row: number) => void,
): GridFocus {
  const [position, setPosition] = useState<GridPosition>({ row: 0, col: 0 });
  const mustFocus = useRef(false);
  const bounds = (): GridBounds => {
    const rowsInView = Math.floor((root.current?.clientHeight ?? 0) / rowHeightPx);
    return { rowCount, columnCount, pageRowCount: Math.max(1, rowsInView - OVERLAP_ROWS) };
  };
  const active = clampPosition(position, { rowCount, columnCount });

  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    const cell = root.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"][data-col="${active.col}"]`,
    );
    const target = cell?.querySelector<HTMLElement>(`[${GRID_STOP}]`) ?? cell;
    target?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [root, active.row, active.col]);

  const moveTo = (next: GridPosition) => {
    setPosition(next);
    if (next.row !== active.row && next.row >= 0) onRowChange(next.row);
  };

  const handleFocus = (event: FocusEvent) => {
    const next = positionOf(event.target);
    if (next && (next.row !== active.row || next.col !== active.col)) moveTo(next);
  };

  const handleMoveKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || target.matches(TYPING) || !positionOf(target)) return false;
    const stop = stopBeside(target, event.key);
    if (stop) {
      stop.focus();
      return true;
    }
    const next = positionByKey(active, event, bounds());
    if (next === null) return false;
    if (next !== active) {
      mustFocus.current = true;
      moveTo(next);
    }
    return true;
  };

  return { active, handleFocus, handleMoveKey };
}
