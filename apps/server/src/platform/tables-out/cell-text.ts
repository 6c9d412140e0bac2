// What text may hold in a file: no character that a reader refuses, no length that a spreadsheet refuses, no start of a formula.

/** Excel's limit of one cell, in UTF-16 units. */
export const maxSheetTextLength = 32_767;
export const truncationMark = '… [cut]';

const suspect = /[^\t\n\r -\ud7ff\ue000-\ufffd]/;
const refused = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** Without the control characters that XML cannot hold; lone surrogates become U+FFFD. */
export function holdableText(text: string): string {
  return suspect.test(text) ? text.replaceAll(refused, '').replaceAll(loneSurrogate, '\ufffd') : text;
}

/** Holdable text within Excel's cell limit; what is cut ends in a visible marker. */
export function sheetText(text: string): string {
  const storable = holdableText(text);
  if (storable.length <= maxSheetTextLength) return storable;
  const shortened = storable.slice(0, maxSheetTextLength - truncationMark.length);
  // A surrogate pair is never cut in half.
  return `${shortened.replace(/[\ud800-\udbff]$/, '')}${truncationMark}`;
}

// Spreadsheets skip blanks and quotes before a formula, and some read the fullwidth signs as the plain ones.
const formulaStart = /^(?:[\t\r\n]|[\s"'\u200b\u2060]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** True when a spreadsheet that reads the text again could take it for a formula (EXP-04). */
export function startsLikeFormula(text: string): boolean {
  return formulaStart.test(text);
}
