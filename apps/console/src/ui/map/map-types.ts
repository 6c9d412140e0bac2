import type { Meaning } from '../theme/theme.ts';

export type ExpectedPosition = {
  id: string;
  label: string;
  lat: number;
  lng: number;
  radiusMetres: number;
  /** From 1. */
  order: number;
  meaning: Meaning;
};

/** Where a scan was taken; the same id as the expected position it belongs to. */
export type ActualPosition = { id: string; label: string; lat: number; lng: number; meaning: Meaning };

export type PositionMapProps = {
  /** The map's accessible name. */
  label: string;
  /** The same facts in words, for those who cannot see the map. */
  textAlternative: string;
  expected: readonly ExpectedPosition[];
  actual: readonly ActualPosition[];
  /** Ids of actual positions in the order walked; the line follows it. */
  walkedIds: readonly string[];
  /** Draws a line through the expected positions, in their order. */
  isWayDrawn?: boolean;
  highlightedId?: string | null;
  onHighlight?: (id: string | null) => void;
  /** Where to look while there is no position at all. */
  center: { lat: number; lng: number; zoom: number };
  zoomInLabel: string;
  zoomOutLabel: string;
  /** CSS length. */
  height?: string;
};
