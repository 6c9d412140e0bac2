import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { expect, test } from 'vitest';
import { makeOutlines } from './outlines.ts';

const bytes = makeOutlines();
const archive = new PMTiles({
  getKey: () => 'outlines',
  getBytes: async (offset, length) => ({
    data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
  }),
});

async function namesAt(z: number, x: number, y: number, language = 'name'): Promise<unknown[]> {
  const tile = await archive.getZxy(z, x, y);
  const { places } = new VectorTile(new PbfReader(new Uint8Array(tile?.data ?? new ArrayBuffer(0)))).layers;
  return Array.from(
    { length: places?.length ?? 0 },
    (_, index) => places?.feature(index).properties[language],
  );
}

test('[MAP-01] the outlines of the world have land, borders, countries in three languages, and cities by size', async () => {
  const whole = await archive.getZxy(0, 0, 0);
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(whole?.data ?? new ArrayBuffer(0))));
  expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'boundaries']));
  // India and its largest cities at zoom 4, a smaller one at zoom 6 alone.
  expect(await namesAt(4, 11, 7)).toEqual(expect.arrayContaining(['Mumbai', 'Pune']));
  expect(await namesAt(4, 11, 7)).not.toContain('Burhanpur');
  expect(await namesAt(6, 45, 28)).toContain('Burhanpur');
  expect(await namesAt(2, 2, 1)).toContain('India');
  expect(await namesAt(2, 2, 1, 'name:hi')).toContain('भारत');
});
