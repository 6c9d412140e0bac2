/** Turns positions into Leaflet layers. Everything is made through the DOM, so a strict CSP allows it. */
import { CircleMarker, Circle, DivIcon, FeatureGroup, Marker, Polyline } from 'leaflet';
import type { Layer } from 'leaflet';
import styles from './position-map.module.css';
import type { ActualPosition, ExpectedPosition, PositionMapProps } from './map-types.ts';

const PIN_PX = 24;
const ACTUAL_RADIUS_PX = 6;

function pinFor(position: ExpectedPosition): Marker {
  const pin = document.createElement('span');
  pin.className = `${styles.pin} ${styles[position.meaning]}`;
  pin.textContent = String(position.order);
  const icon = new DivIcon({ html: pin, className: styles.pinHolder, iconSize: [PIN_PX, PIN_PX] });
  return new Marker([position.lat, position.lng], {
    icon,
    title: position.label,
    keyboard: true,
    riseOnHover: true,
  });
}

type Highlight = (id: string | null) => void;

/** Pointer and keyboard both highlight. */
function listen(layer: Layer, id: string, highlight: Highlight): void {
  layer.on('mouseover click', () => highlight(id));
  layer.on('mouseout', () => highlight(null));
  if (!(layer instanceof Marker)) return;
  layer.on('add', () => {
    const element = layer.getElement();
    element?.setAttribute('aria-label', layer.options.title ?? '');
    element?.addEventListener('focus', () => highlight(id));
    element?.addEventListener('blur', () => highlight(null));
  });
}

function elementOf(layer: Layer): Element[] {
  const element =
    layer instanceof Marker || layer instanceof Polyline || layer instanceof CircleMarker
      ? layer.getElement()
      : null;
  return element ? [element] : [];
}

function wayThrough(expected: readonly ExpectedPosition[]): Layer {
  const points = expected.map(({ lat, lng }): [number, number] => [lat, lng]);
  return new Polyline(points, { className: styles.way, interactive: false });
}

export type Positions = {
  group: FeatureGroup;
  /** Every element of one id, to mark when it is highlighted. */
  elementsOf: (id: string) => readonly Element[];
};

/** The distance between where a scan should have been and where it was. */
function offsetLine(actual: ActualPosition, expected: ExpectedPosition | undefined): Layer[] {
  if (!expected) return [];
  const ends: [number, number][] = [
    [expected.lat, expected.lng],
    [actual.lat, actual.lng],
  ];
  return [new Polyline(ends, { className: styles.offset, interactive: false })];
}

export function positionLayers(
  {
    expected,
    actual,
    walkedIds,
    isWayDrawn = false,
  }: Pick<PositionMapProps, 'expected' | 'actual' | 'walkedIds' | 'isWayDrawn'>,
  highlight: Highlight,
): Positions {
  const byId = new Map<string, Layer[]>();
  const add = (id: string, layer: Layer): Layer => {
    byId.set(id, [...(byId.get(id) ?? []), layer]);
    listen(layer, id, highlight);
    return layer;
  };
  const expectedById = new Map(expected.map((position) => [position.id, position]));
  const actualById = new Map(actual.map((position) => [position.id, position]));
  const walked = walkedIds.flatMap((id): [number, number][] => {
    const position = actualById.get(id);
    return position ? [[position.lat, position.lng]] : [];
  });
  const circles = expected.map((position) =>
    add(
      position.id,
      new Circle([position.lat, position.lng], {
        radius: position.radiusMetres,
        className: `${styles.radius} ${styles[position.meaning]}`,
      }),
    ),
  );
  const scans = actual.map((position) =>
    add(
      position.id,
      new CircleMarker([position.lat, position.lng], {
        radius: ACTUAL_RADIUS_PX,
        className: `${styles.scan} ${styles[position.meaning]}`,
      }).bindTooltip(position.label),
    ),
  );
  const offsets = actual.flatMap((position) => offsetLine(position, expectedById.get(position.id)));
  const pins = expected.map((position) => add(position.id, pinFor(position)));
  const path = new Polyline(walked, { className: styles.walked, interactive: false });
  const way = isWayDrawn ? [wayThrough(expected)] : [];
  const group = new FeatureGroup([...circles, ...way, path, ...offsets, ...scans, ...pins]);
  return { group, elementsOf: (id) => (byId.get(id) ?? []).flatMap(elementOf) };
}
