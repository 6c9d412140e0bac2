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
/** What the heading of each column needs, by the column's id. */
export type HeadWidths = Readonly<Record<string, number>>;
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

/** How far a column gives way where not all fit, the first among the others, the last after them and on smaller screens alone. */
interface Yields {
  readonly sizePx: number;
  readonly firstPx: number;
  readonly lastPx: number;
}

function yieldsOf(column: GridColumnHead, headPx: number): Yields {
  const sizePx = Math.max(narrowestWidth(column), headPx);
  const leastPx = Math.max(column.fitWidth ?? sizePx, headPx);
  const ownPx = Math.max(0, sizePx - leastPx);
  return column.isExactOnWide ? { sizePx, firstPx: 0, lastPx: ownPx } : { sizePx, firstPx: ownPx, lastPx: 0 };
}

/** 1 on screens where a column that is exact on wide ones may give way, else 0. */
const MAY_SHRINK = 'var(--grid-may-give-way, 1)';

/**
 * Columns share the room in proportion to their widths, none below its narrowest nor below what its heading needs, until one
 * is resized; from then on every width is exact and the spare room stays empty before the action column, so that no other
 * column moves.
 */
export function gridTemplate(
  columns: readonly GridColumnHead[],
  widths: ColumnWidths,
  extras: ExtraColumns,
  headWidths: HeadWidths = {},
): { template: string; minWidth: string } {
  if (Object.keys(widths).length > 0) return exactTemplate(columns, widths, extras);
  const parts = columns.map((column) => yieldsOf(column, headWidths[column.id] ?? 0));
  const selectPx = extras.hasSelect ? SELECT_COLUMN_WIDTH_PX : 0;
  const wholePx = sumOf(parts.map(({ sizePx }) => sizePx)) + selectPx + extras.actionWidthPx;
  const actionYield = extras.actionWidthPx - extras.actionLeastPx;
  const firstPx = sumOf(parts.map((part) => part.firstPx)) + actionYield;
  const lastPx = sumOf(parts.map((part) => part.lastPx));
  /** Of what is wanting of the row's width, each that gives way takes its part. */
  const firstOf = (size: number, own: number) =>
    own === 0
      ? `${size}px`
      : `clamp(${size - own}px, ${size}px - (${wholePx}px - 100%) * ${own / firstPx}, ${size}px)`;
  const lastOf = (size: number, own: number) =>
    own === 0
      ? `${size}px`
      : `clamp(${size - own}px, ${size}px - (${wholePx - firstPx}px - 100%) * ${own / lastPx} * ${MAY_SHRINK}, ${size}px)`;
  const tracks = columns.map((column, at) => {
    const { sizePx, firstPx: first, lastPx: last } = parts[at] ?? { sizePx: 0, firstPx: 0, lastPx: 0 };
    if (column.isExactOnWide) return lastOf(sizePx, last);
    return `minmax(${firstOf(sizePx, first)}, ${Math.max(defaultWidth(column), sizePx)}fr)`;
  });
  const template = [
    ...(extras.hasSelect ? [`${SELECT_COLUMN_WIDTH_PX}px`] : []),
    ...tracks,
    ...(extras.actionWidthPx > 0 ? [firstOf(extras.actionWidthPx, actionYield)] : []),
  ].join(' ');
  const least =
    lastPx === 0 ? `${wholePx - firstPx}px` : `(${wholePx - firstPx}px - ${lastPx}px * ${MAY_SHRINK})`;
  return { template, minWidth: firstPx + lastPx === 0 ? `${wholePx}px` : leastOrWhole(least, wholePx) };
}

function exactTemplate(
  columns: readonly GridColumnHead[],
  widths: ColumnWidths,
  extras: ExtraColumns,
): { template: string; minWidth: string } {
  const sizes = columns.map((column) => widths[column.id] ?? defaultWidth(column));
  const wholePx = sumOf(sizes) + (extras.hasSelect ? SELECT_COLUMN_WIDTH_PX : 0) + extras.actionWidthPx;
  const template = [
    ...(extras.hasSelect ? [`${SELECT_COLUMN_WIDTH_PX}px`] : []),
    ...sizes.map((size) => `${size}px`),
    'minmax(0, 1fr)',
    ...(extras.actionWidthPx > 0 ? [`${extras.actionWidthPx}px`] : []),
  ].join(' ');
  return { template, minWidth: `${wholePx}px` };
}

/** The one where there is so much room, else at once the other: what cannot be seen whole anyway need not give way. */
const leastOrWhole = (least: string, wholePx: number): string =>
  `min(${wholePx}px, max(${least}, (${least} - 100%) * 9999))`;

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
