// The files within a ZIP archive, by its directory, within limits that hold whatever the archive says of itself.
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

export interface ZipLimits {
  /** Of everything that the archive unpacks to. */
  readonly unpackedMaxBytes: number;
  readonly entriesMax: number;
}

export interface ZipEntry {
  /** With slashes, as it is written. */
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly checksum: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Of its own header, from the start of the file. */
  readonly offset: number;
}

/** Why an archive is not read. */
export class ZipRefused extends Error {
  readonly reason: 'broken' | 'large';

  constructor(reason: ZipRefused['reason']) {
    super(`the archive is refused: ${reason}`);
    this.reason = reason;
  }
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const locator64Signature = 0x07064b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endLength = 22;
const locator64Length = 20;
const end64Length = 56;
const entryLength = 46;
const headerLength = 30;
const commentMaxLength = 65_535;
/** In place of a size or a place that is written in the extra field or in the ZIP64 record. */
const elsewhere = 0xffffffff;
const zip64Field = 0x0001;

/** Throws ZipRefused for what is no archive, and for more or larger files than allowed, before anything is unpacked. */
export function zipEntries(bytes: Buffer, { unpackedMaxBytes, entriesMax }: ZipLimits): ZipEntry[] {
  const { count, start } = directoryOf(bytes);
  if (count > entriesMax) throw new ZipRefused('large');
  const entries: ZipEntry[] = [];
  let at = start;
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + entryLength > bytes.length || bytes.readUInt32LE(at) !== entrySignature)
      throw new ZipRefused('broken');
    const entry = entryAt(bytes, at);
    total += entry.unpacked;
    if (total > unpackedMaxBytes) throw new ZipRefused('large');
    entries.push(entry);
    at +=
      entryLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

interface Directory {
  readonly count: number;
  readonly start: number;
}

function directoryOf(bytes: Buffer): Directory {
  const first = Math.max(0, bytes.length - endLength - commentMaxLength);
  for (let at = bytes.length - endLength; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return directoryAt(bytes, at);
  }
  throw new ZipRefused('broken');
}

function directoryAt(bytes: Buffer, end: number): Directory {
  const count = bytes.readUInt16LE(end + 10);
  const start = bytes.readUInt32LE(end + 16);
  return directory64(bytes, end) ?? { count, start };
}

/** Some writers leave the ordinary record whole beside the one of ZIP64; the latter counts where it is. */
function directory64(bytes: Buffer, end: number): Directory | null {
  const locator = end - locator64Length;
  if (locator < 0 || bytes.readUInt32LE(locator) !== locator64Signature) return null;
  const at = wholeNumber(bytes, locator + 8);
  if (at + end64Length > bytes.length || bytes.readUInt32LE(at) !== end64Signature)
    throw new ZipRefused('broken');
  return { count: wholeNumber(bytes, at + 32), start: wholeNumber(bytes, at + 48) };
}

/** Of eight bytes; nothing that fits into a file of ours is larger than a number can be. */
function wholeNumber(bytes: Buffer, at: number): number {
  const number = bytes.readBigUInt64LE(at);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipRefused('broken');
  return Number(number);
}

function entryAt(bytes: Buffer, at: number): ZipEntry {
  const nameLength = bytes.readUInt16LE(at + 28);
  const extraStart = at + entryLength + nameLength;
  const extra = bytes.subarray(extraStart, extraStart + bytes.readUInt16LE(at + 30));
  const given = [
    bytes.readUInt32LE(at + 24),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ] as const;
  const [unpacked, packed, offset] = sizes64(extra, given);
  return {
    name: bytes.toString('utf8', at + entryLength, extraStart).replaceAll('\\', '/'),
    method: bytes.readUInt16LE(at + 10),
    isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    checksum: bytes.readUInt32LE(at + 16),
    packed,
    unpacked,
    offset,
  };
}

type Sizes = readonly [unpacked: number, packed: number, offset: number];

/** The extra field holds those, in this order, that are not written in their own place. */
function sizes64(extra: Buffer, given: Sizes): Sizes {
  if (!given.includes(elsewhere)) return given;
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === zip64Field) return fromField(extra.subarray(at + 4, end), given);
    at = end;
  }
  throw new ZipRefused('broken');
}

function fromField(field: Buffer, given: Sizes): Sizes {
  let at = 0;
  const next = (value: number): number => {
    if (value !== elsewhere) return value;
    if (at + 8 > field.length) throw new ZipRefused('broken');
    at += 8;
    return wholeNumber(field, at - 8);
  };
  const [unpacked, packed, offset] = given;
  return [next(unpacked), next(packed), next(offset)];
}

/**
 * What an entry unpacks to, piece by piece. Throws ZipRefused when it is not what the directory says: unpacking ends where
 * it becomes more.
 */
export async function* unpack(bytes: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  let length = 0;
  let checksum = 0;
  for await (const piece of pieces(packedBytes(bytes, entry), entry)) {
    length += piece.length;
    if (length > entry.unpacked) throw new ZipRefused('broken');
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (length !== entry.unpacked || checksum !== entry.checksum) throw new ZipRefused('broken');
}

function packedBytes(bytes: Buffer, { offset, packed, isEncrypted }: ZipEntry): Buffer {
  const isHeader = offset + headerLength <= bytes.length && bytes.readUInt32LE(offset) === headerSignature;
  if (!isHeader || isEncrypted) throw new ZipRefused('broken');
  const start = offset + headerLength + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length) throw new ZipRefused('broken');
  return bytes.subarray(start, start + packed);
}

async function* pieces(packed: Buffer, { method }: ZipEntry): AsyncGenerator<Buffer> {
  if (method === 0) {
    yield packed;
    return;
  }
  if (method !== 8) throw new ZipRefused('broken');
  const inflate = createInflateRaw();
  try {
    for await (const piece of Readable.from([packed]).pipe(inflate)) yield piece as Buffer;
  } catch {
    throw new ZipRefused('broken');
  } finally {
    inflate.destroy();
  }
}
