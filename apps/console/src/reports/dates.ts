// What the dates of a report's filter come to: pure.
import { t } from '../lib/labels.ts';

/** Calendar dates, YYYY-MM-DD; empty when not set. */
export interface Dates {
  readonly from: string;
  readonly to: string;
}

export type DateProblem = 'dateMissing' | 'fromAfterTo';

/** What stops the chosen dates from filtering; null when nothing does. */
export function dateProblem({ from, to }: Dates): DateProblem | null {
  if ((from === '') !== (to === '')) return 'dateMissing';
  return from > to ? 'fromAfterTo' : null;
}

/** Why nothing can be exported with these dates; null when something can. */
export function problemText(problem: DateProblem | null): string | null {
  return problem === null ? null : t(`rounds.${problem}`);
}

/** As endpoints take them: half a date range filters nothing (REP-05). */
export function wholeRange({ from, to }: Dates): Partial<Dates> {
  return from === '' || to === '' ? {} : { from, to };
}
