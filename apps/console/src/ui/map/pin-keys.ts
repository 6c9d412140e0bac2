import type { PinPoint } from './pin-map-types.ts';

/** A tenth of a metre; more would be noise. */
const DECIMALS = 6;
const METRES_PER_DEGREE = 111_320;
const STEP_METRES = 1;
const LONG_STEP_METRES = 10;

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
export const roundedPoint = ({ lat, lng }: PinPoint): PinPoint => ({ lat: rounded(lat), lng: rounded(lng) });

const directions: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Where an arrow key moves the point: a metre, ten with Shift; undefined for any other key. */
export function movedByKey(
  point: PinPoint,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): PinPoint | undefined {
  const direction = directions[key];
  if (direction === undefined) return undefined;
  const [north, east] = direction;
  const degrees = (shiftKey ? LONG_STEP_METRES : STEP_METRES) / METRES_PER_DEGREE;
  // Meridians draw together towards the poles.
  const narrowing = Math.max(0.01, Math.cos((point.lat * Math.PI) / 180));
  return roundedPoint({ lat: point.lat + north * degrees, lng: point.lng + (east * degrees) / narrowing });
}
