// A cell's text without what programs put around it to keep it as it is.
import { cleanLines } from '@watchpost/domain/readers/fold';
import { withoutGuards } from '../tables-out/csv-guards.ts';

/** Excel's way of keeping zeros in a .csv: a formula whose result is the text. */
const quotedText = /^=\s*"((?:[^"]|"")*)"$/;
/** Its way in a cell, which some programs write out: one apostrophe in front of a number, which a word processor bends. */
const quotedNumber = /^['’‘](?=[+-]?[\p{Nd}(][^'’‘\p{L}]*$|\p{Nd}[^'’‘\s]*$)/u;

/** Of a .csv, where a cell is all that there is. */
export function plainCell(text: string): string {
  const quoted = quotedText.exec(text);
  if (quoted?.[1] !== undefined) return quoted[1].replaceAll('""', '"');
  return withoutGuards(text).replace(quotedNumber, '');
}

/**
 * Without letters that show nothing, composed, its lines apart by line feeds. Cut to whole letters, for half a surrogate pair is a
 * text to JavaScript, but none to the database.
 */
export const storedCell = (text: string, maxLength: number): string =>
  Buffer.from(cleanLines(text.replaceAll('\u0000', '')).slice(0, maxLength)).toString();

/** A cell is cut twice: at first only so that a long one takes no memory, at the end by storedCell(). */
export const lengthMargin = 2;
