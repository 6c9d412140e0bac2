// Ids as cards of other systems have them, with marks between their letters: EMP-001, SG/17, "EMP 003".
import { plainText } from './fold.ts';

/** The letters and digits of an id, without what is between them. */
export const withoutIdMarks = (text: string): string =>
  plainText(text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
