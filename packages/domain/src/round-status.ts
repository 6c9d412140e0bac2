/** Status codes of one patrol round as the source stores them (A3, REP-08). */
export const roundStatus = { inProgress: 1001, incompleted: 1005, completed: 1010 } as const;

export type RoundStatusCode = (typeof roundStatus)[keyof typeof roundStatus];

export interface RoundProgress {
  readonly hasEnded: boolean;
  readonly totalCheckPoints: number;
  readonly scannedCheckPoints: number;
}

/**
 * The status that a round's own facts give it, whatever order they arrived in: in progress until its end is
 * known, then completed when every planned checkpoint was scanned, else incompleted. A late scan can therefore
 * still complete a round that had ended as incompleted.
 */
export function statusOf(round: RoundProgress): RoundStatusCode {
  if (!round.hasEnded) return roundStatus.inProgress;
  const isWhole = round.totalCheckPoints > 0 && round.scannedCheckPoints >= round.totalCheckPoints;
  return isWhole ? roundStatus.completed : roundStatus.incompleted;
}

/** The word shown for a status code; blank for a code that no one knows (REP-08). */
export function statusText(code: number): 'Inprogress' | 'Incompleted' | 'Completed' | '' {
  if (code === roundStatus.inProgress) return 'Inprogress';
  if (code === roundStatus.incompleted) return 'Incompleted';
  if (code === roundStatus.completed) return 'Completed';
  return '';
}

/**
 * Share of planned checkpoints scanned, in whole per cent; null for a round without a plan, `total` being 0 or null. 100 means
 * all of them: 199 of 200 is 99, so that no incompleted round reads as whole.
 */
export function percentageOf(scanned: number, total: number | null): number | null {
  if (total === null || total === 0) return null;
  return scanned >= total ? 100 : Math.min(99, Math.round((scanned / total) * 100));
}
