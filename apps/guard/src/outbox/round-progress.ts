import type { PlannedPoint, PlannedRoute } from './records.ts';

interface Walked {
  readonly route: PlannedRoute;
  readonly scans: readonly { readonly checkpointId: string }[];
}

/** Checkpoints of the plan that no scan was made at, in their order, each once, as the server counts them. */
export function missingPoints({ route, scans }: Walked): PlannedPoint[] {
  const seen = new Set(scans.map(({ checkpointId }) => checkpointId));
  return route.checkpoints.filter(({ checkpointId }) => {
    if (seen.has(checkpointId)) return false;
    seen.add(checkpointId);
    return true;
  });
}

/** How many there are to scan. */
export const pointsOf = (route: PlannedRoute): number =>
  new Set(route.checkpoints.map(({ checkpointId }) => checkpointId)).size;

/** Where the guard stands, unless told otherwise; null where it might be at any of several. */
export function expectedPoint(walked: Walked): PlannedPoint | null {
  const missing = missingPoints(walked);
  const [next = null] = missing;
  return walked.route.isFixedOrder || missing.length === 1 ? next : null;
}
