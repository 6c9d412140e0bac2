// Moments as the source writes them: epoch milliseconds as numbers or as text, or a date and time with its zone.
import { readInstant } from '@watchpost/domain/readers/times';

const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

const milliseconds = /^\d{12,13}$/;

const isMoment = (ms: number): boolean => ms >= earliestMs && ms <= latestMs;

/** Whole epoch milliseconds between 2000 and 2100; null for anything else, and for a date and time that does not say its zone. */
export function momentOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  // What nearly every time is, without the reader.
  const plain = typeof value === 'number' || milliseconds.test(value) ? Number(value) : Number.NaN;
  if (isMoment(plain)) return Math.floor(plain);
  const ms = readInstant(String(value));
  return ms !== null && isMoment(ms) ? Math.floor(ms) : null;
}
