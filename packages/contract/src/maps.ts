// The ground of every map of the console: what is drawn below its marks (MAP-01, MAP-02).
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const mapZoomMax = 22;

/** outlines: coastlines, borders and cities of the product. archive: the operator's file. tiles, satellite: a tile server. */
export const mapSources = ['outlines', 'archive', 'tiles', 'satellite'] as const;
export type MapSource = (typeof mapSources)[number];

const layer = z.object({
  source: z.enum(mapSources),
  /** vector: an archive that is read by ranges. picture: tiles that are asked for one by one. */
  kind: z.enum(['vector', 'picture']),
  minZoom: z.number(),
  /** The last zoom that has tiles of its own. */
  maxZoom: z.number(),
  /** West, south, east, north; degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Who made the map, as its licence asks for. */
  attribution: z.string(),
});
export type MapLayer = z.output<typeof layer>;

export const getMap = defineEndpoint({
  name: 'getMap',
  method: 'GET',
  path: '/secure/map',
  access: 'signedIn',
  summary: 'What maps are drawn from: layers of the ground from the lowest up, and a satellite picture.',
  reply: z.object({
    ground: z.array(layer),
    satellite: z.nullable(layer),
    /** noStreets: nothing but outlines is set up. fileUnreadable: the operator's file cannot be read. */
    note: z.enum(['none', 'noStreets', 'fileUnreadable']),
  }),
});
export type MapGround = z.output<typeof getMap.reply>;

/** As map libraries expect the name of an archive to end. */
export const archiveFiles = ['outlines.pmtiles', 'archive.pmtiles'] as const;

export const getMapArchive = defineEndpoint({
  name: 'getMapArchive',
  method: 'GET',
  path: '/secure/map/:file',
  access: 'signedIn',
  summary: 'A PMTiles archive of vector tiles, whole or a range of its bytes (header Range).',
  params: z.strictObject({ file: z.enum(archiveFiles) }),
  reply: z.unknown(),
  files: ['application/vnd.pmtiles'],
  isPicture: true,
});

const whole = z.pipe(
  z.string().check(z.regex(/^\d{1,7}$/)),
  z.transform((text: string) => Number(text)),
);

export const getMapTile = defineEndpoint({
  name: 'getMapTile',
  method: 'GET',
  path: '/secure/map/tiles/:source/:z/:x/:y',
  access: 'signedIn',
  summary: 'One picture of 256 x 256 pixels of a tile server, or of an archive of pictures.',
  params: z.strictObject({
    source: z.enum(['archive', 'tiles', 'satellite']),
    z: z.pipe(whole, z.number().check(z.maximum(mapZoomMax))),
    x: whole,
    y: whole,
  }),
  reply: z.unknown(),
  files: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
  isPicture: true,
});
