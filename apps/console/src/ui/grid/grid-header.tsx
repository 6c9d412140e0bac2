/* oxlint-disable jsx-a11y/prefer-tag-over-role -- part of a grid made of roles, see grid-row.tsx */
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';
import { useUiLabels } from '../ui-labels.ts';
import styles from './grid.module.css';
import { GridResizer } from './grid-resizer.tsx';
import { HEADER_ROW } from './grid-keys.ts';
import { nextDirection } from './grid-selection.ts';
import type { GridColumnHead, GridSort } from './grid-types.ts';
import type { ColumnResize } from './use-column-widths.ts';

type SortProps = { sort: GridSort | null; onSortChange?: (sort: GridSort | null) => void };

type SelectAllState = {
  isAll: boolean | 'some';
  /** Of none there is nothing to select. */
  hasRows: boolean;
  onToggle: () => void;
};

type HeaderProps = SortProps & {
  columns: readonly GridColumnHead[];
  resize: ColumnResize;
  /** The column that holds the tab stop, counted with the select column; null when it is in a row. */
  activeCol: number | null;
  select: SelectAllState | null;
  hasAction: boolean;
};

const SORT_ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

type HeadLabelProps = SortProps & { column: GridColumnHead; tabIndex: number };

function HeadLabel({ column, sort, onSortChange, tabIndex }: HeadLabelProps) {
  const direction = sort?.columnId === column.id ? sort.direction : null;
  const Icon = SORT_ICONS[direction ?? 'none'];
  const text = <span className={styles.headText}>{column.header}</span>;
  if (!column.isSortable || !onSortChange) {
    return column.headerHelp ? (
      <span data-grid-stop tabIndex={tabIndex} className={styles.headHelp}>
        {text}
      </span>
    ) : (
      text
    );
  }
  const sortBy = () => {
    const next = nextDirection(direction);
    onSortChange(next ? { columnId: column.id, direction: next } : null);
  };
  return (
    <button
      type="button"
      data-grid-stop
      tabIndex={tabIndex}
      className={classNames(styles.sort, direction && styles.sorted)}
      onClick={sortBy}
    >
      {text}
      <Icon size={14} stroke={2} aria-hidden className={styles.sortIcon} />
    </button>
  );
}

type HeadCellProps = SortProps & {
  column: GridColumnHead;
  index: number;
  isActive: boolean;
  resize: ColumnResize;
};

function HeadCell({ column, index, isActive, resize, sort, onSortChange }: HeadCellProps) {
  const tabIndex = isActive ? 0 : -1;
  const hasStop = Boolean(column.headerHelp) || Boolean(column.isSortable && onSortChange);
  const direction = sort?.columnId === column.id ? sort.direction : 'none';
  const label = <HeadLabel column={column} sort={sort} onSortChange={onSortChange} tabIndex={tabIndex} />;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      // Its cells are read out with it: not with the grip that resizes it as well.
      aria-label={column.header}
      aria-sort={column.isSortable ? direction : undefined}
      data-row={HEADER_ROW}
      data-col={index}
      data-column={column.id}
      tabIndex={hasStop ? undefined : tabIndex}
      className={classNames(styles.cell, styles.headCell, styles[column.align ?? 'start'])}
    >
      {column.headerHelp ? <Tooltip text={column.headerHelp}>{label}</Tooltip> : label}
      {column.isResizable !== false && <GridResizer column={column} resize={resize} tabIndex={tabIndex} />}
    </div>
  );
}

function SelectAll({ isAll, hasRows, onToggle, tabIndex }: SelectAllState & { tabIndex: number }) {
  const labels = useUiLabels();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isAll === 'some';
  }, [isAll]);
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      data-row={HEADER_ROW}
      data-col={0}
      className={classNames(styles.cell, styles.headCell, styles.selectCell)}
    >
      <input
        ref={box}
        type="checkbox"
        data-grid-stop
        tabIndex={tabIndex}
        checked={isAll === true}
        // Not disabled: the keyboard's way through the head leads over it.
        aria-disabled={!hasRows || undefined}
        aria-label={labels.selectAllRows}
        onChange={onToggle}
      />
    </div>
  );
}

export function GridHeader({
  columns,
  sort,
  onSortChange,
  resize,
  activeCol,
  select,
  hasAction,
}: HeaderProps) {
  const labels = useUiLabels();
  const shift = select ? 1 : 0;
  const actionIndex = columns.length + shift;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {select && <SelectAll {...select} tabIndex={activeCol === 0 ? 0 : -1} />}
        {columns.map((column, at) => (
          <HeadCell
            key={column.id}
            column={column}
            index={at + shift}
            isActive={activeCol === at + shift}
            {...{ sort, onSortChange, resize }}
          />
        ))}
        {hasAction && (
          <div
            role="columnheader"
            aria-colindex={actionIndex + 1}
            data-row={HEADER_ROW}
            data-col={actionIndex}
            tabIndex={activeCol === actionIndex ? 0 : -1}
            className={classNames(styles.cell, styles.headCell, styles.actionCell)}
          >
            {labels.action}
          </div>
        )}
        {columns.length === 0 && <VisuallyHidden>{labels.noRecords}</VisuallyHidden>}
      </div>
    </div>
  );
}
