// The product's own words for what a file holds, in the language of the page.
import type { ValuesOf } from '@watchpost/domain/messages';
import type labels from '../labels/en.json';
import type { LabelParameters } from '../labels/parameters.d.ts';
import { textOf } from './texts.ts';

type Section = 'incidents' | 'liveBoard' | 'narrowing' | 'remarks' | 'reports' | 'trust';
type KeyOf<Texts> = Texts extends object ? keyof Texts & string : never;
export type ProductKey = KeyOf<(typeof labels)[Section]>;

export function productLabel<Key extends ProductKey>(
  key: Key,
  ...[values]: ValuesOf<LabelParameters, Key>
): string {
  return textOf(key, values) ?? key;
}

/** The word for a value that a file names; the value itself where the product has none. */
export const valueLabel = (area: string, value: string): string => textOf(`${area}.${value}`) ?? value;
