// What the maps are drawn on, asked for once for all of them.
import { getMap, getMapArchive, getMapTile, type MapGround, type MapLayer } from '@watchpost/contract/maps';
import type { Ground, GroundLayer } from '../ui/map/ground.ts';
import { call } from './api-client.ts';
import { browserHttp } from './browser-http.ts';
import { toAddress } from './http.ts';
import { currentLanguage, t } from './labels.ts';

let asked: Promise<MapGround> | undefined;

/** Rejects when the server does not answer; asked again by the next map. */
export async function loadGround(): Promise<Ground> {
  asked ??= call(getMap, { explainedBy: 'caller' });
  const { ground, satellite, note } = await asked.catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  const notes = note === 'none' ? [] : [t(`map.${note}`)];
  return {
    layers: ground.map(layerOf),
    satellite: satellite === null ? null : layerOf(satellite),
    attributions: [...attributionsOf(ground), ...notes],
    satelliteAttributions: attributionsOf(satellite === null ? [] : [satellite]),
    language: currentLanguage(),
    satelliteLabel: t('map.satellite'),
  };
}

const attributionsOf = (layers: readonly MapLayer[]): string[] =>
  layers.map(({ attribution }) => attribution).filter((text) => text !== '');

const layerOf = ({ source, attribution: _, ...facts }: MapLayer): GroundLayer => ({
  ...facts,
  url: browserHttp.baseUrl() + addressOf(source, facts.kind),
});

/** The braces are filled in by what draws the map. */
function addressOf(source: MapLayer['source'], kind: MapLayer['kind']): string {
  if (kind === 'vector') return toAddress(getMapArchive.path, { file: `${source}.pmtiles` }, {});
  return getMapTile.path
    .replace(':source', source)
    .replace(':z', '{z}')
    .replace(':x', '{x}')
    .replace(':y', '{y}');
}
