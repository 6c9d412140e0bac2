// What a patrol route may hold (MNG-06).
import { distanceMetres, type Position } from './geo.ts';

export const routeNameMaxLength = 100;
/** A walk of more stops is several walks. */
export const routeCheckpointsMax = 200;
/** From one checkpoint to the next. */
export const expectedMinutesMax = 240;
/** Versions that a route's page shows, newest first. */
export const routeVersionsShown = 50;

/** Metres from the first to the last, each in a straight line from the one before. */
export function walkMetres(stops: readonly Position[]): number {
  return stops.reduce((sum, stop, index) => {
    const before = stops[index - 1];
    return before === undefined ? sum : sum + distanceMetres(before, stop);
  }, 0);
}

/** The list with the one at `from` standing at `to`; the same list when either lies outside it. */
export function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length || from === to) return list;
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, item);
}
