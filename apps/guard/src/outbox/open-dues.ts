// Which rounds the guard is still expected to begin at the site of the duty (FIELD-01).
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import {
  type StartedRound,
  earlyStartMinutes,
  type ExpectedRound,
  matchRounds,
} from '@watchpost/domain/tours';
import { serverTimeOf } from '../lib/device-time.ts';
import type { StoredPlan } from './records.ts';
import type { Shift } from './shift.ts';

/** Longer than several tries to ask for what is due take: the office may have changed it since. */
const staleMs = 1_800_000;
/** Within this time an answer with what is due has come, and the server has found which due round a started one is. */
const reckonedMs = 120_000;

type Fetched = Pick<StoredPlan, 'fetchedAtMs' | 'offsetMs'>;
type DuePlan = Fetched & Pick<StoredPlan, 'dues'>;
type Walked = Shift['walked'][number];

/** `nowMs`: by the server's clock. */
export const isStale = (plan: Fetched, nowMs: number): boolean =>
  nowMs - serverTimeOf(plan.fetchedAtMs, plan) > staleMs;

/** The plan was fetched after the server had found what the round is: whatever is due by it is still to be walked. */
const isReckoned = ({ receivedAtMs }: Walked, plan: Fetched): boolean =>
  receivedAtMs !== undefined && serverTimeOf(plan.fetchedAtMs, plan) > receivedAtMs + reckonedMs;

/** As domain/tours matches it: the phone is told of its guard's alone. One whose time is not told yet may begin in all of its window. */
const expectedOf = ({ id, routeVersionId, fromMs, ...due }: FieldDueRound): ExpectedRound => ({
  id,
  date: '',
  routeId: routeVersionId ?? '',
  guardIds: [],
  dueAtMs: due.dueAtMs ?? fromMs + earlyStartMinutes * 60_000,
  lateAtMs: due.toMs,
  missedAtMs: due.missedAtMs ?? due.toMs,
});

/** `offsetMs`: the server's clock minus the phone's, for a round that was noted without it. */
const startedOf = (
  { routeVersionId, startedAtMs, ...round }: Pick<Walked, 'routeVersionId' | 'startedAtMs' | 'offsetMs'>,
  offsetMs: number,
  index = 0,
): StartedRound => ({
  id: String(index),
  routeId: routeVersionId,
  guardId: '',
  startedAtMs: startedAtMs + (round.offsetMs ?? offsetMs),
});

/** Which due round one is that begins now, as the server will find it by what the phone knows; null for none whose time is told. */
export function dueOf(
  plan: DuePlan,
  { walked }: Shift,
  round: Pick<Walked, 'routeVersionId' | 'startedAtMs'>,
  offsetMs: number,
): string | null {
  const taken = new Set(walked.flatMap((before) => (isReckoned(before, plan) ? [] : before.dueId)));
  const open = plan.dues.filter(({ id, dueAtMs }) => dueAtMs !== null && !taken.has(id));
  const [dueId = null] = matchRounds(open.map(expectedOf), [startedOf(round, offsetMs)]).keys();
  return dueId;
}

interface Clocks {
  /** By the server's clock. */
  readonly nowMs: number;
  /** The server's clock minus the phone's, for rounds that were noted without it. */
  readonly offsetMs: number;
}

/**
 * What is left: each started round is one due round. Which one is kept with it, so that it stands for no other once the server
 * names that one no more; where none fitted whose time is told, it is any one whose time is not.
 */
export function openDues(
  plan: DuePlan,
  { duty, walked }: Shift,
  { nowMs, offsetMs }: Clocks,
): FieldDueRound[] {
  const pending = walked.filter((round) => !isReckoned(round, plan));
  const others = pending.filter(({ dueId }) => typeof dueId !== 'string');
  const hidden = matchRounds(
    plan.dues.filter(({ dueAtMs }) => dueAtMs === null).map(expectedOf),
    others.map((round, index) => startedOf(round, offsetMs, index)),
  );
  return plan.dues.filter(
    ({ id, siteId, missedAtMs, toMs }) =>
      siteId === duty?.siteId &&
      (missedAtMs ?? toMs) > nowMs &&
      !hidden.has(id) &&
      pending.every(({ dueId }) => dueId !== id),
  );
}
