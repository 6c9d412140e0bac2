/** Which options a typed text finds: every word must occur, as the given fold sees both. */
import type { SelectOption } from './select-field.tsx';

/** More are not drawn: the reader types on. */
export const OPTION_LIMIT = 200;

/** Options that begin with the text come first; otherwise their order stays. */
export function findOptions(
  options: readonly SelectOption[],
  text: string,
  fold: (text: string) => string,
): readonly SelectOption[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return options.slice(0, OPTION_LIMIT);
  const whole = words.join(' ');
  const found = options.flatMap((option) => {
    const label = fold(option.label);
    return words.every((word) => label.includes(word)) ? [{ option, isFirst: label.startsWith(whole) }] : [];
  });
  const inOrder = [...found.filter(({ isFirst }) => isFirst), ...found.filter(({ isFirst }) => !isFirst)];
  return inOrder.slice(0, OPTION_LIMIT).map(({ option }) => option);
}
