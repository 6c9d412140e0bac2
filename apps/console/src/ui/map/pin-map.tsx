/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- the focused map pans by arrow keys and zooms by + and - */
/** A map with one pin, its radius and what lies around it; its own chunk like every map. */
import 'leaflet/dist/leaflet.css';
import { Control, Map as LeafletMap } from 'leaflet';
import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { groundLayer } from './map-layers.ts';
import { roundedPoint } from './pin-keys.ts';
import { makePin, neighbourLayers, type Pin, placePin } from './pin-layers.ts';
import type { PinMapProps, PinPoint } from './pin-map-types.ts';
import styles from './pin-map.module.css';
import shared from './position-map.module.css';

const CLOSEST_ZOOM = 20;
const DEFAULT_HEIGHT = '360px';

function createMap(element: HTMLElement, props: PinMapProps): LeafletMap {
  const { pin, center, zoomInLabel, zoomOutLabel } = props;
  const { lat, lng } = pin ?? center;
  const map = new LeafletMap(element, {
    center: [lat, lng],
    zoom: center.zoom,
    maxZoom: CLOSEST_ZOOM,
    zoomControl: false,
    attributionControl: false,
    // The page scrolls past the map; zooming takes its buttons, a double click or two fingers.
    scrollWheelZoom: false,
    zoomAnimation: false,
    fadeAnimation: false,
    markerZoomAnimation: false,
  });
  new Control.Zoom({ position: 'topright', zoomInTitle: zoomInLabel, zoomOutTitle: zoomOutLabel }).addTo(map);
  new Control.Scale({ imperial: false, position: 'bottomleft' }).addTo(map);
  groundLayer({}).addTo(map);
  return map;
}

type Drawn = { map: LeafletMap; pin: Pin };

/** The map lives as long as its holder; what it shows follows the page. */
function useDrawn(holder: RefObject<HTMLDivElement | null>, props: PinMapProps): RefObject<Drawn | null> {
  const drawn = useRef<Drawn | null>(null);
  const move = useEffectEvent((point: PinPoint) => props.onMove?.(point));
  const create = useEffectEvent((element: HTMLElement): Drawn => {
    const map = createMap(element, props);
    if (props.onMove !== undefined) {
      map.on('click', ({ latlng }) => move(roundedPoint(latlng.wrap())));
      // Whoever has no pointer places the pin in the middle of what they see.
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
    const observer = new ResizeObserver(() => made.map.invalidateSize({ animate: false }));
    observer.observe(made.map.getContainer());
    return () => {
      observer.disconnect();
      made.map.remove();
      drawn.current = null;
    };
  }, [holder]);
  return drawn;
}

function useMap(holder: RefObject<HTMLDivElement | null>, props: PinMapProps): void {
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
    placePin(map, made, point);
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
}

export function PinMap(props: PinMapProps) {
  const textId = useId();
  const holder = useRef<HTMLDivElement>(null);
  useMap(holder, props);
  return (
    <div className={shared.frame}>
      <div
        ref={holder}
        role="application"
        aria-label={props.label}
        aria-describedby={textId}
        tabIndex={0}
        className={`${shared.map} ${styles.map}`}
        style={{ height: props.height ?? DEFAULT_HEIGHT }}
      />
      <VisuallyHidden id={textId}>{props.textAlternative}</VisuallyHidden>
    </div>
  );
}
