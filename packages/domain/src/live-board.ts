// The live board: how much it shows, how fast, and when a silence is worth a look (DASH-03).

/** Rows of each list; the board says how many more there are. */
export const boardShownMax = {
  sos: 50,
  guards: 100,
  rounds: 60,
  scans: 40,
  incidents: 20,
  sites: 2_000,
} as const;
/** A guard on duty of whom nothing was heard for so long is worth a look. */
export const idleAfterMinutes = 60;
/** And after so long, a call. */
export const noActivityAfterMinutes = 120;
/** Duty sessions that began longer ago are forgotten logouts, not people on duty. */
export const boardDutyHours = 24;
/** Rounds that began longer ago are not under way any more, whatever became of them. */
export const boardRoundHours = 24;
/** A stream tells of changes this far apart at least, however many there are. */
export const boardBatchMs = 300;
/** Silence after which a stream shows that it lives, and the board looks again at what only time changes. */
export const boardBeatMs = 15_000;
/** A stream of which nothing was heard for so long is taken as broken. */
export const boardLostAfterMs = 40_000;

export const activities = ['active', 'idle', 'inactive'] as const;
export type Activity = (typeof activities)[number];

/** How long nothing was heard of somebody, by the last sign of theirs. */
export function activityOf(lastSignMs: number, nowMs: number): Activity {
  const minutes = (nowMs - lastSignMs) / 60_000;
  if (minutes >= noActivityAfterMinutes) return 'inactive';
  return minutes >= idleAfterMinutes ? 'idle' : 'active';
}
