import type { MarkTone } from './cluster-marks.ts';

export type LiveMark = {
  id: string;
  label: string;
  lat: number;
  lng: number;
  /** What it stands for, e.g. guards; 0 for a place that has none now. */
  weight: number;
  tone: MarkTone;
  /** Somebody calls for help here: drawn above all, and never gathered with others. */
  isAlarm?: boolean;
};

export type LiveMapProps = {
  /** The map's accessible name. */
  label: string;
  /** The same facts in words, for those who cannot see the map. */
  textAlternative: string;
  marks: readonly LiveMark[];
  /** What a gathered mark is called. */
  clusterLabel: (weight: number, labels: readonly string[]) => string;
  /** Looks at all marks again when it changes; between, the map stays where its viewer put it. */
  fitKey: string;
  /** The mark to look at in place of all, once it is there. */
  focusId?: string;
  /** Where to look while there is no mark. */
  center: { lat: number; lng: number; zoom: number };
  zoomInLabel: string;
  zoomOutLabel: string;
  className?: string;
};
