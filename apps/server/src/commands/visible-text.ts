// Text of a file or a database on its way to a terminal, which would obey some of it.

/** Controls (C0, DEL, C1), line ends, marks that turn the direction of writing, and halves of a surrogate pair. */
const obeyed = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const escapeOf = (letter: string): string =>
  `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** One line that shows what a terminal would obey: an escape becomes "\u001b". */
export const visibleText = (text: string): string => text.replace(obeyed, escapeOf);

/** Prints one line. */
export const printLine = (text: string): void => console.log(visibleText(text));
export const warnLine = (text: string): void => console.error(visibleText(text));
