// How well due rounds were walked: what became of each, and the share that was walked as planned (DASH-02).
import type { DueStatus } from './tours.ts';

/**
 * What became of a round that was due:
 *   onTime      started before it was late, and every checkpoint was scanned
 *   doneLate    started after that, and every checkpoint was scanned
 *   incomplete  started, on time or not, and ended without every checkpoint
 *   missed      no one began it in its time
 *   excused     no one began it, and somebody said why it need not be walked
 *   underWay    started, and not ended yet
 *   waiting     no one has started it, and there is time left to
 */
export const dueOutcomes = [
  'onTime',
  'doneLate',
  'incomplete',
  'missed',
  'excused',
  'underWay',
  'waiting',
] as const;
export type DueOutcome = (typeof dueOutcomes)[number];

/** Those of which it is settled how well they were walked. */
export const judgedOutcomes = ['onTime', 'doneLate', 'incomplete', 'missed'] as const;

/** The database holds the same rule as the column `outcome` of due_rounds. */
export function dueOutcomeOf(
  due: { readonly status: DueStatus; readonly lateAtMs: number },
  startedAtMs: number | null,
): DueOutcome {
  switch (due.status) {
    case 'completed':
      return startedAtMs !== null && startedAtMs < due.lateAtMs ? 'onTime' : 'doneLate';
    case 'incompleted':
      return 'incomplete';
    case 'inProgress':
      return 'underWay';
    case 'missed':
    case 'excused':
      return due.status;
    case 'due':
    case 'late':
      return 'waiting';
  }
}

export type DueTally = Readonly<Record<DueOutcome, number>>;

/** Of no rounds at all. */
export const noDue: DueTally = {
  onTime: 0,
  doneLate: 0,
  incomplete: 0,
  missed: 0,
  excused: 0,
  underWay: 0,
  waiting: 0,
};

export function judgedOf(tally: DueTally): number {
  return judgedOutcomes.reduce((sum, outcome) => sum + tally[outcome], 0);
}

/**
 * Compliance: of the due rounds of which it is settled (done on time, done late, incomplete, missed), the share that was
 * done on time, in whole per cent; 100 means all of them. Excused rounds and those that may still be walked count for
 * nothing. Null where nothing is settled.
 */
export function complianceOf(tally: DueTally): number | null {
  const judged = judgedOf(tally);
  return judged === 0 ? null : wholeShare(tally.onTime, judged);
}

/** In whole per cent; neither 100 nor 0 unless it is all or nothing. */
export function wholeShare(part: number, whole: number): number {
  if (part >= whole) return 100;
  return part <= 0 ? 0 : Math.max(1, Math.min(99, Math.round((part / whole) * 100)));
}
