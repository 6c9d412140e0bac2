// What was sent late for a due round, in words (TRUTH-04).
import type { LateArrival, LateDue } from '@watchpost/contract/due-rounds';
import { t } from '../lib/labels.ts';
import { relativeAge, timeFormat, wallClock } from '../lib/rounds/round-times.ts';
import { timeWords } from './record-time.ts';

/** Who walked when, and when that arrived; by the clocks of the zone. */
export function arrivalWords(
  { guardName, startedAtMs, arrivedAtMs }: LateArrival,
  { timeZone, dueAtMs }: Pick<LateDue, 'timeZone' | 'dueAtMs'>,
): string {
  const isSameDay = (format: string) =>
    wallClock(startedAtMs, timeZone, format) === wallClock(dueAtMs, timeZone, format);
  const started = isSameDay('YYYY-MM-DD')
    ? wallClock(startedAtMs, timeZone, timeFormat())
    : wallClock(startedAtMs, timeZone);
  const arrived = wallClock(arrivedAtMs, timeZone);
  const delay = relativeAge(startedAtMs, arrivedAtMs);
  return t('lateRounds.walked', { name: guardName, started, arrived, delay });
}

/** The same in short, beside when it was started. */
export function lateWords({ guardName, startedAtMs, arrivedAtMs }: LateArrival, timeZone: string): string {
  const arrived = wallClock(arrivedAtMs, timeZone);
  const delay = relativeAge(startedAtMs, arrivedAtMs);
  return t('lateRounds.arrived', { name: guardName, arrived, delay });
}

/** Null while no one accepted it. */
export function acceptanceWords({ acceptance }: LateArrival): string | null {
  if (acceptance === null) return null;
  const { reason, by, atMs } = acceptance;
  return t('lateRounds.accepted', { by, at: timeWords(atMs), reason });
}

/** What somebody may still accept. */
export const openArrivals = ({ sentLate }: Pick<LateDue, 'sentLate'>): readonly LateArrival[] =>
  sentLate.filter(({ isOpen }) => isOpen);

/** All that is said of a due round, a sentence each. */
export const lateSentences = (due: Pick<LateDue, 'sentLate' | 'timeZone' | 'dueAtMs'>): string[] =>
  due.sentLate.flatMap((arrival) => [arrivalWords(arrival, due), acceptanceWords(arrival) ?? []].flat());
