/** What a page tells the grid. */
import type { ReactNode } from 'react';

export type GridValue = string | number | boolean | null | undefined;

export type GridColumnHead = {
  id: string;
  header: string;
  /** Explains the column, on hover and on keyboard focus. */
  headerHelp?: string;
  /** CSS pixels; 130 unless given. */
  width?: number;
  /** How far it gives way, in CSS pixels, where not all columns fit; 130 for texts that may wrap, else its width. */
  minWidth?: number;
  /** It gives way further, down to so many CSS pixels, where all columns can be seen by that, and there alone. */
  fitWidth?: number;
  /** It is `width` wide, neither more nor less, on screens of 1440 px and wider; on others it gives way after all others. */
  isExactOnWide?: boolean;
  isSortable?: boolean;
  /** True unless given. */
  isResizable?: boolean;
  /** Text that is too long for one line of its cell takes a second one. */
  mayWrap?: boolean;
  /** Numbers belong at the end. */
  align?: 'start' | 'center' | 'end';
};

export type GridColumn<Row> = GridColumnHead & {
  value: (row: Row) => GridValue;
  /** Draws the cell; the value as text unless given. */
  render?: (value: GridValue, row: Row) => ReactNode;
};

export type GridAction<Row> = {
  id: string;
  label: string | ((row: Row) => string);
  icon: ReactNode | ((row: Row) => ReactNode);
  /** True for every row unless given. */
  isShown?: (row: Row) => boolean;
  onSelect?: (row: Row) => void;
  /** Makes the action a link. */
  href?: (row: Row) => string;
};

export type GridSort = { columnId: string; direction: 'ascending' | 'descending' };

export type GridSelectionMode = 'single' | 'multiple' | 'none';

export type GridEmpty = { title?: string; icon?: ReactNode; reason?: ReactNode; nextStep?: ReactNode };

export type GridProps<Row> = {
  /** The grid's accessible name. */
  label: string;
  /** Keep the same array between renders: a new one redraws every visible row. */
  columns: readonly GridColumn<Row>[];
  /** undefined until the first answer arrives: skeleton rows show in the meantime. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Position of the first row within the whole list, and the whole list's length; both for screen readers. */
  rowOffset?: number;
  totalCount?: number;
  /** The action column exists only with at least one. */
  actions?: readonly GridAction<Row>[];
  /** Given, each row shows an active or a deactivated icon. */
  isRowActivated?: (row: Row) => boolean;
  sort?: GridSort | null;
  onSortChange?: (sort: GridSort | null) => void;
  /** 'single' unless given. */
  selectionMode?: GridSelectionMode;
  /** Without it the grid keeps the selection itself. */
  selectedIds?: ReadonlySet<string>;
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  /** Buttons of the selection bar. */
  bulkActions?: ReactNode;
  /** Enter, or a double click. */
  onOpenRow?: (row: Row) => void;
  /** The row that keys or pointer moved to, e.g. to preview it. */
  onActiveRowChange?: (row: Row) => void;
  isLoading?: boolean;
  /** What failed and what to do, in words. Earlier rows stay visible. */
  error?: string | null;
  onRetry?: () => void;
  empty?: GridEmpty;
  /** CSS length; the grid scrolls inside it. */
  maxHeight?: string;
  /** 32 px rows instead of 40. */
  isCompact?: boolean;
  skeletonRowCount?: number;
};
