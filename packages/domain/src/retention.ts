// How long rounds are kept where a company chose to keep them no longer than that: whole months, by UTC.

export const monthsToKeep = { min: 3, max: 240 } as const;

/** Younger rounds are removed by no one, whatever is chosen: less than the fewest months. Migration 0049 has it, too. */
export const removableAgeMs = 85 * 86_400_000;

/** Between choosing and the first removal, in which the choice can be taken back. */
export const retentionGraceMs = 7 * 86_400_000;

/** Begin of the month of UTC that a time lies in, or of one so many months later. */
export function monthStartMs(atMs: number, months: number = 0): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1);
}

/** Rounds that began before this are removed: of the current month and so many whole months before it all are kept. */
export function retainedFromMs(nowMs: number, months: number): number {
  return monthStartMs(nowMs, -months);
}
