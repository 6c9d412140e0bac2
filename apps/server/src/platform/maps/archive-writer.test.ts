import fc from 'fast-check';
import { PMTiles, type Source, TileType } from 'pmtiles';
import { expect, test } from 'vitest';
import { type ArchiveDescription, makeArchive, type Tile } from './archive-writer.ts';

const description: ArchiveDescription = {
  minZoom: 0,
  maxZoom: 9,
  bounds: [73.5, 18.25, 74, 19],
  name: 'Test',
  attribution: '© Testers',
};

function opened(bytes: Buffer): PMTiles {
  const source: Source = {
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  };
  return new PMTiles(source);
}

const tile = fc.integer({ min: 0, max: 9 }).chain((z) =>
  fc.record({
    z: fc.constant(z),
    x: fc.integer({ min: 0, max: 2 ** z - 1 }),
    y: fc.integer({ min: 0, max: 2 ** z - 1 }),
    // Few contents, so that many tiles share one.
    data: fc.integer({ min: 0, max: 9 }).map((n) => new Uint8Array(n + 1).fill(n)),
  }),
);
const keyOf = ({ z, x, y }: Tile) => `${z}/${x}/${y}`;

test('[MAP-01] every tile of an archive is read as it was written, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(tile, { selector: keyOf, maxLength: 60 }), tile, async (tiles, other) => {
      const archive = opened(makeArchive(tiles, description));
      for (const { z, x, y, data } of tiles)
        expect(new Uint8Array((await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0))).toEqual(data);
      const isWritten = tiles.some((written) => keyOf(written) === keyOf(other));
      expect((await archive.getZxy(other.z, other.x, other.y)) !== undefined).toBe(isWritten);
    }),
    { numRuns: 40 },
  );
});

test('[MAP-01] an archive says its bounds, zooms and maker, and lists thousands of pictures in directories of their own', async () => {
  // Pictures are stored as they are. Those of every length need a directory that does not shrink to nothing.
  const lengths = fc.sample(fc.integer({ min: 2, max: 3_000 }), { numRuns: 12_000, seed: 1 });
  const tiles = lengths.map((length, n): Tile => {
    const data = Buffer.alloc(length);
    data.writeUInt16BE(n);
    return { z: 9, x: n % 512, y: Math.floor(n / 512) * 2, data };
  });
  const archive = opened(makeArchive(tiles, { ...description, tiles: 'png' }));
  const header = await archive.getHeader();
  expect(header).toMatchObject({
    minZoom: 0,
    maxZoom: 9,
    minLon: 73.5,
    minLat: 18.25,
    maxLon: 74,
    maxLat: 19,
  });
  expect(header.tileType).toBe(TileType.Png);
  expect(header.leafDirectoryLength).toBeGreaterThan(0);
  expect(await archive.getMetadata()).toMatchObject({ attribution: '© Testers' });
  for (const { x, y, data } of tiles.filter((_, n) => n % 500 === 0))
    expect(Buffer.from((await archive.getZxy(9, x, y))?.data ?? new ArrayBuffer(0))).toEqual(data);
  expect(await archive.getZxy(9, 511, 511)).toBeUndefined();
});
