import { searchable } from './searchable.ts';

/** Of ICU's root, as the database's name_order (migration 0099): numbers by their value. */
const collator = new Intl.Collator('en', { numeric: true });

/** Compares two texts of searchable(), as the database compares its sort_name. */
export const compareFolded: (one: string, other: string) => number = collator.compare;

/** Compares two names as lists do: accents, strokes and case do not count, numbers do by their value. */
export const compareNames = (one: string, other: string): number =>
  compareFolded(searchable(one), searchable(other));
