// Writes a PMTiles archive, version 3: one file with all tiles of a map, of which a reader asks for ranges of bytes.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** A Mapbox vector tile, not compressed; or a PNG. */
  readonly data: Uint8Array;
}

export interface ArchiveDescription {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** West, south, east, north; degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly name: string;
  readonly attribution: string;
  /** Of every tile; vector where it is left out. */
  readonly tiles?: 'vector' | 'png';
}

interface Entry {
  readonly tileId: number;
  runLength: number;
  readonly length: number;
  readonly offset: number;
}

const headerBytes = 127;
/** The header and the root directory are read at once, in 16 KiB. */
const rootMaxBytes = 16_384 - headerBytes;
const entriesOfLeaf = 4_096;

/** The bytes of an archive of these tiles, each once. Equal tiles are stored once. */
export function makeArchive(tiles: Iterable<Tile>, description: ArchiveDescription): Buffer {
  const isVector = description.tiles !== 'png';
  const { entries, contents, addressed } = store(tiles, isVector ? gzipSync : Buffer.from);
  const { root, leaves } = directoriesOf(entries);
  const metadata = gzipSync(JSON.stringify(metadataOf(description)));
  const parts = [root, metadata, leaves, Buffer.concat(contents)];
  const header = headerOf(parts, description, [addressed, entries.length, contents.length]);
  header.writeUInt8(isVector ? Compression.Gzip : Compression.None, 98);
  header.writeUInt8(isVector ? TileType.Mvt : TileType.Png, 99);
  return Buffer.concat([header, ...parts]);
}

function store(tiles: Iterable<Tile>, pack: (data: Uint8Array) => Buffer) {
  const byId = [...tiles]
    .map(({ z, x, y, data }) => ({ tileId: zxyToTileId(z, x, y), data }))
    .toSorted((a, b) => a.tileId - b.tileId);
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  const stored = new Map<string, { offset: number; length: number }>();
  let offset = 0;
  for (const { tileId, data } of byId) {
    const hash = createHash('sha256').update(data).digest('base64');
    let location = stored.get(hash);
    if (location === undefined) {
      const content = pack(data);
      location = { offset, length: content.length };
      stored.set(hash, location);
      contents.push(content);
      offset += content.length;
    }
    const last = entries.at(-1);
    if (last !== undefined && last.offset === location.offset && last.tileId + last.runLength === tileId)
      last.runLength += 1;
    else entries.push({ tileId, runLength: 1, ...location });
  }
  return { entries, contents, addressed: byId.length };
}

function directoriesOf(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries);
  if (whole.length <= rootMaxBytes) return { root: whole, leaves: Buffer.alloc(0) };
  const parts: Buffer[] = [];
  const pointers: Entry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += entriesOfLeaf) {
    const part = directory(entries.slice(first, first + entriesOfLeaf));
    parts.push(part);
    // A run of 0 says that the entry points to a directory.
    pointers.push({ tileId: entries[first]?.tileId ?? 0, runLength: 0, offset, length: part.length });
    offset += part.length;
  }
  return { root: directory(pointers), leaves: Buffer.concat(parts) };
}

/** Columns of numbers, one after the other: ids as differences, runs, lengths, offsets. */
function directory(entries: readonly Entry[]): Buffer {
  const numbers = [entries.length];
  let before = 0;
  for (const { tileId } of entries) {
    numbers.push(tileId - before);
    before = tileId;
  }
  for (const { runLength } of entries) numbers.push(runLength);
  for (const { length } of entries) numbers.push(length);
  for (const [index, { offset }] of entries.entries()) {
    const previous = entries[index - 1];
    const follows = previous !== undefined && previous.offset + previous.length === offset;
    numbers.push(follows ? 0 : offset + 1);
  }
  return gzipSync(Buffer.from(numbers.flatMap(varint)));
}

/** Seven bits a byte, the lowest first. Division, because ids have more than 32 bits. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

const metadataOf = ({ name, attribution, minZoom, maxZoom }: ArchiveDescription) => ({
  name,
  attribution,
  vector_layers: ['earth', 'landcover', 'landuse', 'water', 'roads', 'buildings', 'boundaries', 'places'].map(
    (id) => ({
      id,
      minzoom: minZoom,
      maxzoom: maxZoom,
      fields: {},
    }),
  ),
});

function headerOf(
  parts: readonly Buffer[],
  { minZoom, maxZoom, bounds }: ArchiveDescription,
  counts: readonly number[],
): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  let at = 8;
  const write = (value: number) => {
    header.writeBigUInt64LE(BigInt(value), at);
    at += 8;
  };
  let offset = headerBytes;
  for (const { length } of parts) {
    write(offset);
    write(length);
    offset += length;
  }
  for (const count of counts) write(count);
  // Tiles are in the order of their ids.
  header.writeUInt8(1, 96);
  header.writeUInt8(Compression.Gzip, 97);
  header.writeUInt8(minZoom, 100);
  header.writeUInt8(maxZoom, 101);
  for (const [index, degrees] of bounds.entries()) writeDegrees(header, degrees, 102 + 4 * index);
  const [west, south, east, north] = bounds;
  header.writeUInt8(minZoom, 118);
  writeDegrees(header, (west + east) / 2, 119);
  writeDegrees(header, (south + north) / 2, 123);
  return header;
}

const writeDegrees = (header: Buffer, degrees: number, at: number) =>
  header.writeInt32LE(Math.round(degrees * 10_000_000), at);
