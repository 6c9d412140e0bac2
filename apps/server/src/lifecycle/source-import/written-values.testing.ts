// Values of a document database, before a tool has written them.

/** A time, a position or a reference, which each tool writes in its own way; all else is written as it is. */
export type Special =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'place'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'reference'; readonly path: string };
export type Written = Special | string | number | boolean | null | readonly Written[] | WrittenMap;
export interface WrittenMap {
  readonly [name: string]: Written;
}

/** The document that all collections are below. */
export const root = 'patrollingApp/superAdmin';

export const isSpecial = (value: Written): value is Special =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'kind' in value;
export const isList = (value: Written): value is readonly Written[] => Array.isArray(value);
