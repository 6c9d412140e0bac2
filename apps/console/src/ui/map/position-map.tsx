/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the focused map pans by arrow keys and zooms by + and - */
/** The map of one round; its own chunk, because Leaflet weighs more than the rest of a page. */
import 'leaflet/dist/leaflet.css';
import type { FitBoundsOptions } from 'leaflet';
import { Control, Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import type { Positions } from './map-layers.ts';
import { groundLayer, positionLayers } from './map-layers.ts';
import type { PositionMapProps } from './map-types.ts';
import styles from './position-map.module.css';

const CLOSEST_ZOOM = 19;
const DEFAULT_HEIGHT = '360px';
const FIT = { padding: [32, 32], maxZoom: CLOSEST_ZOOM, animate: false } satisfies FitBoundsOptions;

function createMap(element: HTMLElement, props: PositionMapProps): LeafletMap {
  const { center, zoomInLabel, zoomOutLabel, tileUrl } = props;
  const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(element, {
    center: [center.lat, center.lng],
    zoom: center.zoom,
    maxZoom: CLOSEST_ZOOM,
    // Between whole steps raster tiles blur; the plain ground does not.
    zoomSnap: tileUrl === undefined ? 0.25 : 1,
    zoomControl: false,
    attributionControl: tileUrl !== undefined,
    // The page scrolls past the map; zooming takes its buttons, a double click or two fingers.
    scrollWheelZoom: false,
    zoomAnimation: hasMotion,
    fadeAnimation: hasMotion,
    markerZoomAnimation: hasMotion,
  });
  map.attributionControl?.setPrefix(false);
  new Control.Zoom({ position: 'topright', zoomInTitle: zoomInLabel, zoomOutTitle: zoomOutLabel }).addTo(map);
  new Control.Scale({ imperial: false, position: 'bottomleft' }).addTo(map);
  groundLayer(props).addTo(map);
  return map;
}

/** The map lives as long as its holder; positions are drawn again when they change, marks when the highlight does. */
function useMap(holder: RefObject<HTMLDivElement | null>, props: PositionMapProps): void {
  const {
    expected,
    actual,
    walkedIds,
    isWayDrawn = false,
    tileUrl,
    highlightedId = null,
    onHighlight,
  } = props;
  const map = useRef<LeafletMap | null>(null);
  const positions = useRef<Positions | null>(null);
  const highlight = useEffectEvent((id: string | null) => onHighlight?.(id));
  const create = useEffectEvent((element: HTMLElement) => createMap(element, props));

  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const created = create(element);
    map.current = created;
    const observer = new ResizeObserver(() => created.invalidateSize({ animate: false }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.remove();
      map.current = null;
    };
  }, [holder, tileUrl]);

  useEffect(() => {
    if (!map.current) return undefined;
    const drawn = positionLayers({ expected, actual, walkedIds, isWayDrawn }, (id) => highlight(id));
    drawn.group.addTo(map.current);
    const bounds = drawn.group.getBounds();
    if (bounds.isValid()) map.current.fitBounds(bounds, FIT);
    positions.current = drawn;
    return () => {
      drawn.group.remove();
      positions.current = null;
    };
  }, [tileUrl, expected, actual, walkedIds, isWayDrawn]);

  useEffect(() => {
    if (highlightedId === null) return undefined;
    const elements = positions.current?.elementsOf(highlightedId) ?? [];
    for (const element of elements) element.setAttribute('data-highlighted', '');
    return () => {
      for (const element of elements) element.removeAttribute('data-highlighted');
    };
  }, [tileUrl, expected, actual, walkedIds, isWayDrawn, highlightedId]);
}

export function PositionMap(props: PositionMapProps) {
  const textId = useId();
  const holder = useRef<HTMLDivElement>(null);
  useMap(holder, props);
  return (
    <div className={styles.frame}>
      <div
        ref={holder}
        role="application"
        aria-label={props.label}
        aria-describedby={textId}
        tabIndex={0}
        className={styles.map}
        style={{ height: props.height ?? DEFAULT_HEIGHT }}
      />
      <VisuallyHidden id={textId}>{props.textAlternative}</VisuallyHidden>
    </div>
  );
}
