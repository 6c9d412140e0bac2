/** What every map has: its ways to be moved, its buttons and scale, the ground, and the size of its holder. */
import 'leaflet/dist/leaflet.css';
import { Control, Map as LeafletMap, type MapOptions } from 'leaflet';
import type { LoadGround } from './ground.ts';
import { addGround } from './ground-layers.ts';

type MapBase = {
  zoomInLabel: string;
  zoomOutLabel: string;
};

export function makeMap(
  element: HTMLElement,
  base: MapBase,
  ground: LoadGround | null,
  options: MapOptions,
): LeafletMap {
  const { zoomInLabel, zoomOutLabel } = base;
  const map = new LeafletMap(element, {
    zoomControl: false,
    // The page scrolls past the map; zooming takes its buttons, a double click or two fingers.
    scrollWheelZoom: false,
    zoomAnimation: false,
    fadeAnimation: false,
    markerZoomAnimation: false,
    ...options,
  });
  map.attributionControl?.setPrefix(false);
  // At the start of the line: a sticky bar below has its buttons at the end, and none of them covers these.
  new Control.Zoom({ position: 'topleft', zoomInTitle: zoomInLabel, zoomOutTitle: zoomOutLabel }).addTo(map);
  new Control.Scale({ imperial: false, position: 'bottomleft' }).addTo(map);
  addGround(map, ground);
  return map;
}

/** Keeps the map as large as its holder, to the end of both: returns what ends them. */
export function followSize(map: LeafletMap): () => void {
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(map.getContainer());
  return () => {
    observer.disconnect();
    map.remove();
  };
}
