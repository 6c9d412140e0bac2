// Cuts features of the world into the vector tiles of a map.
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import GeoJSONVT from 'geojson-vt';
import type { Tile } from './archive-writer.ts';

/** A feature of GeoJSON. */
export type Feature = Extract<ConstructorParameters<typeof GeoJSONVT>[0], { readonly type: 'Feature' }>;

/** Features of one layer of Protomaps' basemap schema. Several may have the same layer, each from a zoom of its own. */
export interface FeatureGroup {
  readonly layer: string;
  /** The features are left out of tiles of lower zooms. */
  readonly minZoom: number;
  readonly features: readonly Feature[];
}

export interface CutOptions {
  readonly maxZoom: number;
  /** How far a line may be from where it was; units of a tile's 4096. */
  readonly tolerance?: number;
}

const extent = 4096;

/** Every tile that has something in it, each once, from the whole world down to `maxZoom`. */
export function* cutTiles(
  groups: readonly FeatureGroup[],
  { maxZoom, tolerance = 3 }: CutOptions,
): Generator<Tile> {
  const indexes = groups.map(({ layer, minZoom, features }) => ({
    layer,
    minZoom,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features: [...features] },
      { maxZoom, indexMaxZoom: Math.min(maxZoom, 8), tolerance, extent, buffer: 64 },
    ),
  }));

  function* below(z: number, x: number, y: number): Generator<Tile> {
    const layers: Record<string, { features: unknown[] }> = {};
    let hasMore = false;
    for (const { layer, minZoom, index } of indexes) {
      const cut = index.getTile(z, x, y);
      if (cut === null || cut.features.length === 0) continue;
      hasMore = true;
      if (z < minZoom) continue;
      layers[layer] ??= { features: [] };
      layers[layer].features.push(...cut.features);
    }
    if (!hasMore) return;
    if (Object.keys(layers).length > 0) {
      const data = fromGeojsonVt(layers as Parameters<typeof fromGeojsonVt>[0], { version: 2, extent });
      yield { z, x, y, data };
    }
    if (z === maxZoom) return;
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      yield* below(z + 1, 2 * x + right, 2 * y + down);
  }
  yield* below(0, 0, 0);
}
