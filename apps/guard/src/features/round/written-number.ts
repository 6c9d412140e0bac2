// A number as people write it at a checkpoint: with either comma, grouped as in India or elsewhere, in the digits of any keyboard.
import { answerNumberMax } from '@watchpost/domain/checkpoint-questions';
import type { LabelKey } from '../../lib/labels.ts';

const devanagariZero = '०'.charCodeAt(0);
const withPlainDigits = (text: string) =>
  text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero));

const plain = /^-?\d+(?:\.\d+)?$/;
/** Nobody groups what begins with a zero: its comma is a decimal one. */
const grouped = /^-?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/** Null for what is no number. */
export function numberOf(written: string): number | null {
  const text = withPlainDigits(written.trim());
  const pointed = grouped.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  const value = pointed === '' ? Number.NaN : Number(pointed);
  return Number.isFinite(value) ? value : null;
}

/** The number where it could be meant otherwise, to be shown to whoever wrote it; null where it stands there as it is. */
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
