/** Marks that would lie on each other are drawn as one. Pure. */

export type MarkTone = 'good' | 'late' | 'missed' | 'unknown';

export type PositionedMark = {
  id: string;
  /** In pixels of the map as it is zoomed. */
  x: number;
  y: number;
  /** What the mark stands for, e.g. people; 0 for a place that has none. */
  weight: number;
  tone: MarkTone;
  /** Stands for itself whatever is near. */
  isAlone?: boolean;
};

export type MarkCluster = { id: string; x: number; y: number; weight: number; tone: MarkTone; ids: string[] };

const worst: readonly MarkTone[] = ['unknown', 'good', 'late', 'missed'];
const worse = (one: MarkTone, other: MarkTone): MarkTone =>
  worst.indexOf(one) >= worst.indexOf(other) ? one : other;

/**
 * Gathers marks by squares of the given side; a cluster lies at the middle of its marks, those of weight before those
 * without, has their worst tone and is named after the first of them.
 */
export function clusterMarks(marks: readonly PositionedMark[], sidePx: number): MarkCluster[] {
  const cells = new Map<string, PositionedMark[]>();
  for (const mark of marks) {
    const key = mark.isAlone
      ? `alone ${mark.id}`
      : `${Math.floor(mark.x / sidePx)} ${Math.floor(mark.y / sidePx)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [mark]);
    else cell.push(mark);
  }
  return [...cells.values()].map(clusterOf);
}

function clusterOf(marks: readonly PositionedMark[]): MarkCluster {
  const weight = marks.reduce((sum, mark) => sum + mark.weight, 0);
  const counted = weight > 0 ? marks.filter((mark) => mark.weight > 0) : marks;
  const total = Math.max(1, weight);
  const middle = (axis: 'x' | 'y') =>
    counted.reduce(
      (sum, mark) => sum + mark[axis] * (weight > 0 ? mark.weight / total : 1 / marks.length),
      0,
    );
  return {
    id: marks.map(({ id }) => id).reduce((first, id) => (id < first ? id : first)),
    x: middle('x'),
    y: middle('y'),
    weight,
    tone: counted.map(({ tone }) => tone).reduce(worse, 'unknown'),
    ids: marks.map(({ id }) => id),
  };
}
