// The trade-off of EXP-04: CSV knows no types, so a spreadsheet runs any cell that looks like a formula. Such text gets an
// apostrophe, which a person reads past but which is part of the value for a program. Number columns are left alone: -18.5 is
// a number and starts no formula. A semicolon, tab or line break inside text starts a new cell for readers that split there
// whatever the quotes say, so the same holds after one.

const riskySign = /[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;
const formula = String.raw`(?:[^\S\t\r\n]|["'\u200b\u2060])*[=+\-@\uff1d\uff0b\uff0d\uff20]`;
const startOfFormula = new RegExp(String.raw`(^|[;\t\r\n])(${formula})`, 'g');
const guardedFormula = new RegExp(String.raw`(^|[;\t\r\n])'(${formula})`, 'g');
const startsWithBreak = /^[\t\r\n]/;
const guardedBreak = /^'(?=[\t\r\n])/;

export function withGuards(text: string): string {
  if (!riskySign.test(text)) return text;
  const guarded = text.replaceAll(startOfFormula, "$1'$2");
  return startsWithBreak.test(guarded) ? `'${guarded}` : guarded;
}

/** The text that withGuards() was given, unless it had such apostrophes itself: a file of ours that comes back says what it said. */
export function withoutGuards(text: string): string {
  return text.replace(guardedBreak, '').replaceAll(guardedFormula, '$1$2');
}
