/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a grid of roles: its cells take the focus, the grid hears their keys and clicks */
import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react';
import { useRef } from 'react';
import styles from './grid.module.css';
import { GridHeader } from './grid-header.tsx';
import { HEADER_ROW } from './grid-keys.ts';
import { actionWidths, COMPACT_ROW_HEIGHT_PX, ROW_HEIGHT_PX, SELECT_COLUMN_WIDTH_PX } from './grid-layout.ts';
import type { GridModel } from './grid-model.ts';
import { useGridModel } from './grid-model.ts';
import { GridRow } from './grid-row.tsx';
import { allSelected } from './grid-selection.ts';
import { EmptyRow, ErrorBar, ErrorRow, LoadingOverlay, SelectionBar, SkeletonRows } from './grid-states.tsx';
import type { GridProps } from './grid-types.ts';
import { drawnRows, isDrawnWhole } from './grid-window.ts';
import { useHeadWidths } from './head-width.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useGridFocus } from './use-grid-focus.ts';
import type { GridSelection } from './use-grid-selection.ts';
import { useGridSelection } from './use-grid-selection.ts';
import { useRowWindow } from './use-row-window.ts';
import { useSideHint } from './use-side-hint.ts';

const DEFAULT_MAX_HEIGHT = 'max(320px, calc(100dvh - 232px))';
const SKELETON_ROWS = 8;
const CONTROL = 'button, a, input, select, textarea, label';
const CLIPPED_TEXT = `.${styles.content}, .${styles.mayBeCut}`;

const rowIndexOf = (target: EventTarget): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row-index]') : null;
  return row ? Number(row.dataset.rowIndex) : null;
};

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(CONTROL) !== null;

const isSelectBox = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('[data-select-row]');

/** Long text cut by its column shows whole on hover. */
function showClippedText(event: PointerEvent): void {
  const content = event.target instanceof Element ? event.target.closest<HTMLElement>(CLIPPED_TEXT) : null;
  if (!content || content.querySelector('[title], [data-tip]')) return;
  const isClipped = content.scrollWidth > content.clientWidth || content.scrollHeight > content.clientHeight;
  if (isClipped) content.title = content.textContent ?? '';
  else content.removeAttribute('title');
}

type RowHandlers = { openRow: (index: number) => void; model: GridModel; selection: GridSelection };

function usePointer({ openRow, model, selection }: RowHandlers) {
  const handleClick = (event: MouseEvent) => {
    const index = rowIndexOf(event.target);
    const id = index === null ? undefined : model.ids[index];
    if (id === undefined) return;
    const isBox = isSelectBox(event.target);
    if (isControl(event.target) && !isBox) return;
    const isToggle = isBox || event.ctrlKey || event.metaKey;
    selection.press(id, { isToggle, isRange: event.shiftKey });
  };
  const handleDoubleClick = (event: MouseEvent) => {
    const index = rowIndexOf(event.target);
    if (index !== null && !isControl(event.target)) openRow(index);
  };
  return { handleClick, handleDoubleClick };
}

type KeyHandlers = RowHandlers & { handleMoveKey: (event: KeyboardEvent) => boolean };

function useKeys({ openRow, model, selection, handleMoveKey }: KeyHandlers) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const index = rowIndexOf(event.target);
    const id = index === null ? undefined : model.ids[index];
    const isPlainCell = !isControl(event.target);
    if (handleMoveKey(event)) event.preventDefault();
    else if (event.key === 'Enter' && index !== null && (isPlainCell || isSelectBox(event.target))) {
      openRow(index);
    } else if (event.key === ' ' && id !== undefined && isPlainCell) {
      event.preventDefault();
      selection.press(id, { isToggle: true, isRange: event.shiftKey });
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection.mode === 'multiple') {
      event.preventDefault();
      selection.all();
    } else if (event.key === 'Escape' && selection.selected.size > 0) selection.clear();
  };
}

/** Everything the grid knows between two draws. */
function useGrid<Row>(props: GridProps<Row>, scroller: RefObject<HTMLDivElement | null>) {
  const model = useGridModel(props);
  const selection = useGridSelection(props, model.ids);
  const hasSelectBox = selection.mode === 'multiple';
  const rowHeightPx = props.isCompact ? COMPACT_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const rowCount = model.ids.length;
  const columnCount = model.columns.length + (hasSelectBox ? 1 : 0) + (model.hasActions ? 1 : 0);
  const action = actionWidths(props.actions?.length ?? 0, props.isRowActivated !== undefined);
  const headWidths = useHeadWidths(scroller, model.columns);
  const layout = useColumnWidths(model.columns, { hasSelect: hasSelectBox, ...action }, headWidths);
  useSideHint(scroller);
  const withRow = (handle?: (row: Row) => void) => (index: number) => {
    const row = props.rows?.[index];
    if (row !== undefined) handle?.(row);
  };
  const focus = useGridFocus(
    scroller,
    { ids: model.ids, columnCount, rowHeightPx },
    withRow(props.onActiveRowChange),
  );
  const handlers = { openRow: withRow(props.onOpenRow), model, selection };
  const pointer = usePointer(handlers);
  const handleKeyDown = useKeys({ ...handlers, handleMoveKey: focus.handleMoveKey });
  return {
    model,
    selection,
    hasSelectBox,
    rowHeightPx,
    rowCount,
    columnCount,
    actionPx: action.actionWidthPx,
    layout,
    focus,
    pointer,
    handleKeyDown,
    scroller,
  };
}

