import type { DropdownEntry } from '@watchpost/contract/session';
import { translate } from './labels.ts';

/** The sites to choose from; what stands for none of them is stored in English (SIGN-10), so it is said in the viewer's language here. */
export const siteOptions = (sites: readonly DropdownEntry[]): DropdownEntry[] =>
  sites.map(({ value, label }) => ({ value, label: value === '' ? translate(label) : label }));
