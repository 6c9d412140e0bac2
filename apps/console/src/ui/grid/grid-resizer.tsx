/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a control, which hr is not */
import type { KeyboardEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import { useUiLabels } from '../ui-labels.ts';
import styles from './grid.module.css';
import type { ColumnWidths } from './grid-layout.ts';
import { defaultWidth, WIDTH_RANGE, widthByKey } from './grid-layout.ts';
import type { GridColumnHead } from './grid-types.ts';
import type { ColumnResize } from './use-column-widths.ts';

/** The widths on screen right now, by column id. */
function drawnWidths(separator: Element): ColumnWidths {
  const cells = separator.closest('[role="row"]')?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
  return Object.fromEntries(
    [...cells].map((cell) => [cell.dataset.column ?? '', Math.round(cell.offsetWidth)]),
  );
}

type ResizerProps = { column: GridColumnHead; resize: ColumnResize; tabIndex: number };

/** Drag, or arrow keys (Shift for larger steps); a double click or Enter gives all columns their own widths back. */
export function GridResizer({ column, resize, tabIndex }: ResizerProps) {
  const labels = useUiLabels();
  const drag = useRef<{ startX: number; drawn: ColumnWidths } | null>(null);
  const width = resize.widths[column.id] ?? defaultWidth(column);

  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, drawn: drawnWidths(event.currentTarget) };
  };
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    const { startX, drawn } = drag.current;
    const moved = event.clientX - startX;
    if (moved !== 0) resize.resize(column.id, (drawn[column.id] ?? width) + moved, drawn);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const drawn = drawnWidths(event.currentTarget);
    const next = widthByKey(drawn[column.id] ?? width, event.key, event.shiftKey);
    if (next !== null) resize.resize(column.id, next, drawn);
    else if (event.key === 'Enter') resize.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={labels.resizeColumn(column.header)}
      aria-valuenow={width}
      aria-valuemin={WIDTH_RANGE.min}
      aria-valuemax={WIDTH_RANGE.max}
      tabIndex={tabIndex}
      className={styles.resizer}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
      onDoubleClick={resize.reset}
      onKeyDown={handleKeyDown}
    />
  );
}
