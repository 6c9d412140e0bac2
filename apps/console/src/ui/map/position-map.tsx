/** The map of one round; its own chunk, because Leaflet weighs more than the rest of a page. */
import type { FitBoundsOptions, Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';
import { use, useEffect, useEffectEvent, useRef } from 'react';
import { GroundContext, type LoadGround } from './ground.ts';
import { followSize, makeMap } from './map-base.ts';
import { MapFrame } from './map-frame.tsx';
import type { Positions } from './map-layers.ts';
import { positionLayers } from './map-layers.ts';
import type { PositionMapProps } from './map-types.ts';

const CLOSEST_ZOOM = 19;
const FIT = { padding: [32, 32], maxZoom: CLOSEST_ZOOM, animate: false } satisfies FitBoundsOptions;

function createMap(element: HTMLElement, props: PositionMapProps, ground: LoadGround | null): LeafletMap {
  const { center } = props;
  const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  return makeMap(element, props, ground, {
    center: [center.lat, center.lng],
    zoom: center.zoom,
    maxZoom: CLOSEST_ZOOM,
    // Pins lie farther apart than at the whole step below.
    zoomSnap: 0.25,
    zoomAnimation: hasMotion,
    fadeAnimation: hasMotion,
    markerZoomAnimation: hasMotion,
  });
}

/** The map lives as long as its holder; positions are drawn again when they change, marks when the highlight does. */
function useMap(holder: RefObject<HTMLDivElement | null>, props: PositionMapProps): void {
  const { expected, actual, walkedIds, isWayDrawn = false, highlightedId = null, onHighlight } = props;
  const ground = use(GroundContext);
  const map = useRef<LeafletMap | null>(null);
  const positions = useRef<Positions | null>(null);
  const highlight = useEffectEvent((id: string | null) => onHighlight?.(id));
  const create = useEffectEvent((element: HTMLElement) => createMap(element, props, ground));

  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const created = create(element);
    map.current = created;
    const end = followSize(created);
    return () => {
      end();
      map.current = null;
    };
  }, [holder]);

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
  }, [expected, actual, walkedIds, isWayDrawn]);

  useEffect(() => {
    if (highlightedId === null) return undefined;
    const elements = positions.current?.elementsOf(highlightedId) ?? [];
    for (const element of elements) element.setAttribute('data-highlighted', '');
    return () => {
      for (const element of elements) element.removeAttribute('data-highlighted');
    };
  }, [expected, actual, walkedIds, isWayDrawn, highlightedId]);
}

export function PositionMap(props: PositionMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  useMap(holder, props);
  const { label, textAlternative, height } = props;
  return <MapFrame holder={holder} label={label} textAlternative={textAlternative} height={height} />;
}
