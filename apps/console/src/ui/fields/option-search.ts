/** Which options a typed text finds: case and accents do not matter, every word must occur. */
import type { SelectOption } from './select-field.tsx';

/** More are not drawn: the reader types on. */
export const OPTION_LIMIT = 200;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Options that begin with the text come first; otherwise their order stays. */
export function findOptions(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return options.slice(0, OPTION_LIMIT);
  const whole = words.join(' ');
  const found = options.filter((option) => words.every((word) => plain(option.label).includes(word)));
  const first = found.filter((option) => plain(option.label).startsWith(whole));
  return [...first, ...found.filter((option) => !first.includes(option))].slice(0, OPTION_LIMIT);
}
