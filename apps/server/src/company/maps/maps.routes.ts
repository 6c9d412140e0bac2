import { getMap, getMapArchive, getMapTile, type MapGround } from '@watchpost/contract/maps';
import { AppError } from '../../platform/http/app-error.ts';
import { rangeOf } from '../../platform/http/byte-range.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Maps } from '../../platform/maps/maps.ts';

export interface MapsOfApp {
  /** Left out where nothing is served, and maps have a plain ground. */
  readonly maps?: Maps;
}

/** An archive changes when the operator replaces it; a tile of a server seldom. */
const archiveCachedSeconds = 3_600;
const tileCachedSeconds = 86_400;

const noMaps: MapGround = { ground: [], satellite: null, note: 'noStreets' };

export function mapRoutes({ maps }: MapsOfApp): Route[] {
  return [
    route(getMap, async () => maps?.ground ?? noMaps),

    route(getMapArchive, async ({ params: { file }, header }) => {
      const archive = maps?.archives[file === 'outlines.pmtiles' ? 'outlines' : 'archive'] ?? null;
      if (archive === null) throw new AppError('notFound');
      const { size, etag } = await archive.stamp();
      const range = rangeOf(header('range'), size);
      const { first, last } = range ?? { first: 0, last: size - 1 };
      return {
        fileName: file,
        mediaType: 'application/vnd.pmtiles',
        chunks: archive.bytes(first, last),
        part: { first, last, size, isRange: range !== null, etag },
        cachedSeconds: archiveCachedSeconds,
      };
    }),

    route(getMapTile, async ({ params: { source, ...at }, log }) => {
      const picture = await maps?.tile(source, at).catch((error: unknown) => {
        log.warn({ err: error }, 'the tile server gave no answer');
        throw new AppError('tileServerAway');
      });
      if (picture === undefined || picture === null) throw new AppError('notFound');
      return {
        fileName: `${at.z}-${at.x}-${at.y}`,
        mediaType: picture.mediaType,
        chunks: only(picture.bytes),
        cachedSeconds: tileCachedSeconds,
      };
    }),
  ];
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
