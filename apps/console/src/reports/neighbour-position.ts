// Where a page of a list without page numbers lies: pure.

/** The row that a page lies next to; empty for the newest page. */
export interface NeighbourPosition {
  readonly before: string;
  readonly after: string;
}

export const newestPage: NeighbourPosition = { before: '', after: '' };

/** As endpoints take it: one neighbour at the most. */
export function positionQuery({ before, after }: NeighbourPosition): Partial<NeighbourPosition> {
  if (before !== '') return { before };
  return after === '' ? {} : { after };
}
