// Numbers of a thousand subjects and sites in a form in which they are kept, and added up at once: sorted entries of 16
// bytes of whose they are (the nil id: the site's own), 16 of the site, and the numbers.
import { createHash } from 'node:crypto';

/** Words of 4 bytes, signed. */
export interface TallyList {
  /** 8 words an entry: whose it is, and the site's; sorted by unsigned words, which is the order of their bytes. */
  readonly keys: Int32Array;
  /** `width` an entry. */
  readonly numbers: Int32Array;
  readonly width: number;
}

export const idWords = 4;
export const keyWords = 2 * idWords;

export const countOf = ({ keys }: TallyList): number => keys.length / keyWords;

/** Of whole entries as PostgreSQL sends them, each word with its highest byte first; null is none. */
export function listOf(bytes: Buffer | null, width: number): TallyList {
  const words = wordsOf(bytes ?? Buffer.alloc(0));
  const count = words.length / (keyWords + width);
  const [keys, numbers] = [new Int32Array(count * keyWords), new Int32Array(count * width)];
  for (let entry = 0, at = 0; entry < count; entry += 1, at += keyWords + width) {
    keys.set(words.subarray(at, at + keyWords), entry * keyWords);
    numbers.set(words.subarray(at + keyWords, at + keyWords + width), entry * width);
  }
  return { keys, numbers, width };
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
  const [countA, countB] = [countOf(one), countOf(other)];
  const keys = new Int32Array((countA + countB) * keyWords);
  const numbers = new Int32Array((countA + countB) * width);
  let [a, b, end] = [0, 0, 0];
  while (a < countA || b < countB) {
    const order = a === countA ? 1 : b === countB ? -1 : compareKeys(one.keys, a, other.keys, b);
    let some = 0;
    for (let word = 0; word < width; word += 1) {
      const number =
        (order <= 0 ? (one.numbers[a * width + word] ?? 0) : 0) +
        (order >= 0 ? sign * (other.numbers[b * width + word] ?? 0) : 0);
      numbers[end * width + word] = number;
      some |= number;
    }
    const [key, entry] = order <= 0 ? [one.keys, a] : [other.keys, b];
    if (some !== 0) copyKey(key, entry, keys, end++);
    if (order <= 0) a += 1;
    if (order >= 0) b += 1;
  }
  return { keys: keys.slice(0, end * keyWords), numbers: numbers.slice(0, end * width), width };
}

function copyKey(from: Int32Array, entry: number, to: Int32Array, place: number): void {
  for (let word = 0; word < keyWords; word += 1)
    to[place * keyWords + word] = from[entry * keyWords + word] ?? 0;
}

function compareKeys(keysA: Int32Array, a: number, keysB: Int32Array, b: number): number {
  for (let word = 0; word < keyWords; word += 1) {
    const [wordA, wordB] = [keysA[a * keyWords + word] ?? 0, keysB[b * keyWords + word] ?? 0];
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

export function rosterOf({ keys }: TallyList): Roster {
  const subjects = Buffer.from(keys.slice().buffer).swap32();
  return { id: createHash('sha256').update(subjects).digest().subarray(0, rosterIdBytes), subjects };
}

/** The keys of a roster's subjects, for `unpacked`. */
export const keysOf = (subjects: Buffer): Int32Array => wordsOf(subjects);

/** Of each number 7 bits a byte, the lowest first; the last byte of a number is below 128. None may be negative. */
export function packed({ numbers }: TallyList): Buffer {
  const bytes: number[] = [];
  for (let rest of numbers) {
    if (rest < 0) throw new RangeError('a standing has no negative numbers');
    for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** Of what `packed` made, in hexadecimal. Its keys are those given: whoever remembers something of them finds them again. */
export function unpacked(packedHex: string, keys: Int32Array, width: number): TallyList {
  const numbers = new Int32Array((keys.length / keyWords) * width);
  addTo(numbers, packedHex, 1);
  return { keys, numbers, width };
}

/** What `unpacked` makes of two bodies of the same keys, the one taken away from the other; zeros are left in. */
export function unpackedDifference(
  after: string,
  before: string,
  keys: Int32Array,
  width: number,
): TallyList {
  const numbers = new Int32Array((keys.length / keyWords) * width);
  addTo(numbers, after, 1);
  addTo(numbers, before, -1);
  return { keys, numbers, width };
}

/** Where packed numbers are read from: bytes that come and go outside of the heap would be collected late (decision 0006). */
let bytes = Buffer.alloc(16_384);

function addTo(numbers: Int32Array, packedHex: string, sign: 1 | -1): void {
  const [count, length] = [numbers.length, packedHex.length / 2];
  if (bytes.length < length) bytes = Buffer.alloc(2 * length);
  bytes.write(packedHex, 'hex');
  for (let place = 0, at = 0; place < count && at < length; place += 1) {
    let byte = bytes[at++] ?? 0;
    let number = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = bytes[at++] ?? 0;
      number |= (byte & 127) << shift;
    }
    numbers[place] = (numbers[place] ?? 0) + sign * number;
  }
}

/** The n-th entry's numbers. */
export const numbersOf = ({ numbers, width }: TallyList, entry: number): Int32Array =>
  numbers.subarray(entry * width, (entry + 1) * width);

/** Whether one of the n-th entry's numbers is not nought. */
export function isSome({ numbers, width }: TallyList, entry: number): boolean {
  for (let at = entry * width; at < (entry + 1) * width; at += 1) if (numbers[at] !== 0) return true;
  return false;
}
