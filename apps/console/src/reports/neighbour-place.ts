// Where a page of a list without page numbers lies: pure.

/** The row that a page lies next to; empty for the newest page. */
export interface Place {
  readonly before: string;
  readonly after: string;
}

export const newestPage: Place = { before: '', after: '' };

/** As endpoints take it: one neighbour at the most. */
export function placeQuery({ before, after }: Place): Partial<Place> {
  if (before !== '') return { before };
  return after === '' ? {} : { after };
}
