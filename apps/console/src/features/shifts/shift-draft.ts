// A shift as its form holds it: times are text until it is saved. Pure.
import type { ShiftRow } from '@watchpost/contract/shifts';
import { clockDigits, minuteOf } from '../../records/week-words.ts';

export interface ShiftDraft {
  readonly siteId: string;
  readonly name: string;
  /** 'HH:mm', or empty. */
  readonly fromMinute: string;
  readonly toMinute: string;
  readonly weekdays: readonly number[];
  readonly guardIds: readonly string[];
}

export const emptyDraft = (siteId: string): ShiftDraft => ({
  siteId,
  name: '',
  fromMinute: '',
  toMinute: '',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  guardIds: [],
});

export const draftOf = (shift: ShiftRow): ShiftDraft => ({
  siteId: shift.siteId,
  name: shift.name,
  fromMinute: clockDigits(shift.fromMinute),
  toMinute: clockDigits(shift.toMinute),
  weekdays: shift.weekdays,
  guardIds: shift.guardIds,
});

/** What the contract's schema takes. */
export const inputOf = ({ siteId, ...draft }: ShiftDraft): unknown => ({
  ...draft,
  siteId: siteId === '' ? undefined : siteId,
  fromMinute: minuteOf(draft.fromMinute),
  toMinute: minuteOf(draft.toMinute),
});
