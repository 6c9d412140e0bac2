/** A map with one pin, its radius and what lies around it; its own chunk like every map. */
import { IconZoomScan } from '@tabler/icons-react';
import type { Map as LeafletMap, MapOptions } from 'leaflet';
import type { RefObject } from 'react';
import { use, useEffect, useEffectEvent, useRef } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { GroundContext, type LoadGround } from './ground.ts';
import { followSize, makeMap } from './map-base.ts';
import { MapFrame } from './map-frame.tsx';
import { roundedPoint } from './pin-keys.ts';
import { makePin, neighbourLayers, type Pin, drawPin } from './pin-layers.ts';
import type { PinMapProps, PinPoint } from './pin-map-types.ts';
import styles from './pin-map.module.css';

const CLOSEST_ZOOM = 20;
/** Near enough to tell the corners of a building apart. */
const NEAR_ZOOM = 18;

function createMap(element: HTMLElement, props: PinMapProps, ground: LoadGround | null): LeafletMap {
  const { pin, center, zoomInLabel, zoomOutLabel } = props;
  const { lat, lng } = pin ?? center;
  const options = { center: [lat, lng], zoom: center.zoom, maxZoom: CLOSEST_ZOOM } satisfies MapOptions;
  return makeMap(element, { zoomInLabel, zoomOutLabel }, ground, options);
}

type Drawn = { map: LeafletMap; pin: Pin };

/** The map lives as long as its holder; what it shows follows the page. */
function useDrawn(holder: RefObject<HTMLDivElement | null>, props: PinMapProps): RefObject<Drawn | null> {
  const ground = use(GroundContext);
  const drawn = useRef<Drawn | null>(null);
  const move = useEffectEvent((point: PinPoint) => props.onMove?.(point));
  const create = useEffectEvent((element: HTMLElement): Drawn => {
    const map = createMap(element, props, ground);
    if (props.onMove !== undefined) {
      map.on('click', ({ latlng }) => move(roundedPoint(latlng.wrap())));
      // Anyone who has no pointer places the pin in the middle of what they see.
      map.on('keypress', ({ originalEvent }) => {
        if (originalEvent.key === 'Enter' && originalEvent.target === element)
          move(roundedPoint(map.getCenter().wrap()));
      });
    }
    return { map, pin: makePin(props, (point) => move(point)) };
  });
  useEffect(() => {
    if (holder.current === null) return undefined;
    const made = create(holder.current);
    drawn.current = made;
    const end = followSize(made.map);
    return () => {
      end();
      drawn.current = null;
    };
  }, [holder]);
  return drawn;
}

/** Returns what looks at the pin from near. */
function useMap(holder: RefObject<HTMLDivElement | null>, props: PinMapProps): () => void {
  const drawn = useDrawn(holder, props);
  const { pin, center, radiusMetres, neighbours } = props;
  const { lat, lng } = pin ?? {};
  const look = useEffectEvent((map: LeafletMap) => {
    if (props.pin === null) map.setView([center.lat, center.lng], center.zoom, { animate: false });
  });

  useEffect(() => {
    if (drawn.current !== null) look(drawn.current.map);
  }, [drawn, center.lat, center.lng, center.zoom]);
  useEffect(() => {
    if (drawn.current === null) return;
    const { map, pin: made } = drawn.current;
    const point = lat === undefined || lng === undefined ? null : { lat, lng };
    drawPin(map, made, point);
    if (point !== null && !map.getBounds().contains([point.lat, point.lng]))
      map.panTo([point.lat, point.lng], { animate: false });
  }, [drawn, lat, lng]);
  useEffect(() => {
    drawn.current?.pin.circle.setRadius(radiusMetres);
  }, [drawn, radiusMetres]);
  useEffect(() => {
    if (drawn.current === null) return undefined;
    const { map, pin: made } = drawn.current;
    const { layers, arrangeNames } = neighbourLayers(neighbours);
    layers.addTo(map);
    const arrange = () => arrangeNames(map, made);
    arrange();
    map.on('zoomend viewreset', arrange);
    return () => {
      map.off('zoomend viewreset', arrange);
      layers.remove();
    };
  }, [drawn, neighbours, lat, lng]);
  return () => drawn.current?.map.setView(pin ?? center, NEAR_ZOOM, { animate: false });
}

export function PinMap(props: PinMapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const lookCloser = useMap(holder, props);
  const { label, textAlternative, height, closerLabel } = props;
  return (
    <div className={styles.frame}>
      <MapFrame
        holder={holder}
        label={label}
        textAlternative={textAlternative}
        height={height}
        className={styles.map}
      />
      <IconButton
        hasBorder
        className={styles.closer}
        label={closerLabel}
        icon={<IconZoomScan size={18} aria-hidden />}
        onClick={lookCloser}
      />
    </div>
  );
}
