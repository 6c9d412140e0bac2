// What a checkpoint may hold and the sheets that its labels are printed on (MNG-04).

import { plainText } from './readers/fold.ts';

export const checkpointNameMaxLength = 100;
export const checkpointInstructionsMaxLength = 1_000;
/** Metres; below it no phone's position tells inside from outside, above it anywhere on a site is inside. */
export const radiusMinMetres = 5;
export const radiusMaxMetres = 500;
export const radiusDefaultMetres = 30;

/** Bytes of an NFC tag's id, in hexadecimal; tags have 4, 7, 8 or 10. */
export const nfcTagPattern = /^(?:[0-9A-F]{2}){4,16}$/;

/** As readers write it, to as it is kept: upper case, without colons, dashes and blanks of any kind. */
export function foldNfcTag(text: string): string {
  return /^[\dA-F]*$/.test(text)
    ? text
    : plainText(text)
        .replaceAll(/[\s:-]/g, '')
        .toUpperCase();
}

/** Days, today included, whose scans a checkpoint's page counts. */
export const checkpointHistoryDays = 30;
/** Scans, gaps and codes that a checkpoint's page shows, newest or longest first. */
export const checkpointScansShown = 50;
export const checkpointGapsShown = 10;
export const checkpointCodesShown = 20;

/** Labels of one sheet; millimetres from the page's top left corner. */
export interface LabelSheet {
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** Left and top edge of the first label. */
  readonly first: { readonly x: number; readonly y: number };
  /** From one label's edge to the same edge of the next. */
  readonly pitch: { readonly x: number; readonly y: number };
}

const a4 = { width: 210, height: 297 };
const letter = { width: 215.9, height: 279.4 };

/** Sheets in common sizes, named by page, columns and rows. */
export const labelSheets = {
  /** As Avery L7159. */
  a4x3x8: {
    page: a4,
    label: { width: 63.5, height: 33.9 },
    columns: 3,
    rows: 8,
    first: { x: 7.25, y: 12.9 },
    pitch: { x: 66, y: 33.9 },
  },
  /** As Avery L7165. */
  a4x2x4: {
    page: a4,
    label: { width: 99.1, height: 67.7 },
    columns: 2,
    rows: 4,
    first: { x: 4.65, y: 13.1 },
    pitch: { x: 101.6, y: 67.7 },
  },
  /** One poster a page. */
  a4x1x1: {
    page: a4,
    label: { width: 170, height: 257 },
    columns: 1,
    rows: 1,
    first: { x: 20, y: 20 },
    pitch: { x: 210, y: 297 },
  },
  /** As Avery 5163. */
  letterx2x5: {
    page: letter,
    label: { width: 101.6, height: 50.8 },
    columns: 2,
    rows: 5,
    first: { x: 3.96, y: 12.7 },
    pitch: { x: 106.35, y: 50.8 },
  },
  /** One label a page, for printers with a roll. */
  roll62x100: {
    page: { width: 62, height: 100 },
    label: { width: 62, height: 100 },
    columns: 1,
    rows: 1,
    first: { x: 0, y: 0 },
    pitch: { x: 62, y: 100 },
  },
} as const satisfies Readonly<Record<string, LabelSheet>>;

export type LabelSheetName = keyof typeof labelSheets;
export const labelSheetNames = [
  'a4x3x8',
  'a4x2x4',
  'a4x1x1',
  'letterx2x5',
  'roll62x100',
] as const satisfies readonly LabelSheetName[];

/** Labels that a sheet holds. */
export function labelsOn(sheet: LabelSheetName): number {
  const { columns, rows } = labelSheets[sheet];
  return columns * rows;
}
/** Labels of a sheet that are gone already and stay empty: fewer than any sheet's. */
export const labelsSkippedMax = 23;
