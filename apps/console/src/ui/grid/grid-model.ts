/** The grid's rows behind plain indexes, so that drawing needs no knowledge of the row's type. */
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { GridColumnHead, GridProps } from './grid-types.ts';

export type RowAction = { id: string; label: string; icon: ReactNode; href?: string; run: () => void };

export type GridModel = {
  columns: readonly GridColumnHead[];
  ids: readonly string[];
  hasActions: boolean;
  contentAt: (row: number, column: number) => ReactNode;
  actionsAt: (row: number) => readonly RowAction[];
  /** undefined when rows have no such state. */
  isActivatedAt: (row: number) => boolean | undefined;
};

type ModelSource<Row> = Pick<GridProps<Row>, 'columns' | 'rows' | 'rowId' | 'actions' | 'isRowActivated'>;

function buildModel<Row>({
  columns,
  rows = [],
  rowId,
  actions = [],
  isRowActivated,
}: ModelSource<Row>): GridModel {
  const actionsOf = (row: Row): readonly RowAction[] =>
    actions
      .filter((action) => action.isShown?.(row) ?? true)
      .map((action) => ({
        id: action.id,
        label: typeof action.label === 'function' ? action.label(row) : action.label,
        icon: typeof action.icon === 'function' ? action.icon(row) : action.icon,
        href: action.href?.(row),
        run: () => action.onSelect?.(row),
      }));
  return {
    columns,
    ids: rows.map(rowId),
    hasActions: actions.length > 0,
    contentAt(rowIndex, columnIndex) {
      const [row, column] = [rows[rowIndex], columns[columnIndex]];
      if (row === undefined || !column) return null;
      const value = column.value(row);
      return column.render ? column.render(value, row) : typeof value === 'boolean' ? String(value) : value;
    },
    actionsAt(rowIndex) {
      const row = rows[rowIndex];
      return row === undefined ? [] : actionsOf(row);
    },
    isActivatedAt(rowIndex) {
      const row = rows[rowIndex];
      return row === undefined ? undefined : isRowActivated?.(row);
    },
  };
}

/** Stable while columns, rows and actions are. */
export function useGridModel<Row>({
  columns,
  rows,
  rowId,
  actions,
  isRowActivated,
}: ModelSource<Row>): GridModel {
  return useMemo(
    () => buildModel({ columns, rows, rowId, actions, isRowActivated }),
    [columns, rows, rowId, actions, isRowActivated],
  );
}
