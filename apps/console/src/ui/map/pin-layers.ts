/** Draws a pin, the circle around it and what lies near. Everything is made through the DOM, so a strict CSP allows it. */
import {
  Circle,
  DivIcon,
  LayerGroup,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  Marker,
} from 'leaflet';
import { type Box, layOutLabels } from './label-boxes.ts';
import { movedByKey, roundedPoint } from './pin-keys.ts';
import type { PinMapProps, PinNeighbour, PinPoint } from './pin-map-types.ts';
import styles from './pin-map.module.css';
import shared from './position-map.module.css';

const PIN_WIDTH_PX = 28;
const PIN_HEIGHT_PX = 36;
const DOT_PX = 10;

function pinIcon(): DivIcon {
  const pin = document.createElement('span');
  pin.className = styles.pin ?? '';
  return new DivIcon({
    html: pin,
    className: styles.pinHolder,
    iconSize: [PIN_WIDTH_PX, PIN_HEIGHT_PX],
    iconAnchor: [PIN_WIDTH_PX / 2, PIN_HEIGHT_PX],
  });
}

export type Pin = { marker: Marker; circle: Circle };

/** The pin with its circle; it can be dragged, and moved by arrow keys, where `onMove` is given. */
export function makePin(props: PinMapProps, onMove: (point: PinPoint) => void): Pin {
  const isMovable = props.onMove !== undefined;
  const circle = new Circle([0, 0], {
    radius: props.radiusMetres,
    className: `${shared.radius} ${shared.good}`,
    interactive: false,
  });
  const marker = new Marker([0, 0], {
    icon: pinIcon(),
    draggable: isMovable,
    autoPan: isMovable,
    keyboard: isMovable,
    interactive: isMovable,
    alt: props.pinLabel,
    zIndexOffset: 1000,
  });
  marker.on('drag', () => circle.setLatLng(marker.getLatLng()));
  marker.on('dragend', () => onMove(roundedPoint(marker.getLatLng().wrap())));
  marker.on('add', () => {
    const element = marker.getElement();
    element?.setAttribute('aria-label', props.pinLabel);
    if (!isMovable) element?.setAttribute('role', 'img');
  });
  marker.on('keydown', ({ originalEvent }: LeafletKeyboardEvent) => {
    const next = movedByKey(marker.getLatLng(), originalEvent);
    if (next === undefined) return;
    // The map would pan and the page would scroll.
    originalEvent.preventDefault();
    originalEvent.stopPropagation();
    onMove(next);
  });
  return { marker, circle };
}

/** Puts the pin there, or takes it away. */
export function drawPin(map: LeafletMap, { marker, circle }: Pin, point: PinPoint | null): void {
  if (point === null) {
    marker.remove();
    circle.remove();
    return;
  }
  circle.setLatLng([point.lat, point.lng]).addTo(map);
  marker.setLatLng([point.lat, point.lng]).addTo(map);
}

function boxesOf(map: LeafletMap, { marker }: Pin): Box[] {
  if (!map.hasLayer(marker)) return [];
  const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
  return [{ left: x - PIN_WIDTH_PX / 2, top: y - PIN_HEIGHT_PX, right: x + PIN_WIDTH_PX / 2, bottom: y }];
}

export type Neighbours = {
  layers: LayerGroup;
  /** Finds room for the names beside the pin, as the map stands now. */
  arrangeNames: (map: LeafletMap, pin: Pin) => void;
};

export function neighbourLayers(neighbours: readonly PinNeighbour[]): Neighbours {
  const drawn = neighbours.map(({ lat, lng, name, radiusMetres }) => {
    const dot = document.createElement('span');
    dot.className = styles.dot ?? '';
    const label = document.createElement('span');
    label.className = styles.dotName ?? '';
    label.textContent = name;
    dot.append(label);
    const icon = new DivIcon({ html: dot, className: styles.dotHolder, iconSize: [DOT_PX, DOT_PX] });
    const marker = new Marker([lat, lng], { icon, title: name, interactive: false, keyboard: false });
    const circle = new Circle([lat, lng], {
      radius: radiusMetres,
      className: styles.faint,
      interactive: false,
    });
    return { marker, circle, label };
  });
  const arrangeNames = (map: LeafletMap, pin: Pin) => {
    const boxes = drawn.map(({ marker, label }) => {
      const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
      return { x, y, width: label.offsetWidth, height: label.offsetHeight };
    });
    for (const [index, side] of layOutLabels(boxes, boxesOf(map, pin)).entries())
      drawn[index]?.label.setAttribute('data-side', side ?? 'none');
  };
  const layers = new LayerGroup(drawn.flatMap(({ marker, circle }) => [circle, marker]));
  return { layers, arrangeNames };
}
