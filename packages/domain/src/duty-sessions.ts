// Duty sessions, from a guard's login to the logout: their states, and when a forgotten logout is taken as one (LOGIO-02).

/** A session without a sign of its guard for so long is over: the longest shift and some hours; tenants may choose. */
export const dutyLimitHours = 16;
export const dutyLimitHoursMin = 4;
export const dutyLimitHoursMax = 72;
const hourMs = 3_600_000;
/** What phones send later than this no longer moves the end of a session that the system closed. */
export const dutyRecheckDays = 90;
/** Rounds that the page of one session shows; more belong to a phone that has never been signed off. */
export const dutyRoundsShownMax = 300;

export const dutyStates = ['onDuty', 'loggedOut', 'closedBySystem'] as const;
export type DutyState = (typeof dutyStates)[number];

export interface DutyEnd {
  /** Epoch milliseconds by the guard's device, or as the system reckoned it. */
  readonly endedAtMs: number | null;
  readonly isClosedBySystem: boolean;
}

export function dutyStateOf({ endedAtMs, isClosedBySystem }: DutyEnd): DutyState {
  if (endedAtMs === null) return 'onDuty';
  return isClosedBySystem ? 'closedBySystem' : 'loggedOut';
}

/**
 * When a session whose guard never logged out ends: the limit after its start or its last sign of activity, whichever
 * is later. Signs after a silence longer than the limit came too late to belong to it. Depends on the set of times
 * alone, so that it is the same in whatever order they arrived.
 */
export function forgottenEndMs(
  startedAtMs: number,
  activityMs: readonly number[],
  limitHours: number = dutyLimitHours,
): number {
  const limitMs = limitHours * hourMs;
  let lastMs = startedAtMs;
  for (const atMs of activityMs.toSorted((one, other) => one - other)) {
    if (atMs > lastMs + limitMs) break;
    if (atMs > lastMs) lastMs = atMs;
  }
  return lastMs + limitMs;
}

/** The end of a session without a logout, as of now: none while its guard may still be on duty. */
export function systemEndOf(
  startedAtMs: number,
  activityMs: readonly number[],
  nowMs: number,
  limitHours: number = dutyLimitHours,
): DutyEnd {
  const endedAtMs = forgottenEndMs(startedAtMs, activityMs, limitHours);
  return endedAtMs <= nowMs
    ? { endedAtMs, isClosedBySystem: true }
    : { endedAtMs: null, isClosedBySystem: false };
}