type GridState = ReturnType<typeof useGrid>;

/** Alone in knowing the scroll position, so that scrolling draws nothing but rows. */
function Rows({ grid, rowOffset }: { grid: GridState; rowOffset: number }) {
  const { model, selection, focus, pointer, rowCount, rowHeightPx } = grid;
  const range = useRowWindow(grid.scroller, rowCount, rowHeightPx);
  return (
    <div
      role="rowgroup"
      aria-busy={isDrawnWhole(rowCount) && range.last - range.first < rowCount}
      className={styles.body}
      style={{ height: rowCount * rowHeightPx }}
      onClick={pointer.handleClick}
      onDoubleClick={pointer.handleDoubleClick}
      onPointerOver={showClippedText}
    >
      {drawnRows(range, focus.active.row, rowCount).map((index) => (
        <GridRow
          key={model.ids[index]}
          model={model}
          index={index}
          ariaRowIndex={rowOffset + index + 2}
          rowHeightPx={rowHeightPx}
          hasSelectBox={grid.hasSelectBox}
          isSelected={selection.mode === 'none' ? null : selection.selected.has(model.ids[index] ?? '')}
          activeCol={focus.active.row === index ? focus.active.col : null}
          areWidthsAutomatic={grid.layout.areWidthsKept}
        />
      ))}
    </div>
  );
}

function GridBody<Row>({ grid, props }: { grid: GridState; props: GridProps<Row> }) {
  const { model, rowCount, columnCount, hasSelectBox } = grid;
  const { rows, isLoading, error, onRetry, empty, rowOffset = 0, skeletonRowCount = SKELETON_ROWS } = props;
  if (rowCount > 0) return <Rows grid={grid} rowOffset={rowOffset} />;
  if (error) return <ErrorRow message={error} onRetry={onRetry} columnCount={columnCount} />;
  if (rows === undefined || isLoading) {
    const bars = { rowCount: skeletonRowCount, columnCount: model.columns.length, hasSelectBox };
    return <SkeletonRows {...bars} />;
  }
  return <EmptyRow empty={empty} columnCount={columnCount} />;
}

function gridStyle(grid: GridState): CSSProperties & Record<`--${string}`, string> {
  return {
    '--grid-columns': grid.layout.template,
    '--grid-print-columns': grid.layout.printTemplate,
    '--grid-min-width': grid.layout.minWidth,
    '--grid-row-height': `${grid.rowHeightPx}px`,
    '--grid-select-width': grid.hasSelectBox ? `${SELECT_COLUMN_WIDTH_PX}px` : '0px',
    '--grid-action-width': `${grid.actionPx}px`,
  };
}

function Head<Row>({ grid, props }: { grid: GridState; props: GridProps<Row> }) {
  const { model, selection, focus, hasSelectBox } = grid;
  const isAll = allSelected(selection.selected, model.ids);
  return (
    <GridHeader
      columns={model.columns}
      sort={props.sort ?? null}
      onSortChange={props.onSortChange}
      resize={grid.layout.resize}
      activeCol={focus.active.row === HEADER_ROW ? focus.active.col : null}
      select={hasSelectBox ? { isAll, hasRows: model.ids.length > 0, onToggle: selection.all } : null}
      hasAction={model.hasActions}
    />
  );
}

/** The shared data grid: sorting, paging and searching are the caller's, everything on screen is its own. */
export function Grid<Row>(props: GridProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useGrid(props, scroller);
  const { selection, rowCount } = grid;
  const { rows, isLoading = false, error, maxHeight = DEFAULT_MAX_HEIGHT } = props;
  const isWaiting = isLoading || (rows === undefined && !error);
  return (
    <div className={styles.frame} data-loading={isWaiting || undefined}>
      {error && rowCount > 0 && <ErrorBar message={error} onRetry={props.onRetry} />}
      <div
        className={styles.view}
        data-selected={selection.selected.size > 0 || undefined}
        data-has-rows={rowCount > 0 || undefined}
        data-has-actions={grid.model.hasActions || undefined}
        style={gridStyle(grid)}
      >
        <div
          ref={scroller}
          role="grid"
          aria-label={props.label}
          aria-rowcount={(props.totalCount ?? rowCount) + 1}
          aria-colcount={grid.columnCount}
          aria-multiselectable={selection.mode === 'multiple' || undefined}
          aria-busy={isWaiting}
          className={styles.scroller}
          style={{ maxHeight }}
          onFocus={grid.focus.handleFocus}
          onKeyDown={grid.handleKeyDown}
        >
          <Head grid={grid} props={props} />
          <GridBody grid={grid} props={props} />
        </div>
        {isWaiting && <LoadingOverlay />}
      </div>
      {selection.mode === 'multiple' && selection.selected.size > 0 && (
        <SelectionBar count={selection.selected.size} onClear={selection.clear}>
          {props.bulkActions}
        </SelectionBar>
      )}
    </div>
  );
}
