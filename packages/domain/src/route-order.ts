// Where scans stand in the planned order of a route: one rule for the phone that makes them and the office that reads them (FIELD-03).

/** Checkpoint id -> its place in the planned order; a checkpoint planned twice keeps its first. */
export const positionsOf = (plannedOrder: readonly string[]): Map<string, number> =>
  new Map(plannedOrder.map((id, index) => [id, index] as const).toReversed());

/** The furthest place that scans came to; -1 before the first. */
export const furthestOf = (positions: ReadonlyMap<string, number>, scanned: readonly string[]): number =>
  Math.max(-1, ...scanned.map((id) => positions.get(id) ?? -1));

/** On a route with a fixed order: to leave a checkpoint out is no doubt, to come back to one is. */
export const isOutOfOrder = (position: number, furthest: number): boolean => position < furthest;
