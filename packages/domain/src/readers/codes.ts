// The code within what a camera, a scanner or a keyboard gave.
import { plainText } from './fold.ts';

/** What foldLetters leaves as it is. */
const folded = /^[\dA-HJKMNP-Z]*$/;
/** Of the letters of our codes alone. */
const issued = /^[\dA-HJKMNP-TV-Z]*$/;

/** Upper case without blanks, dashes and unseen letters; the digits of any script as 0 to 9, and letters that look like digits as those. */
export function foldLetters(text: string): string {
  return folded.test(text) ? text : withoutGaps(shaped(text));
}

const withoutGaps = (text: string): string => text.replaceAll(/[\s-]/g, '');

const shaped = (text: string): string =>
  plainText(text).toUpperCase().normalize('NFC').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** By format and length: a code with blanks or dashes between its letters, and no further letter behind it. */
const patterns = new Map<string, RegExp>();

function patternOf(format: string, letters: number): RegExp {
  const key = `${format} ${letters}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const spaced = Array.from(format).join(String.raw`[\s-]*`);
  const made = new RegExp(String.raw`${spaced}(?:[\s-]*[\dA-HJKMNP-TV-Z]){${letters}}(?![\dA-Z])`);
  patterns.set(key, made);
  return made;
}

/**
 * The code that is whole within a text, as it was issued: behind the address of a link, a scanner's prefix, control characters or words.
 * `format` heads it, and so many letters follow. Null where none is.
 */
export function codeWithin(text: string, format: string, letters: number): string | null {
  const length = format.length + letters;
  if (text.length === length && issued.test(text)) return text.startsWith(format) ? text : null;
  if (text.length < length) return null;
  const found = patternOf(format, letters).exec(shaped(text))?.[0];
  return found === undefined ? null : withoutGaps(found);
}

/** How scanners say which kind of code they read: `]Q1` and the like (ISO/IEC 15424). */
const symbology = /^\][A-Za-z]\d/;

/** A code of another system, of whatever letters, without what a scanner puts round it. */
export const bareCode = (text: string): string => plainText(text).replace(symbology, '').trim();

/** Texts that a code of another system may be known by: as it was read, bare, and as the end of a link. */
export function foreignCodes(text: string): string[] {
  const bare = bareCode(text);
  const linked = /^https?:\/\//i.test(bare)
    ? (bare
        .split(/[/?#&=]/)
        .filter((part) => part !== '')
        .at(-1) ?? '')
    : '';
  return [...new Set([text.replaceAll('\u0000', '').trim(), bare, linked])].filter((code) => code !== '');
}
