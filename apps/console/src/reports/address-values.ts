// Single values as the address of a report holds them: what makes no sense there is left out, never an error. Pure.
import { type id, searchText } from '@watchpost/contract/values';
import { searchTextMaxLength } from '@watchpost/domain/limits';

/** Empty unless the schema takes the text. */
export function validOr(schema: typeof id, text: string | undefined): string {
  const result = schema.safeParse(text);
  return result.success ? result.data : '';
}

export function searchTextIn(text = ''): string {
  return validOr(searchText, text.trim().slice(0, searchTextMaxLength).trim());
}

/** From 1 to `max`. */
export function pageIn(text = '', max: number): number {
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), max);
}
