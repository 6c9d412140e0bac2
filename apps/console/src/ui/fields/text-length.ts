/** Fields take a text of any length and say when it is too long, so that nothing pasted loses its end without a word. */
import { useUiLabels } from '../ui-labels.ts';

const TOO_LONG = 'data-too-long';

type Held = { value?: unknown; maxLength?: number };

/** How many characters of a text count; spaces around it are not kept. */
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.trim().length : 0);

/** What a control gets in place of a native maximum, and what is said of a text beyond it. */
export function useTextLength({ value, maxLength = Infinity }: Held) {
  const labels = useUiLabels();
  const count = lengthOf(value);
  return count > maxLength
    ? { control: { [TOO_LONG]: true }, error: labels.tooLong(maxLength, count) }
    : { control: {}, error: null };
}

/** Moves to the first text of a form that is too long; false when there is none. */
export function focusTooLong(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>(`[${TOO_LONG}]`);
  field?.focus();
  return field !== null;
}
