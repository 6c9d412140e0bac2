/** Draws the ground of a map with Leaflet. Everything is made through the DOM and on canvases, so a strict CSP allows it. */
import * as leaflet from 'leaflet';
import {
  Control,
  DomEvent,
  GridLayer,
  type Layer,
  LatLngBounds,
  type Map as LeafletMap,
  TileLayer,
} from 'leaflet';
import type { Ground, GroundLayer, LoadGround } from './ground.ts';
import styles from './position-map.module.css';

class PlainGround extends GridLayer {
  override createTile(): HTMLElement {
    const tile = document.createElement('div');
    tile.className = styles.plainGround ?? '';
    return tile;
  }
}

const isDark = (): boolean => {
  const { colorScheme } = document.documentElement.dataset;
  return colorScheme === undefined
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : colorScheme === 'dark';
};

/** Calls `draw` now and whenever the scheme changes; returns what ends that. */
function followScheme(draw: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(draw);
  observer.observe(document.documentElement, { attributeFilter: ['data-color-scheme'] });
  system.addEventListener('change', draw);
  draw();
  return () => {
    observer.disconnect();
    system.removeEventListener('change', draw);
  };
}

function boundsOf({ bounds: [west, south, east, north] }: GroundLayer): LatLngBounds {
  return new LatLngBounds([south, west], [north, east]);
}

const pictureLayer = (layer: GroundLayer, zIndex: number): Layer =>
  new TileLayer(layer.url, {
    zIndex,
    bounds: boundsOf(layer),
    minZoom: layer.minZoom,
    maxNativeZoom: layer.maxZoom,
    maxZoom: 22,
  });

/** What draws vector tiles; it looks for Leaflet among the globals. */
async function vectorDrawing() {
  const [drawing, colors] = await Promise.all([import('protomaps-leaflet'), import('./ground-colors.ts')]);
  Object.assign(globalThis, { L: leaflet });
  return (layer: GroundLayer, zIndex: number, language: string): Layer => {
    const flavor = colors.groundColors(isDark());
    const made: unknown = drawing.leafletLayer({
      url: layer.url,
      paintRules: drawing.paintRules(flavor),
      labelRules: drawing.labelRules(flavor, language),
      // Only the lowest covers what has no tile, as the sea around the land.
      ...(zIndex === 1 ? { backgroundColor: flavor.background } : {}),
      bounds: boundsOf(layer),
      maxDataZoom: layer.maxZoom,
      attribution: '',
      lang: language,
      zIndex,
    } as Parameters<typeof drawing.leafletLayer>[0]);
    if (!(made instanceof GridLayer)) throw new TypeError('the vector layer is no layer of this Leaflet');
    return made;
  };
}

/** A plain ground at once, and the real one in its place when it has come. */
export function addGround(map: LeafletMap, load: LoadGround | null): void {
  const plain = new PlainGround().addTo(map);
  if (load === null) return;
  let isGone = false;
  map.on('unload', () => {
    isGone = true;
  });
  const draw = async () => {
    const ground = await load();
    const vector = ground.layers.some(({ kind }) => kind === 'vector') ? await vectorDrawing() : null;
    if (isGone || ground.layers.length === 0) return;
    drawGround(map, ground, (layer, zIndex) =>
      layer.kind === 'picture' || vector === null
        ? pictureLayer(layer, zIndex)
        : vector(layer, zIndex, ground.language),
    );
    plain.remove();
  };
  // A map without its ground is still a map; the page around it says what the server does not answer.
  draw().catch(() => {});
}

function drawGround(
  map: LeafletMap,
  ground: Ground,
  layerOf: (layer: GroundLayer, zIndex: number) => Layer,
): void {
  const { layers, satellite, attributions, satelliteAttributions } = ground;
  let isSatellite = false;
  let drawn: Layer[] = [];
  let shown: readonly string[] = [];
  const redraw = () => {
    const former = drawn;
    const pictures = isSatellite && satellite !== null ? [satellite] : layers;
    drawn = pictures.map((layer, index) => layerOf(layer, index + 1));
    for (const layer of drawn) layer.addTo(map);
    for (const layer of former) layer.remove();
    for (const text of shown) map.attributionControl?.removeAttribution(text);
    shown = (isSatellite ? satelliteAttributions : attributions).map(escaped);
    for (const text of shown) map.attributionControl?.addAttribution(text);
  };
  const end = followScheme(redraw);
  map.on('unload', end);
  if (satellite !== null)
    addSwitch(map, ground.satelliteLabel, (isOn) => {
      isSatellite = isOn;
      redraw();
    });
}

/** The control writes its texts as HTML. */
function escaped(text: string): string {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}

function addSwitch(map: LeafletMap, label: string, onSwitch: (isOn: boolean) => void): void {
  const control = new Control({ position: 'bottomright' });
  control.onAdd = () => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.satellite ?? '';
    button.textContent = label;
    button.setAttribute('aria-pressed', 'false');
    DomEvent.disableClickPropagation(button);
    button.addEventListener('click', () => {
      const isOn = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isOn));
      onSwitch(isOn);
    });
    return button;
  };
  control.addTo(map);
}
