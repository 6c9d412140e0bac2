import type { Duty, EventOf, SentEvent } from './field-state.ts';

type DutyEvent = EventOf<'dutyStarted'> | EventOf<'dutyEnded'>;

/** A duty's row after one more of its events, in any order; of several ends the earliest counts. */
export function advanceDuty(
  id: string,
  duty: Duty | undefined,
  { event, guardId, atMs }: SentEvent<DutyEvent>,
): Duty {
  const before: Duty = duty ?? {
    id,
    guardId,
    siteId: null,
    startedAtMs: null,
    endedAtMs: null,
    isClosedBySystem: false,
  };
  if (event.kind === 'dutyStarted') {
    return { ...before, siteId: event.siteId, startedAtMs: atMs };
  }
  // The guard's own word stands over the system's guess.
  const isEarlier = before.endedAtMs === null || before.isClosedBySystem || atMs < before.endedAtMs;
  return isEarlier ? { ...before, endedAtMs: atMs, isClosedBySystem: false } : before;
}
