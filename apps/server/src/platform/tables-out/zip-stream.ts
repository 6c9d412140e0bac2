// Writes a ZIP archive as it goes: sizes follow each entry, and nothing but the list of entries is kept.
import { pipeline } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

interface Written {
  readonly path: Buffer;
  readonly offset: number;
  crc: number;
  packedSize: number;
  size: number;
}

/** The largest size or offset of the plain format. */
export const maxZip32 = 0xffff_ffff;
const maxZip32Entries = 0xffff;
// Level 6 would save another tenth of the size for half as much time again.
const packingLevel = 4;
const packedPieceSize = 64 * 1024;
const memoryLevel = constants.Z_DEFAULT_MEMLEVEL;
const packing = {
  level: packingLevel,
  chunkSize: packedPieceSize,
  memLevel: memoryLevel,
  // Bytes that may wait to be packed, so that more are made in the meantime: packing is another thread's work.
  writableHighWaterMark: 1024 * 1024,
};

const plainVersion = 20;
const zip64Version = 45;
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: the same rows give the same bytes. */
const dosDate = 0x21;

/**
 * Entries are asked for one after the other, each when the one before is complete. An entry holds less than 4 GB; the archive
 * may grow beyond, then its directory is in zip64 form. `plainLimit` is where that begins.
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry>,
  plainLimit: number = maxZip32,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const item = { path: Buffer.from(entry.path), offset, crc: 0, packedSize: 0, size: 0 };
    written.push(item);
    yield localHeader(item);
    yield* packed(entry.content, item);
    yield sizesAfter(item);
    offset += 30 + item.path.length + item.packedSize + 16;
  }
  const directory = Buffer.concat(written.map((item) => directoryEntry(item, plainLimit)));
  yield directory;
  yield endOfArchive(written.length, directory.length, offset, plainLimit);
}

async function* packed(content: AsyncIterable<Uint8Array>, item: Written): AsyncGenerator<Uint8Array> {
  const deflater = createDeflateRaw(packing);
  // Errors and early ends reach both sides through the pipeline, so its own report adds nothing.
  pipeline(measured(content, item), deflater, () => {});
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of deflater as AsyncIterable<Uint8Array>) {
    item.packedSize += bytes.length;
    pieces.push(bytes);
    size += bytes.length;
    if (size < packedPieceSize) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

async function* measured(content: AsyncIterable<Uint8Array>, item: Written): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    item.crc = crc32(bytes, item.crc);
    item.size += bytes.length;
    if (item.size > maxZip32) throw new RangeError('An entry of the archive exceeds 4 GB');
    yield bytes;
  }
}

function localHeader(item: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(plainVersion, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(item.path.length, 26);
  return Buffer.concat([header, item.path]);
}

function sizesAfter(item: Written): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(item.crc, 4);
  sizes.writeUInt32LE(item.packedSize, 8);
  sizes.writeUInt32LE(item.size, 12);
  return sizes;
}

function directoryEntry(item: Written, plainLimit: number): Buffer {
  const isFar = item.offset >= plainLimit;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(isFar ? zip64Version : plainVersion, 4);
  entry.writeUInt16LE(isFar ? zip64Version : plainVersion, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(dosDate, 14);
  entry.writeUInt32LE(item.crc, 16);
  entry.writeUInt32LE(item.packedSize, 20);
  entry.writeUInt32LE(item.size, 24);
  entry.writeUInt16LE(item.path.length, 28);
  entry.writeUInt16LE(isFar ? 12 : 0, 30);
  entry.writeUInt32LE(isFar ? maxZip32 : item.offset, 42);
  if (!isFar) return Buffer.concat([entry, item.path]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(item.offset), 4);
  return Buffer.concat([entry, item.path, extra]);
}

function endOfArchive(count: number, size: number, offset: number, plainLimit: number): Buffer {
  const isLarge = offset >= plainLimit || count >= maxZip32Entries;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, maxZip32Entries), 8);
  end.writeUInt16LE(Math.min(count, maxZip32Entries), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(isLarge ? maxZip32 : offset, 16);
  return isLarge ? Buffer.concat([zip64End(count, size, offset), end]) : end;
}

function zip64End(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(zip64Version, 12);
  end.writeUInt16LE(zip64Version, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  // The locator: where the record above starts.
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
