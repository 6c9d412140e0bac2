// Which rounds the guard is still expected to begin at the site of the duty (FIELD-01).
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { serverTimeOf } from '../lib/device-time.ts';
import type { StoredPlan } from './records.ts';
import type { Shift } from './shift.ts';

/** Longer than several tries to ask for what is due take: the office may have changed it since. */
const staleMs = 1_800_000;

/** `nowMs`: by the server's clock. */
export const isStale = (plan: Pick<StoredPlan, 'fetchedAtMs' | 'offsetMs'>, nowMs: number): boolean =>
  nowMs - serverTimeOf(plan.fetchedAtMs, plan) > staleMs;

interface Clocks {
  /** By the server's clock. */
  readonly nowMs: number;
  /** The server's clock minus the phone's, for rounds that were noted without it. */
  readonly offsetMs: number;
}

export function openDues(
  dues: readonly FieldDueRound[],
  { duty, walked }: Shift,
  { nowMs, offsetMs }: Clocks,
): FieldDueRound[] {
  return dues.filter(
    ({ siteId, missedAtMs, toMs, fromMs, routeVersionId }) =>
      siteId === duty?.siteId &&
      (missedAtMs ?? toMs) > nowMs &&
      !walked.some(
        (round) =>
          round.routeVersionId === routeVersionId &&
          round.startedAtMs + (round.offsetMs ?? offsetMs) >= fromMs,
      ),
  );
}
