// What a guard signs in with on a phone, as it is typed or pasted.
import { secretAlphabet, secretGroupLength, secretGroups } from '../guards.ts';
import { plainText } from './fold.ts';

const length = secretGroups * secretGroupLength;
const issued = new RegExp(`^[${secretAlphabet}]{${length}}$`);
const group = new RegExp(`.{${secretGroupLength}}(?=.)`, 'g');

/** A secret as the product issues them, whichever case, blanks or hyphens it came with; any other text as plainText() has it. */
export function readSecret(text: string): string {
  const trimmed = plainText(text);
  const letters = trimmed.replaceAll(/[\s-]/g, '').toLowerCase();
  return issued.test(letters) ? letters.replaceAll(group, '$&-') : trimmed;
}
