// Numbers of a thousand subjects and sites in a form in which they are kept, and added up at once: sorted entries of 16
// bytes of whose they are (the nil id: the site's own), 16 of the site, and the numbers.
import { createHash } from 'node:crypto';

/** Words of 4 bytes, signed; sorted by the keys' unsigned words, which is the order of their bytes. */
export interface TallyList {
  readonly words: Int32Array;
  /** Numbers of an entry. */
  readonly width: number;
}

export const idWords = 4;
const keyWords = 2 * idWords;

/** Words of an entry, its key included. */
export const entryWords = (width: number): number => keyWords + width;

export const countOf = ({ words, width }: TallyList): number => words.length / entryWords(width);

/** Of whole entries as PostgreSQL sends them, each word with its highest byte first; null is none. */
export function listOf(bytes: Buffer | null, width: number): TallyList {
  return { words: wordsOf(bytes ?? Buffer.alloc(0)), width };
}

function wordsOf(bytes: Buffer): Int32Array {
  const copy = new ArrayBuffer(bytes.length);
  bytes.copy(new Uint8Array(copy));
  Buffer.from(copy).swap32();
  return new Int32Array(copy);
}

/** One and `sign` times the other, of the same width; what comes to nothing but zeros is left out. */
export function combined(one: TallyList, other: TallyList, sign: 1 | -1): TallyList {
  const { width } = one;
  if (other.words.length === 0) return one;
  if (one.words.length === 0 && sign === 1) return other;
  const entry = entryWords(width);
  const [a, b] = [one.words, other.words];
  const words = new Int32Array(a.length + b.length);
  let [atA, atB, end] = [0, 0, 0];
  while (atA < a.length || atB < b.length) {
    const order = atA === a.length ? 1 : atB === b.length ? -1 : compareKeys(a, atA, b, atB);
    const [key, keyAt] = order <= 0 ? [a, atA] : [b, atB];
    for (let word = 0; word < keyWords; word += 1) words[end + word] = key[keyAt + word] ?? 0;
    let isSome = false;
    for (let word = keyWords; word < entry; word += 1) {
      const number = (order <= 0 ? (a[atA + word] ?? 0) : 0) + (order >= 0 ? sign * (b[atB + word] ?? 0) : 0);
      words[end + word] = number;
      isSome ||= number !== 0;
    }
    if (order <= 0) atA += entry;
    if (order >= 0) atB += entry;
    if (isSome) end += entry;
  }
  return { words: words.slice(0, end), width };
}

function compareKeys(a: Int32Array, atA: number, b: Int32Array, atB: number): number {
  for (let word = 0; word < keyWords; word += 1) {
    const [wordA, wordB] = [a[atA + word] ?? 0, b[atB + word] ?? 0];
    if (wordA !== wordB) return wordA >>> 0 < wordB >>> 0 ? -1 : 1;
  }
  return 0;
}

/** The keys of a list in their order, under a name that no others have. */
export interface Roster {
  readonly id: Buffer;
  readonly subjects: Buffer;
}

export const rosterIdBytes = 16;

export function rosterOf(list: TallyList): Roster {
  const entry = entryWords(list.width);
  const keys = new Int32Array(countOf(list) * keyWords);
  for (let number = 0; number < countOf(list); number += 1)
    keys.set(list.words.subarray(number * entry, number * entry + keyWords), number * keyWords);
  const subjects = Buffer.from(keys.buffer).swap32();
  return { id: createHash('sha256').update(subjects).digest().subarray(0, rosterIdBytes), subjects };
}

/** The keys of a roster's subjects, for `unpacked`. */
export const keysOf = (subjects: Buffer): Int32Array => wordsOf(subjects);

/** Of each number 7 bits a byte, the lowest first; the last byte of a number is below 128. None may be negative. */
export function packed(list: TallyList): Buffer {
  const bytes: number[] = [];
  for (let entry = 0; entry < countOf(list); entry += 1) {
    for (let rest of numbersOf(list, entry)) {
      if (rest < 0) throw new RangeError('a standing has no negative numbers');
      for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128);
      bytes.push(rest);
    }
  }
  return Buffer.from(bytes);
}

export function unpacked(bytes: Buffer, keys: Int32Array, width: number): TallyList {
  const entry = entryWords(width);
  const words = new Int32Array((keys.length / keyWords) * entry);
  let at = 0;
  for (let key = 0, begin = 0; key < keys.length; key += keyWords, begin += entry) {
    for (let word = 0; word < keyWords; word += 1) words[begin + word] = keys[key + word] ?? 0;
    for (let word = keyWords; word < entry; word += 1) {
      let number = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] ?? 0;
        number |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      words[begin + word] = number;
    }
  }
  return { words, width };
}

/** What `unpacked` makes of two bodies of the same keys, the one taken away from the other. */
export function unpackedDifference(
  after: Buffer,
  before: Buffer,
  keys: Int32Array,
  width: number,
): TallyList {
  const entry = entryWords(width);
  const words = new Int32Array((keys.length / keyWords) * entry);
  let [atAfter, atBefore, end] = [0, 0, 0];
  for (let key = 0; key < keys.length; key += keyWords) {
    let some = 0;
    for (let word = end + keyWords; word < end + entry; word += 1) {
      let number = 0;
      for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
        byte = after[atAfter++] ?? 0;
        number += (byte & 127) << shift;
      }
      for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
        byte = before[atBefore++] ?? 0;
        number -= (byte & 127) << shift;
      }
      words[word] = number;
      some |= number;
    }
    if (some === 0) continue;
    for (let word = 0; word < keyWords; word += 1) words[end + word] = keys[key + word] ?? 0;
    end += entry;
  }
  return { words: words.subarray(0, end), width };
}

/** The n-th entry's numbers. */
export function numbersOf({ words, width }: TallyList, entry: number): Int32Array {
  const begin = entry * entryWords(width);
  return words.subarray(begin + keyWords, begin + entryWords(width));
}
