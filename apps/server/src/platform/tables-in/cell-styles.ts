// What a cell shows of its value, by its number format.
import { numberFormat, type NumberFormat, plainNumber } from './number-format.ts';
import type { XmlHandler } from './xml-parts.ts';

/** Formats that every program has; a workbook names them by number alone (ECMA-376, 18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);[Red]($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);[Red]($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  32: 'h:mm',
  33: 'h:mm:ss',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
/** Dates of the Far East, whose look depends on the language. */
const easternDates = new Set([27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const general = 'General';
const formatsMax = 5_000;

/** Reads the part that says how cells look. */
export function styleReader(): XmlHandler & { readonly formats: () => readonly string[] } {
  const custom = new Map<number, string>();
  const formatIds: number[] = [];
  let isCells = false;
  const codeOf = (id: number): string =>
    custom.get(id) ?? builtIn[id] ?? (easternDates.has(id) ? 'yyyy-mm-dd' : general);
  return {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'cellXfs') isCells = true;
      if (name === 'numFmt' && custom.size < formatsMax) custom.set(Number(numFmtId), formatCode);
      if (name === 'xf' && isCells) formatIds.push(Number(numFmtId ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
    formats: () => formatIds.map(codeOf),
  };
}

export interface ShownCell {
  readonly text: string;
  /** The number in full, where the text is another one or says it in another way; null otherwise. */
  readonly exact: string | null;
}

/** By the number of its look in the workbook. */
export class CellStyles {
  readonly #formats: readonly string[];
  readonly #known = new Map<number, NumberFormat>();
  readonly #is1904: boolean;

  constructor(formats: readonly string[], is1904: boolean) {
    this.#formats = formats;
    this.#is1904 = is1904;
  }

  /** A number as the file writes it. */
  shownNumber(value: string, style: number): ShownCell {
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) return { text: value, exact: null };
    const { ofNumber, isMoment } = this.#format(style);
    const text = ofNumber(number, this.#is1904);
    const exact = plainNumber(number);
    return { text, exact: isMoment || text === exact ? null : exact };
  }

  /** A text, which a look may put something around. */
  shownText(text: string, style: number): string {
    return text === '' ? '' : this.#format(style).ofText(text);
  }

  /** A moment written out, such as 2026-03-01T18:30:00. */
  shownDate(value: string, style: number): string {
    return this.#format(style).ofDate(value);
  }

  #format(style: number): NumberFormat {
    const known = this.#known.get(style);
    if (known !== undefined) return known;
    const made = numberFormat(this.#formats[style] ?? general);
    this.#known.set(style, made);
    return made;
  }
}
