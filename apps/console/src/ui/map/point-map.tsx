/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the focused map pans by arrow keys and zooms by + and - */
/** A map on which one point is chosen by a click; its own chunk like every map. */
import 'leaflet/dist/leaflet.css';
import { CircleMarker, Control, Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { groundLayer } from './map-layers.ts';
import styles from './position-map.module.css';

export type PointMapProps = {
  /** The map's accessible name. */
  label: string;
  /** The same in words, for those who cannot see the map. */
  textAlternative: string;
  point: { lat: number; lng: number };
  zoom: number;
  onPick: (point: { lat: number; lng: number }) => void;
  onZoom: (zoom: number) => void;
  zoomInLabel: string;
  zoomOutLabel: string;
};

const CLOSEST_ZOOM = 19;
const POINT_RADIUS_PX = 8;
/** About a metre: enough for a centre, and short to read. */
const DECIMALS = 5;

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

function createMap(
  element: HTMLElement,
  { point, zoom, zoomInLabel, zoomOutLabel }: PointMapProps,
): LeafletMap {
  const map = new LeafletMap(element, {
    center: [point.lat, point.lng],
    zoom,
    maxZoom: CLOSEST_ZOOM,
    zoomControl: false,
    attributionControl: false,
    // The page scrolls past the map; zooming takes its buttons, a double click or two fingers.
    scrollWheelZoom: false,
    zoomAnimation: false,
    fadeAnimation: false,
  });
  new Control.Zoom({ position: 'topright', zoomInTitle: zoomInLabel, zoomOutTitle: zoomOutLabel }).addTo(map);
  new Control.Scale({ imperial: false, position: 'bottomleft' }).addTo(map);
  groundLayer({}).addTo(map);
  return map;
}

/** The map lives as long as its holder; the point and the zoom follow the form. */
function useMap(holder: RefObject<HTMLDivElement | null>, props: PointMapProps): void {
  const { point, zoom } = props;
  const map = useRef<LeafletMap | null>(null);
  const marker = useRef<CircleMarker | null>(null);
  const pick = useEffectEvent((lat: number, lng: number) =>
    props.onPick({ lat: rounded(lat), lng: rounded(lng) }),
  );
  const tellZoom = useEffectEvent((level: number) => level !== props.zoom && props.onZoom(level));
  const create = useEffectEvent((element: HTMLElement) => {
    const made = createMap(element, props);
    made.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      pick(lat, lng);
    });
    made.on('zoomend', () => tellZoom(made.getZoom()));
    return made;
  });

  useEffect(() => {
    if (holder.current === null) return undefined;
    const created = create(holder.current);
    map.current = created;
    marker.current = new CircleMarker([0, 0], {
      radius: POINT_RADIUS_PX,
      className: `${styles.scan} ${styles.good}`,
    }).addTo(created);
    const observer = new ResizeObserver(() => created.invalidateSize({ animate: false }));
    observer.observe(created.getContainer());
    return () => {
      observer.disconnect();
      created.remove();
    };
  }, [holder]);

  useEffect(() => {
    marker.current?.setLatLng([point.lat, point.lng]);
    const created = map.current;
    if (created !== null && !created.getBounds().contains([point.lat, point.lng])) {
      created.panTo([point.lat, point.lng], { animate: false });
    }
  }, [point.lat, point.lng]);
  useEffect(() => {
    const created = map.current;
    if (created !== null && created.getZoom() !== zoom) created.setZoom(zoom, { animate: false });
  }, [zoom]);
}

export function PointMap(props: PointMapProps) {
  const { label, textAlternative } = props;
  const textId = useId();
  const holder = useRef<HTMLDivElement>(null);
  useMap(holder, props);
  return (
    <div className={styles.frame}>
      <div
        ref={holder}
        role="application"
        aria-label={label}
        aria-describedby={textId}
        tabIndex={0}
        className={styles.map}
        style={{ height: '320px' }}
      />
      <VisuallyHidden id={textId}>{textAlternative}</VisuallyHidden>
    </div>
  );
}
