// The radii that a slider stops at: single metres where they matter, larger steps further out. Pure.
import { radiusMaxMetres, radiusMinMetres } from '@watchpost/domain/checkpoints';

/** Up to so many metres the slider goes by that step. */
const ranges = [
  { upTo: 50, step: 1 },
  { upTo: 100, step: 5 },
  { upTo: radiusMaxMetres, step: 10 },
] as const;

export const radiusSteps: readonly number[] = ranges.reduce<readonly number[]>(
  (steps, { upTo, step }) => {
    const last = steps.at(-1) ?? radiusMinMetres;
    const count = Math.floor((upTo - last) / step);
    return [...steps, ...Array.from({ length: count }, (_, index) => last + (index + 1) * step)];
  },
  [radiusMinMetres],
);

/** Place of the step nearest to a radius. */
export function nearestStep(metres: number): number {
  const distances = radiusSteps.map((step) => Math.abs(step - metres));
  return distances.indexOf(Math.min(...distances));
}
