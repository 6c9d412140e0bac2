export interface Position {
  /** Degrees, -90 to 90. */
  readonly latitude: number;
  /** Degrees, -180 to 180. */
  readonly longitude: number;
}

/** Null for what phones and trackers say who know no position: 0, 0 is in the sea. */
export const knownPosition = <At extends Position>(position: At | null): At | null =>
  position !== null && position.latitude === 0 && position.longitude === 0 ? null : position;

const earthRadiusMetres = 6_371_008.8;

/** Great-circle distance in metres (haversine, mean earth radius). */
export function distanceMetres(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const dLat = (b.latitude - a.latitude) * rad;
  const dLon = (b.longitude - a.longitude) * rad;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(dLon / 2) ** 2;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}
