// The maps of this installation: what the operator set up, above the outlines that the product brings along.
import path from 'node:path';
import type { MapGround, MapLayer, MapSource } from '@watchpost/contract/maps';
import { mapZoomMax } from '@watchpost/contract/maps';
import { type ArchiveFacts, MapArchive } from './map-archive.ts';
import type { MapSettings, TileAt } from './map-settings.ts';
import { type Picture, TileServer } from './tile-server.ts';

export interface Maps {
  readonly ground: MapGround;
  /** Those of vectors, read by ranges; null where there is none. */
  readonly archives: Readonly<Record<'outlines' | 'archive', MapArchive | null>>;
  /** Null where there is no such tile, or no such source. Throws where a tile server gives no answer. */
  tile(source: MapSource, at: TileAt): Promise<Picture | null>;
}

export interface MapFiles {
  /** Folder of the archives that the build made. */
  readonly folder: string;
  /** Whether the made-up streets of the demo are drawn where the operator set up no map. */
  readonly isDemo: boolean;
  /** Called with a sentence when an archive cannot be read; maps then show outlines. */
  readonly onProblem: (sentence: string) => void;
}

const wholeWorld: MapLayer['bounds'] = [-180, -85.06, 180, 85.06];
/** The last zoom that nearly every tile server has. */
const tilesMaxZoom = 19;

interface Opened {
  readonly archive: MapArchive;
  readonly facts: ArchiveFacts;
}

/** Reads the heads of the archives; a fault in one is reported and leaves it out. */
export async function openMaps(settings: MapSettings, files: MapFiles): Promise<Maps> {
  const open = async (file: string): Promise<Opened | null> => {
    const archive = new MapArchive(file);
    try {
      return { archive, facts: await archive.facts() };
    } catch (error) {
      files.onProblem(`Maps: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const isMadeUp = settings.file === null && settings.tilesUrl === null && files.isDemo;
  const file = isMadeUp ? path.join(files.folder, 'demo.pmtiles') : settings.file;
  const outlines = await open(path.join(files.folder, 'outlines.pmtiles'));
  const archive = file === null ? null : await open(file);
  const servers = {
    tiles: settings.tilesUrl === null ? null : new TileServer(settings.tilesUrl),
    satellite: settings.satelliteUrl === null ? null : new TileServer(settings.satelliteUrl),
  };
  const ofServer = (source: 'tiles' | 'satellite'): MapLayer[] =>
    servers[source] === null
      ? []
      : [
          {
            source,
            kind: 'picture',
            minZoom: 0,
            maxZoom: tilesMaxZoom,
            bounds: wholeWorld,
            attribution: settings.attribution ?? '',
          },
        ];
  const ofArchive = (source: 'outlines' | 'archive', opened: Opened | null): MapLayer[] => {
    if (opened === null) return [];
    const { mediaType: _, ...facts } = opened.facts;
    const stated = source === 'archive' && !isMadeUp ? settings.attribution : null;
    return [{ source, ...facts, attribution: stated ?? facts.attribution }];
  };
  const streets = [...ofArchive('archive', archive), ...ofServer('tiles')];
  return {
    ground: {
      ground: [...ofArchive('outlines', outlines), ...streets],
      satellite: ofServer('satellite')[0] ?? null,
      note: noteOf(streets.length > 0, settings.file !== null && archive === null),
    },
    archives: {
      outlines: outlines?.archive ?? null,
      archive: archive?.facts.kind === 'vector' ? archive.archive : null,
    },
    async tile(source, at) {
      if (at.z > mapZoomMax || at.x >= 2 ** at.z || at.y >= 2 ** at.z) return null;
      if (source === 'tiles' || source === 'satellite') return (await servers[source]?.tile(at)) ?? null;
      if (source !== 'archive' || archive?.facts.kind !== 'picture') return null;
      const bytes = await archive.archive.tile(at);
      return bytes === null ? null : { bytes, mediaType: archive.facts.mediaType };
    },
  };
}

function noteOf(hasStreets: boolean, isUnreadable: boolean): MapGround['note'] {
  if (isUnreadable) return 'fileUnreadable';
  return hasStreets ? 'none' : 'noStreets';
}
