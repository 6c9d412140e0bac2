/** Fields take a text of any length and say when it is too long, so that nothing pasted loses its end without a word. */
import { useEffect, useState } from 'react';
import { useUiLabels } from '../ui-labels.ts';

const TOO_LONG = 'data-too-long';

/** Typing that pauses so long is listened to. */
const PAUSE_MS = 1_000;

type MeasuredProps = { value?: unknown; maxLength?: number };

export type TextLength = {
  /** Shown with each key; null unless the text is too long. */
  error: string | null;
  /** Told to those who listen, who would else hear each key; undefined where a text has no maximum. */
  announcement: string | undefined;
};

/** How many characters of a text count; spaces around it are not kept. */
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.trim().length : 0);

/** Changes at once where the text becomes too long or short enough, and else where typing pauses. */
function useAnnouncement(error: string | null): string {
  const { shortEnough } = useUiLabels();
  const isTooLong = error !== null;
  const [wasTooLong, setWasTooLong] = useState(isTooLong);
  const [announcement, setAnnouncement] = useState('');
  if (wasTooLong !== isTooLong) {
    setWasTooLong(isTooLong);
    setAnnouncement(error ?? shortEnough);
  }
  useEffect(() => {
    const timer = window.setTimeout(() => setAnnouncement(error ?? ''), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [error]);
  return announcement;
}

/** What a control gets in place of a native maximum, and what is said of a text beyond it. */
export function useTextLength({ value, maxLength = Infinity }: MeasuredProps) {
  const labels = useUiLabels();
  const count = lengthOf(value);
  const error = count > maxLength ? labels.tooLong(maxLength, count) : null;
  const announcement = useAnnouncement(error);
  const length: TextLength = { error, announcement: maxLength === Infinity ? undefined : announcement };
  return { control: error === null ? {} : { [TOO_LONG]: true }, length };
}

/** Moves to the first text of a form that is too long; false when there is none. */
export function focusTooLong(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>(`[${TOO_LONG}]`);
  field?.focus();
  return field !== null;
}
