// Which exceptions a step in the history of a due round opens, escalates or settles.
import type { ExceptionKind } from './exceptions.ts';

export type DueExceptionKind = Extract<ExceptionKind, 'missed' | 'late'>;

/** An exception of the due round that exists already. */
export interface KnownDueException {
  readonly id: string;
  readonly kind: DueExceptionKind;
  readonly isClosed: boolean;
}

export interface DueStep {
  /** Of the due round from then on, such as late, missed or inProgress; others concern no exception. */
  readonly status: string;
  /** When it happened; epoch milliseconds. */
  readonly atMs: number;
}

export interface DueExceptionChange {
  /** A late exception that becomes the missed one. */
  readonly escalatedId: string | null;
  readonly opened: DueExceptionKind | null;
  /** The round was walked after all: whatever there is then says so. */
  readonly isMadeGood: boolean;
}

/** Whether the step can concern exceptions at all. */
export const concernsExceptions = ({ status }: DueStep): boolean =>
  status === 'late' || status === 'missed' || status === 'inProgress';

/**
 * A late exception that is not closed becomes the missed one; a closed one stays what it was, and another is opened. A round that
 * was started after `lateAtMs` was late even if no one saw it late.
 */
export function dueExceptionChange(
  step: DueStep,
  lateAtMs: number,
  known: readonly KnownDueException[],
): DueExceptionChange {
  const isMadeGood = step.status === 'inProgress';
  const late = known.find(({ kind }) => kind === 'late');
  const hasMissed = known.some(({ kind }) => kind === 'missed');
  if (step.status === 'missed') {
    const escalatedId = late !== undefined && !late.isClosed ? late.id : null;
    const opened = hasMissed || escalatedId !== null ? null : 'missed';
    return { escalatedId, opened, isMadeGood };
  }
  const isLate = step.status === 'late' || (isMadeGood && step.atMs >= lateAtMs);
  const opened = isLate && known.length === 0 ? 'late' : null;
  return { escalatedId: null, opened, isMadeGood };
}
