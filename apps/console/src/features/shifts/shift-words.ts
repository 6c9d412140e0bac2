// How shifts read: their times, and what is wrong with them.
import type { PlanShift, ShiftPlan } from '@watchpost/contract/shifts';
import { isOvernight, type ShiftTimes, type ShiftWarning } from '@watchpost/domain/shifts';
import { t } from '../../lib/labels.ts';
import { clockDigits, hoursWords } from '../../records/week-words.ts';

export function timesWords(times: ShiftTimes): string {
  const words = hoursWords(times.fromMinute, times.toMinute);
  return isOvernight(times) ? t('shifts.nextDay', { times: words }) : words;
}

/** One sentence for each guard and pair of shifts. */
export function warningWords(
  warnings: readonly ShiftWarning[],
  plan: Pick<ShiftPlan, 'guards' | 'shifts' | 'elsewhere'>,
  ownName = '',
): string[] {
  const shifts = new Map([...plan.shifts, ...plan.elsewhere].map((shift) => [shift.id, shift]));
  const guards = new Map(plan.guards.map(({ id, name }) => [id, name]));
  const elsewhere = new Set(plan.elsewhere.map(({ id }) => id));
  const nameOf = (id: string) => {
    const shift: PlanShift | undefined = shifts.get(id);
    if (shift === undefined) return ownName;
    return elsewhere.has(id) ? `${shift.name} (${shift.siteName})` : shift.name;
  };
  return warnings.map(({ kind, guardId, shiftIds: [first, second], minutes }) => {
    const words = { guard: guards.get(guardId) ?? '', first: nameOf(first), second: nameOf(second) };
    if (kind === 'overlap') return t('shifts.overlap', { ...words, minutes });
    return t('shifts.shortRest', { ...words, time: clockDigits(minutes) });
  });
}
