// A number that a guard writes at a checkpoint.
import { answerNumberMax } from '@watchpost/domain/checkpoint-questions';
import { readNumber } from '@watchpost/domain/readers/numbers';
import type { LabelKey } from '../../lib/labels.ts';

const plain = /^-?\d+(?:\.\d+)?$/;

/** Null for what is no number. A guard is shown how a lone comma was read. */
export const numberOf = (written: string): number | null => readNumber(written, { loneComma: 'thousands' });

/** The number where it could be meant otherwise, to be shown to anyone who wrote it; null where it stands there as it is. */
export function understoodNumber(written: string): string | null {
  const value = numberOf(written);
  return value === null || plain.test(written.trim()) ? null : String(value);
}

/** Why what was written is no number that can be kept; null for one that can, and for nothing. */
export function numberFault(written: string): LabelKey | null {
  if (written.trim() === '') return null;
  const value = numberOf(written);
  if (value === null) return 'answers.noNumber';
  return Math.abs(value) > answerNumberMax ? 'answers.tooLarge' : null;
}
