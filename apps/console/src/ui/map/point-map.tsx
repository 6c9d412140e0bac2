/** A map on which one point is chosen by a click; its own chunk like every map. */
import { CircleMarker, type Map as LeafletMap, type MapOptions } from 'leaflet';
import type { RefObject } from 'react';
import { use, useEffect, useEffectEvent, useRef } from 'react';
import { GroundContext, type LoadGround } from './ground.ts';
import { followSize, makeMap } from './map-base.ts';
import { MapFrame } from './map-frame.tsx';
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

function createMap(element: HTMLElement, props: PointMapProps, ground: LoadGround | null): LeafletMap {
  const { point, zoom, zoomInLabel, zoomOutLabel } = props;
  const options = { center: [point.lat, point.lng], zoom, maxZoom: CLOSEST_ZOOM } satisfies MapOptions;
  return makeMap(element, { zoomInLabel, zoomOutLabel }, ground, options);
}

/** The map lives as long as its holder; the point and the zoom follow the form. */
function useMap(holder: RefObject<HTMLDivElement | null>, props: PointMapProps): void {
  const { point, zoom } = props;
  const ground = use(GroundContext);
  const map = useRef<LeafletMap | null>(null);
  const marker = useRef<CircleMarker | null>(null);
  const pick = useEffectEvent((lat: number, lng: number) =>
    props.onPick({ lat: rounded(lat), lng: rounded(lng) }),
  );
  const tellZoom = useEffectEvent((level: number) => level !== props.zoom && props.onZoom(level));
  const create = useEffectEvent((element: HTMLElement) => {
    const made = createMap(element, props, ground);
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
    return followSize(created);
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
  const holder = useRef<HTMLDivElement>(null);
  useMap(holder, props);
  const { label, textAlternative } = props;
  return <MapFrame holder={holder} label={label} textAlternative={textAlternative} height="320px" />;
}
