// Where things stand on a site's premises: spots 15 m or more apart, and a short way past them all.
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import type { Random } from './random.ts';

const metresPerDegree = 111_195;

/** A position moved by metres east and north, to the six decimals that phones report. */
export function moved(from: Position, eastMetres: number, northMetres: number): Position {
  const latitude = from.latitude + northMetres / metresPerDegree;
  const longitude =
    from.longitude + eastMetres / (metresPerDegree * Math.cos((from.latitude * Math.PI) / 180));
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

/**
 * Spots of some premises: `onWall` of them clockwise along the boundary from the gate in the west, and `inside` of
 * them in the order of a short walk. Any two are 15 m or more apart, neighbours in either list at most 120 m.
 */
export function layOut(
  random: Random,
  centre: Position,
  onWall: number,
  inside: number,
): { wall: Position[]; inner: Position[] } {
  const spacing = random.between(26, 35);
  const columns = Math.max(1, Math.ceil(Math.sqrt(inside * random.between(1.1, 1.6))));
  const rows = Math.max(1, Math.ceil(inside / columns));
  const angle = random.between(-0.3, 0.3);
  const turned = (east: number, north: number): Position =>
    moved(
      centre,
      east * Math.cos(angle) - north * Math.sin(angle),
      east * Math.sin(angle) + north * Math.cos(angle),
    );
  const inner = Array.from({ length: inside }, (_, cell) => {
    const jitter = () => random.between(-0.2, 0.2) * spacing;
    const east = ((cell % columns) - (columns - 1) / 2) * spacing + jitter();
    return turned(east, (Math.floor(cell / columns) - (rows - 1) / 2) * spacing + jitter());
  });
  const halfWidth = (columns / 2) * spacing + random.between(10, 20);
  const halfHeight = (rows / 2) * spacing + random.between(10, 20);
  const wall = Array.from({ length: onWall }, (_, index) => {
    // The third spot is the north wall, as the themes name it.
    const bearing = (index - 2 + random.between(-0.15, 0.15)) * Math.min(Math.PI / 3, (2 * Math.PI) / onWall);
    const [east, north] = [Math.sin(bearing), Math.cos(bearing)];
    const reach = 1 / Math.max(Math.abs(east) / halfWidth, Math.abs(north) / halfHeight);
    return turned(east * reach, north * reach);
  });
  return { wall, inner: shortened(nearestFirst(inner)) };
}

function nearestFirst(spots: readonly Position[]): Position[] {
  const walk: Position[] = [];
  const left = [...spots];
  let here = left[0];
  while (here !== undefined) {
    walk.push(here);
    left.splice(left.indexOf(here), 1);
    const from: Position = here;
    here = left.toSorted((a, b) => distanceMetres(from, a) - distanceMetres(from, b))[0];
  }
  return walk;
}

/** Undoes crossings (2-opt) until none is left; the start stays. */
function shortened(walk: readonly Position[]): Position[] {
  let best = [...walk];
  for (let hasImproved = true; hasImproved; ) {
    hasImproved = false;
    for (let from = 1; from < best.length - 1; from++) {
      for (let to = from + 1; to < best.length; to++) {
        const candidate = [
          ...best.slice(0, from),
          ...best.slice(from, to + 1).toReversed(),
          ...best.slice(to + 1),
        ];
        if (lengthOf(candidate) < lengthOf(best) - 0.01) {
          best = candidate;
          hasImproved = true;
        }
      }
    }
  }
  return best;
}

/** Long steps weigh more than their length, so that no single one is left long. */
function lengthOf(walk: readonly Position[]): number {
  let sum = 0;
  for (let index = 1; index < walk.length; index++) {
    const [from, to] = [walk[index - 1], walk[index]];
    if (from !== undefined && to !== undefined) sum += distanceMetres(from, to) ** 2;
  }
  return sum;
}
