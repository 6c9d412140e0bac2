// Numbers as people and spreadsheets write them.
import { plainApostrophes, plainText } from './fold.ts';

/** One separator at most, a point or a comma, which parts the decimals. */
const simple = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
/** Thousands, or lakhs and crores, apart by commas. */
const byCommas = /^[+-]?[1-9](?:\d{0,2}(?:,\d{3})+|\d?(?:,\d{2})+,\d{3})(?:\.\d*)?$/;
const byPoints = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/;
const byBlanks = /^[+-]?[1-9]\d{0,2}(?:[ ']\d{3})+(?:[.,]\d*)?$/;
/** A comma alone with three digits behind it: decimals to some, thousands to others. */
const loneComma = /^[+-]?[1-9]\d{0,2},\d{3}$/;

interface NumberOptions {
  /** What a single comma before three digits parts: decimals, unless the writer is shown how the number was read. */
  readonly loneComma?: 'decimals' | 'thousands';
}

/**
 * A decimal point or comma, digits of any script, minus signs of any kind, an exponent; thousands apart by commas, points, blanks or
 * apostrophes where they cannot be decimals. Null for anything else, as for a number with its unit.
 */
export function readNumber(text: string, options: NumberOptions = {}): number | null {
  const bare = plainApostrophes(plainText(text))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/^([+-]) /, '$1');
  const pointed = pointedOf(bare, options.loneComma === 'thousands');
  const value = pointed === null ? Number.NaN : Number(pointed);
  return Number.isFinite(value) ? value : null;
}

/** With a point before the decimals and nothing between the thousands. */
function pointedOf(bare: string, hasLoneThousands: boolean): string | null {
  const isLone = loneComma.test(bare);
  if (isLone && hasLoneThousands) return bare.replace(',', '');
  if (isLone || simple.test(bare)) return bare.replace(',', '.');
  if (byCommas.test(bare)) return bare.replaceAll(',', '');
  if (byPoints.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  if (byBlanks.test(bare)) return bare.replaceAll(/[ ']/g, '').replace(',', '.');
  return null;
}
