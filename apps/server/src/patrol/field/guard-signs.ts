// What the events of one transaction say of when their guards were last heard of.
import { subjectOf } from './event-body.ts';
import { isPostEvent } from './post-events.ts';
import type { SentEvent } from './field-state.ts';

export interface GuardSign {
  readonly guardId: string;
  readonly atMs: number;
  /** The round of the latest event of a round; null for none. */
  readonly roundId: string | null;
  readonly roundAtMs: number | null;
  readonly scanId: string | null;
  readonly scanAtMs: number | null;
  readonly scanReceivedAtMs: number | null;
}

/** One for each guard, by the latest of the events. */
export function signsOf(taken: readonly SentEvent[]): GuardSign[] {
  const signs = new Map<string, GuardSign>();
  for (const sent of taken) signs.set(sent.guardId, latest(signs.get(sent.guardId), sent));
  return [...signs.values()];
}

function latest(before: GuardSign | undefined, sent: SentEvent): GuardSign {
  const { event, guardId, receivedAtMs, happenedAtMs: atMs } = sent;
  const isOfRound = event.kind !== 'dutyStarted' && event.kind !== 'dutyEnded' && !isPostEvent(event);
  const isRound = isOfRound && atMs >= (before?.roundAtMs ?? 0);
  const isScan = event.kind === 'checkpointScanned' && atMs >= (before?.scanAtMs ?? 0);
  return {
    guardId,
    atMs: Math.max(atMs, before?.atMs ?? 0),
    roundId: isRound ? subjectOf(event) : (before?.roundId ?? null),
    roundAtMs: isRound ? atMs : (before?.roundAtMs ?? null),
    scanId: isScan ? event.id : (before?.scanId ?? null),
    scanAtMs: isScan ? atMs : (before?.scanAtMs ?? null),
    scanReceivedAtMs: event.kind === 'checkpointScanned' ? receivedAtMs : (before?.scanReceivedAtMs ?? null),
  };
}
