export type PinPoint = { lat: number; lng: number };

/** Something that lies around the pin, drawn faintly with its name. */
export type PinNeighbour = PinPoint & { id: string; name: string; radiusMetres: number };

export type PinMapProps = {
  /** The map's accessible name. */
  label: string;
  /** The same facts in words, for those who cannot see the map. */
  textAlternative: string;
  /** Null while it is not placed yet. */
  pin: PinPoint | null;
  /** The pin's accessible name; says how keys move it where they do. */
  pinLabel: string;
  /** Drawn around the pin; 0 draws none. */
  radiusMetres: number;
  neighbours: readonly PinNeighbour[];
  /** Where to look while there is no pin. */
  center: PinPoint & { zoom: number };
  /** Left out, the pin stays where it is. */
  onMove?: (point: PinPoint) => void;
  zoomInLabel: string;
  zoomOutLabel: string;
  /** Of the button that looks at the pin, or at the center without one, from near. */
  closerLabel: string;
  /** CSS length. */
  height?: string;
};
