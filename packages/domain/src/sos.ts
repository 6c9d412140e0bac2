// Calls for help: what a guard's SOS passes through, and what bounds it (FIELD-01, NOTIF-05).

/** The guard's own "I am safe" is no state: somebody may have been made to press it, so the back office still looks. */
export const sosStates = ['raised', 'acknowledged', 'resolved'] as const;
export type SosState = (typeof sosStates)[number];

export function sosStateOf(call: {
  readonly acknowledgedAtMs: number | null;
  readonly resolvedAtMs: number | null;
}): SosState {
  if (call.resolvedAtMs !== null) return 'resolved';
  return call.acknowledgedAtMs === null ? 'raised' : 'acknowledged';
}

/** What the history of a call tells of. */
export const sosEventKinds = ['raised', 'safe', 'acknowledged', 'resolved'] as const;
export type SosEventKind = (typeof sosEventKinds)[number];

export const sosCommentMaxLength = 2_000;
/** Positions that one upload brings. */
export const sosPositionsBatchMax = 100;
/** Positions of one call that its page shows, the latest ones. */
export const sosTrackShownMax = 500;
/** A call that took longer to arrive is marked as late. */
export const sosLateMs = 60_000;
/** A checkpoint farther away says nothing of where somebody is. */
export const sosNearMaxMetres = 5_000;
/** After so long without an acknowledgement the guard's phone says to call. */
export const sosUnseenMs = 60_000;
/** Notices of single calls that one guard causes within an hour; of more those who watch are notified once an hour. */
export const sosNoticesPerHour = 20;
/** A muted call sounds again after so long, unless it was acknowledged. */
export const sosMuteMs = 60_000;
/** An open console looks for open calls so often while its stream is well, and so often while it is not. */
export const sosLookMs = { live: 15_000, streamDown: 3_000 } as const;
