// The secret by which a guard signs in on a phone: made by chance, kept as a hash alone.
import { randomInt } from 'node:crypto';
import { secretAlphabet, secretGroupLength, secretGroups } from '@watchpost/domain/guards';

const letter = (): string => secretAlphabet.charAt(randomInt(secretAlphabet.length));
const group = (): string => Array.from({ length: secretGroupLength }, letter).join('');

/** E.g. 'k3mf-9dyp-x7wa'. */
export function makeFieldSecret(): string {
  return Array.from({ length: secretGroups }, group).join('-');
}
