// What an operator sets of maps: apart from what reads them, so that settings are read before that is loaded.
import { isCallable } from '../adapters/external/address-rules.ts';

export interface MapSettings {
  /** A PMTiles archive; null for none. */
  readonly file: string | null;
  /** Address of a picture with {z}, {x} and {y}; null for none. */
  readonly tilesUrl: string | null;
  readonly satelliteUrl: string | null;
  /** Who made the map; null where the archive says so itself. */
  readonly attribution: string | null;
}

/** Reads MAP_*; a sentence about the first fault. */
export function mapSettings(read: (name: string) => string): MapSettings | string {
  const urls = ['MAP_TILES_URL', 'MAP_SATELLITE_URL'] as const;
  for (const name of urls) {
    const url = read(name);
    if (url !== '' && !isTemplate(url))
      return `${name}=${url}: must be https, or http on this machine, with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png`;
  }
  const [tilesUrl, satelliteUrl] = urls.map((name) => read(name) || null);
  const attribution = read('MAP_ATTRIBUTION') || null;
  if ((tilesUrl ?? satelliteUrl ?? null) !== null && attribution === null)
    return 'MAP_ATTRIBUTION: must say who made the map of the tile server, such as © OpenStreetMap contributors';
  return {
    file: read('MAP_FILE') || null,
    tilesUrl: tilesUrl ?? null,
    satelliteUrl: satelliteUrl ?? null,
    attribution,
  };
}

function isTemplate(url: string): boolean {
  const example = tileAddress(url, { z: 1, x: 1, y: 1 });
  return (
    ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
    URL.canParse(example) &&
    isCallable(new URL(example), 'private')
  );
}

export interface TileAt {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export const tileAddress = (template: string, { z, x, y }: TileAt): string =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
