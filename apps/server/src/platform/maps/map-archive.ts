// A PMTiles archive on this machine: its description, ranges of its bytes, and single tiles.
import fs from 'node:fs/promises';
import { Compression, EtagMismatch, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles';
import type { TileAt } from './map-settings.ts';

export interface ArchiveFacts {
  readonly kind: 'vector' | 'picture';
  /** Of each of its tiles. */
  readonly mediaType: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** West, south, east, north; degrees. */
  readonly bounds: [number, number, number, number];
  readonly attribution: string;
}

/** Why a file cannot serve as a map, in a sentence. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

const mediaTypes: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/vnd.mapbox-vector-tile',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};
/** Those that browsers unpack. */
const readable = new Set([Compression.None, Compression.Gzip]);
/** As much as is in memory at once. */
const chunkBytes = 262_144;

export class MapArchive {
  readonly #file: string;
  readonly #tiles: PMTiles;

  constructor(file: string) {
    this.#file = file;
    this.#tiles = new PMTiles(new FileOnDisk(file));
  }

  /** Throws ArchiveFault for what is no archive, is cut short, or has tiles that browsers cannot draw. */
  async facts(): Promise<ArchiveFacts> {
    const header = await this.#tiles.getHeader().catch((error: unknown) => {
      throw new ArchiveFault(`${this.#file}: ${sentenceOf(error)}`);
    });
    const mediaType = mediaTypes[header.tileType];
    if (mediaType === undefined || !readable.has(header.tileCompression))
      throw new ArchiveFault(
        `${this.#file}: its tiles are of a kind that browsers cannot draw. Use vector tiles with gzip, or pictures.`,
      );
    const { size } = await this.stamp();
    const { tileDataOffset, tileDataLength = 0 } = header;
    if (tileDataOffset + tileDataLength > size)
      throw new ArchiveFault(
        `${this.#file}: the file ends before its tiles do. Copy it again; ${tileDataOffset + tileDataLength} bytes are expected.`,
      );
    const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header;
    return {
      kind: header.tileType === TileType.Mvt ? 'vector' : 'picture',
      mediaType,
      minZoom,
      maxZoom,
      bounds: [minLon, minLat, maxLon, maxLat],
      attribution: await this.#attribution(),
    };
  }

  /** Of the file as it is now; another after it was replaced. */
  async stamp(): Promise<{ readonly size: number; readonly etag: string }> {
    const { size, mtimeMs } = await fs.stat(this.#file);
    return { size, etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"` };
  }

  /** The bytes from the first to the last, both included. */
  async *bytes(first: number, last: number): AsyncGenerator<Uint8Array> {
    const handle = await fs.open(this.#file);
    try {
      for (let at = first; at <= last; at += chunkBytes) {
        const buffer = Buffer.alloc(Math.min(chunkBytes, last - at + 1));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  }

  /** Unpacked; null where the archive has none. */
  async tile({ z, x, y }: TileAt): Promise<Buffer | null> {
    const found = await this.#tiles.getZxy(z, x, y);
    return found === undefined ? null : Buffer.from(found.data);
  }

  async #attribution(): Promise<string> {
    const metadata: unknown = await this.#tiles.getMetadata().catch(() => null);
    const stated =
      typeof metadata === 'object' && metadata !== null && 'attribution' in metadata
        ? metadata.attribution
        : '';
    return typeof stated === 'string' ? textOf(stated) : '';
  }
}

/** Archives state it as HTML; links and tags go. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim();

function sentenceOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'there is no such file.';
  if (error instanceof Error && 'code' in error && error.code === 'EACCES') return 'it may not be read.';
  return 'this is not a PMTiles archive, version 3.';
}

class FileOnDisk implements Source {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  getKey(): string {
    return this.#file;
  }

  /** Throws EtagMismatch after the file was replaced, so that the reader looks at its directories again. */
  async getBytes(
    offset: number,
    length: number,
    _signal?: AbortSignal,
    known?: string,
  ): Promise<RangeResponse> {
    const handle = await fs.open(this.#file);
    try {
      const { size, mtimeMs } = await handle.stat();
      const etag = `${size}-${mtimeMs}`;
      if (known !== undefined && known !== etag) throw new EtagMismatch(etag);
      const buffer = new ArrayBuffer(Math.max(0, Math.min(length, size - offset)));
      await handle.read(new Uint8Array(buffer), 0, buffer.byteLength, offset);
      return { data: buffer, etag };
    } finally {
      await handle.close();
    }
  }
}
