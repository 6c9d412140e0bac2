/** Column widths in CSS pixels and the grid template made of them. [GRID-02] */
import type { GridColumnHead } from './grid-types.ts';

export const COLUMN_WIDTH_PX = 130;
export const ACTION_COLUMN_WIDTH_PX = 120;
export const SELECT_COLUMN_WIDTH_PX = 44;
export const ROW_HEIGHT_PX = 40;
export const COMPACT_ROW_HEIGHT_PX = 32;
const MIN_WIDTH_PX = 64;
const MAX_WIDTH_PX = 900;
const KEY_STEP_PX = 10;
const KEY_LEAP_PX = 50;

export type ColumnWidths = Readonly<Record<string, number>>;
/** An action column of 0 px is none; it gives way down to its least as a column does to its `fitWidth`. */
export type ExtraColumns = { hasSelect: boolean; actionWidthPx: number; actionLeastPx: number };

const ACTION_BUTTON_PX = 28;
const ACTION_GAP_PX = 2;
const ACTION_PADDING_PX = 20;
const STATE_ICON_PX = 16;
/** Of its heading. */
const ACTION_LEAST_PX = 70;

/** 120 px, or as wide as so many buttons beside the state's icon need: squeezed ones are too small to hit. */
export function actionWidths(
  buttonCount: number,
  hasState: boolean,
): Pick<ExtraColumns, 'actionWidthPx' | 'actionLeastPx'> {
  if (buttonCount === 0) return { actionWidthPx: 0, actionLeastPx: 0 };
  const buttons = buttonCount * (ACTION_BUTTON_PX + ACTION_GAP_PX);
  const needed = ACTION_PADDING_PX + buttons + (hasState ? STATE_ICON_PX : 0);
  return {
    actionWidthPx: Math.max(ACTION_COLUMN_WIDTH_PX, needed),
    actionLeastPx: Math.max(ACTION_LEAST_PX, needed),
  };
}

export const defaultWidth = (column: GridColumnHead): number => column.width ?? COLUMN_WIDTH_PX;

/** Where columns do not fit beside each other, those whose text goes on in a second line give way first. */
export function narrowestWidth(column: GridColumnHead): number {
  const width = defaultWidth(column);
  return Math.min(width, column.minWidth ?? (column.mayWrap ? COLUMN_WIDTH_PX : width));
}

export const clampWidth = (widthPx: number): number =>
  Math.round(Math.max(MIN_WIDTH_PX, Math.min(widthPx, MAX_WIDTH_PX)));

/** On paper the data columns share the sheet as on a narrow screen; selection and actions stay off it. */
export function printTemplate(columns: readonly GridColumnHead[], widths: ColumnWidths): string {
  return columns.map((column) => `minmax(0, ${widths[column.id] ?? narrowestWidth(column)}fr)`).join(' ');
}

/**
 * Columns share the room in proportion to their widths, none below its narrowest, until one is resized; from then on
 * every width is exact and the spare room stays empty before the action column, so that no other column moves.
 */
export function gridTemplate(
  columns: readonly GridColumnHead[],
  widths: ColumnWidths,
  extras: ExtraColumns,
): { template: string; minWidth: string } {
  const isExact = Object.keys(widths).length > 0;
  const sizes = columns.map((column) =>
    isExact ? (widths[column.id] ?? defaultWidth(column)) : narrowestWidth(column),
  );
  const wholePx = sumOf(sizes) + (extras.hasSelect ? SELECT_COLUMN_WIDTH_PX : 0) + extras.actionWidthPx;
  const yields = columns.map(({ fitWidth }, at) =>
    isExact || fitWidth === undefined ? 0 : (sizes[at] ?? 0) - fitWidth,
  );
  const actionYield = isExact ? 0 : extras.actionWidthPx - extras.actionLeastPx;
  const yieldPx = sumOf(yields) + actionYield;
  /** Of what is wanting of the row's width, each that gives way takes its part. */
  const leastOf = (size: number, own: number) =>
    own === 0
      ? `${size}px`
      : `clamp(${size - own}px, ${size}px - (${wholePx}px - 100%) * ${own / yieldPx}, ${size}px)`;
  const tracks = columns.map((column, at) =>
    isExact
      ? `${sizes[at]}px`
      : `minmax(${leastOf(sizes[at] ?? 0, yields[at] ?? 0)}, ${defaultWidth(column)}fr)`,
  );
  const template = [
    ...(extras.hasSelect ? [`${SELECT_COLUMN_WIDTH_PX}px`] : []),
    ...tracks,
    ...(isExact ? ['minmax(0, 1fr)'] : []),
    ...(extras.actionWidthPx > 0 ? [leastOf(extras.actionWidthPx, actionYield)] : []),
  ].join(' ');
  return { template, minWidth: yieldPx === 0 ? `${wholePx}px` : leastOrWhole(wholePx - yieldPx, wholePx) };
}

/** The one where there is so much room, else at once the other: what cannot be seen whole anyway need not give way. */
const leastOrWhole = (leastPx: number, wholePx: number): string =>
  `min(${wholePx}px, max(${leastPx}px, (${leastPx}px - 100%) * 9999))`;

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** The width after a key on the separator; null for keys that do not resize. */
export function widthByKey(widthPx: number, key: string, hasShift: boolean): number | null {
  const step = hasShift ? KEY_LEAP_PX : KEY_STEP_PX;
  if (key === 'ArrowLeft') return clampWidth(widthPx - step);
  if (key === 'ArrowRight') return clampWidth(widthPx + step);
  if (key === 'Home') return MIN_WIDTH_PX;
  if (key === 'End') return MAX_WIDTH_PX;
  return null;
}

export const WIDTH_RANGE = { min: MIN_WIDTH_PX, max: MAX_WIDTH_PX } as const;
