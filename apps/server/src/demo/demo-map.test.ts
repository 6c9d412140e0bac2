import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { expect, test } from 'vitest';
import { demoMap } from './demo-map.ts';
import { makeCompany } from './patrol-model/make-company.ts';
import { demoSeed, demoShape } from './patrol-model/shapes.ts';

const bytes = demoMap();
const archive = new PMTiles({
  getKey: () => 'demo',
  getBytes: async (offset, length) => ({
    data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
  }),
});
const zoom = 14;

/** The tile that a position lies in. */
function tileAt({ latitude, longitude }: { latitude: number; longitude: number }): [number, number] {
  const radians = (latitude * Math.PI) / 180;
  const part = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [Math.floor(((longitude + 180) / 360) * 2 ** zoom), Math.floor(part * 2 ** zoom)];
}

test('[MAP-01] the made-up map of the demo has streets with names, buildings and ground around every site', async () => {
  const { sites } = makeCompany(demoSeed, demoShape(Date.now()));
  expect(sites.length).toBe(12);
  for (const site of sites) {
    const tile = await archive.getZxy(zoom, ...tileAt(site));
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile?.data ?? new ArrayBuffer(0))));
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(['earth', 'landuse', 'roads', 'buildings']));
    expect(layers['buildings']?.length).toBeGreaterThan(20);
    const names = Array.from(
      { length: layers['roads']?.length ?? 0 },
      (_, index) => layers['roads']?.feature(index).properties['name'],
    );
    expect(names.filter((name) => typeof name === 'string').length).toBeGreaterThan(5);
  }
});

test('the same company gives the same map, whenever it is made', () => {
  expect(demoMap().equals(bytes)).toBe(true);
});
