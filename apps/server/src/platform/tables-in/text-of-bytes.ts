// A text file's letters, whatever it was saved in: judged line by line, since lists of several sources are pasted together.
import { westernUnit } from './western-letters.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const unknownLetter = 0xfffd;

/**
 * UTF-8, UTF-16 with or without its mark, else each line as UTF-8 or windows-1252; what is neither becomes U+FFFD. Byte order
 * marks and the end mark of DOS are left out. Null for bytes that are no text.
 */
export function textOfBytes(bytes: Buffer): string | null {
  const text = utf16(bytes) ?? utf8(bytes);
  const bare = text.replaceAll('\ufeff', '').replace(/[\u001a\u0000]+\s*$/, '');
  return bare.includes('\u0000') ? null : bare;
}

function utf16(bytes: Buffer): string | null {
  const order = orderOf(bytes);
  return order === null ? null : new TextDecoder(order).decode(bytes.subarray(0, bytes.length & ~1));
}

const sampleBytes = 4_096;

/** Without a mark by the zero bytes, which separators and digits have in one of their two places. */
function orderOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  const sample = bytes.subarray(0, sampleBytes);
  for (let at = sample.indexOf(0); at >= 0; at = sample.indexOf(0, at + 1)) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) < Math.max(2, sample.length / 64)) return null;
  if (odd > even * 20) return 'utf-16le';
  return even > odd * 20 ? 'utf-16be' : null;
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return mixedLines(bytes);
  }
}

/** Every line by itself. */
function mixedLines(bytes: Buffer): string {
  // No sequence of bytes makes more units than it has bytes.
  const units = new Uint16Array(bytes.length);
  let count = 0;
  let start = 0;
  let wasUtf8 = false;
  while (start < bytes.length) {
    const line = { start, end: lineEnd(bytes, start) };
    const likeness = likenessOf(bytes, line);
    const isUtf8: boolean =
      likeness.for === 0 && likeness.against === 0
        ? wasUtf8
        : likeness.for >= Math.max(likeness.against, 0.5);
    wasUtf8 ||= isUtf8;
    count = addLine(bytes, line, { units, count, isUtf8 });
    start = line.end;
  }
  return Buffer.from(units.buffer, 0, count * 2).toString('utf16le');
}

function lineEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === lineFeed || byte === carriageReturn) return at + 1;
  }
  return bytes.length;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

interface Output {
  readonly units: Uint16Array;
  /** Units written so far. */
  readonly count: number;
  readonly isUtf8: boolean;
}

function addLine(bytes: Buffer, line: Line, { units, count: before, isUtf8 }: Output): number {
  let count = before;
  let at = line.start;
  while (at < line.end) {
    const byte = bytes[at] ?? 0;
    const found = byte < 0x80 || !isUtf8 ? null : letterAt(bytes, at, line.end);
    if (found === null) {
      units[count] = westernUnit(byte);
      at += 1;
      count += 1;
    } else {
      count += putLetter(units, count, found.isTruncated ? unknownLetter : found.codePoint);
      at += found.length;
    }
  }
  return count;
}

function putLetter(units: Uint16Array, at: number, codePoint: number): number {
  if (codePoint < 0x10000) {
    units[at] = codePoint;
    return 1;
  }
  units[at] = 0xd800 + ((codePoint - 0x10000) >> 10);
  units[at + 1] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
  return 2;
}

/**
 * How much speaks for UTF-8 with stray bytes in it, and how much for windows-1252. Three and more bytes are never a letter by
 * chance; two may be (É in front of a closing quotation mark), unless they are a Western letter of UTF-8, all of which begin alike.
 */
function likenessOf(bytes: Buffer, { start, end }: Line): { readonly for: number; readonly against: number } {
  const likeness = { for: 0, against: 0 };
  for (let at = start; at < end; ) {
    const byte = bytes[at] ?? 0;
    const found = byte < 0x80 ? null : letterAt(bytes, at, end);
    if (byte >= 0x80 && found === null) likeness.against += 1;
    else if (found !== null && !found.isTruncated) likeness.for += weightOf(byte);
    at += found?.length ?? 1;
  }
  return likeness;
}

function weightOf(first: number): number {
  if (first >= 0xe0) return 3;
  return first <= 0xc3 ? 1 : 0.5;
}

interface Letter {
  readonly codePoint: number;
  /** In bytes. */
  readonly length: number;
  /** Whether its last bytes are missing. */
  readonly isTruncated: boolean;
}

/** The letter of UTF-8 that begins at a byte of 0x80 or more; null where none does. */
function letterAt(bytes: Buffer, at: number, end: number): Letter | null {
  const first = bytes[at] ?? 0;
  const length = sequenceLength(first);
  if (length === 0) return null;
  let codePoint = first & (0x7f >> length);
  for (let offset = 1; offset < length; offset += 1) {
    const next = at + offset < end ? (bytes[at + offset] ?? 0) : 0;
    if ((next & 0xc0) !== 0x80) {
      // One byte alone is a letter of the other code page, unless the file was cut there.
      const isTruncated = offset > 1 || at + offset === bytes.length;
      return isTruncated ? { codePoint: 0, length: offset, isTruncated } : null;
    }
    codePoint = (codePoint << 6) | (next & 0x3f);
  }
  return isLetter(codePoint, length) ? { codePoint, length, isTruncated: false } : null;
}

function sequenceLength(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/** Neither written with more bytes than it needs, nor half a pair, nor beyond Unicode. */
const isLetter = (codePoint: number, length: number): boolean =>
  length === 2 ||
  (length === 3
    ? codePoint >= 0x800 && (codePoint < 0xd800 || codePoint > 0xdfff)
    : codePoint >= 0x10000 && codePoint <= 0x10ffff);
