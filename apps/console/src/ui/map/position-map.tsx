/** The map of one round; its own chunk, because Leaflet weighs more than the rest of a page. */
import 'leaflet/dist/leaflet.css';
import { Control, Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import type { Positions } from './map-layers.ts';
import { groundLayer, positionLayers } from './map-layers.ts';
import type { PositionMapProps } from './map-types.ts';
import styles from './position-map.module.css';

const CLOSEST_ZOOM = 19;
const FIT = { padding: [32, 32], maxZoom: 18, animate: false } satisfies L.FitBoundsOptions;

function createMap(element: HTMLElement, props: PositionMapProps): LeafletMap {
  const { center, zoomInLabel, zoomOutLabel, tileUrl } = props;
  const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(element, {
    center: [center.lat, center.lng],
    zoom: center.zoom,
    maxZoom: CLOSEST_ZOOM,
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

export function PositionMap(props: PositionMapProps) {
  const {
    label,
    textAlternative,
    expected,
    actual,
    walkedIds,
    highlightedId = null,
    onHighlight,
    height = '360px',
  } = props;
  const textId = useId();
  const holder = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [positions, setPositions] = useState<Positions | null>(null);
  const highlight = useEffectEvent((id: string | null) => onHighlight?.(id));
  const create = useEffectEvent((element: HTMLElement) => createMap(element, props));

  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const created = create(element);
    setMap(created);
    const observer = new ResizeObserver(() => created.invalidateSize({ animate: false }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.remove();
      setMap(null);
    };
  }, [props.tileUrl]);

  useEffect(() => {
    if (!map) return undefined;
    const drawn = positionLayers({ expected, actual, walkedIds }, (id) => highlight(id));
    drawn.group.addTo(map);
    const bounds = drawn.group.getBounds();
    if (bounds.isValid()) map.fitBounds(bounds, FIT);
    setPositions(drawn);
    return () => {
      drawn.group.remove();
    };
  }, [map, expected, actual, walkedIds]);

  useEffect(() => {
    if (!positions || highlightedId === null) return undefined;
    const elements = positions.elementsOf(highlightedId);
    for (const element of elements) element.setAttribute('data-highlighted', '');
    return () => {
      for (const element of elements) element.removeAttribute('data-highlighted');
    };
  }, [positions, highlightedId]);

  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys pan the map, + and - zoom it */}
      <div
        ref={holder}
        role="application"
        aria-label={label}
        aria-describedby={textId}
        tabIndex={0}
        className={styles.map}
        style={{ height }}
      />
      <VisuallyHidden id={textId}>{textAlternative}</VisuallyHidden>
    </div>
  );
}
