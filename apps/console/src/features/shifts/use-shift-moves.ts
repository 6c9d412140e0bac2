// Moving and resizing shifts in the calendar: shown at once, stored when let go, and undone (MNG-05).
import type { PlanShift } from '@watchpost/contract/shifts';
import { changedTimes, type ShiftTimes } from '@watchpost/domain/shifts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { daysWords } from '../../records/week-words.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { BlockChange } from '../../ui/week-calendar/week-calendar-types.ts';
import { type Held, partsOf } from './shift-week.ts';
import { timesWords } from './shift-words.ts';
import { shiftArea, storeShift } from './shifts.api.ts';

/** Long enough to notice a mistake and reach for the button. */
const undoDurationMs = 10_000;

const timesOf = ({ fromMinute, toMinute, weekdays }: ShiftTimes): ShiftTimes => ({
  fromMinute,
  toMinute,
  weekdays,
});
const isSame = (one: ShiftTimes, other: ShiftTimes) =>
  JSON.stringify(timesOf(one)) === JSON.stringify(timesOf(other));

export function useShiftMoves(shifts: readonly PlanShift[]) {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState('');
  const [isStoring, setIsStoring] = useState(false);
  const store = useStore();
  const take = (blockId: string): Held | null => {
    const { shiftId, weekday } = partsOf(blockId);
    if (held?.shift.id === shiftId && held.weekday === weekday) return held;
    const shift = shifts.find(({ id }) => id === shiftId);
    return shift === undefined ? null : { shift, weekday, nowWeekday: weekday, times: timesOf(shift) };
  };
  const change = (blockId: string, { edge, minutes, days }: BlockChange, isFromStart: boolean) => {
    const taken = take(blockId);
    if (taken === null) return;
    const { shift } = taken;
    const from = isFromStart ? { times: timesOf(shift), weekday: taken.weekday } : taken;
    const weekday = isFromStart ? taken.weekday : taken.nowWeekday;
    const times = changedTimes(from.times, { edge, minutes, days, weekday });
    if (times === null) {
      setSaid(t('shifts.cannotMove', { name: shift.name }));
      return;
    }
    setHeld({ ...taken, times, nowWeekday: weekday + days });
    setSaid(
      t('shifts.movedTo', { name: shift.name, times: timesWords(times), days: daysWords(times.weekdays) }),
    );
  };
  const commit = async () => {
    if (held === null || isStoring) return;
    const isMoved = !isSame(held.times, held.shift);
    setIsStoring(isMoved);
    const tell = isMoved ? await store(held.shift, held.times) : null;
    setHeld(null);
    setIsStoring(false);
    tell?.();
  };
  return {
    held,
    /** Until the calendar shows what is stored, nothing else is taken: it would be let go in the middle of it. */
    isStoring,
    said,
    onDrag: (id: string, made: BlockChange) => change(id, made, true),
    onStep: (id: string, made: BlockChange) => change(id, made, false),
    onCommit: () => void commit(),
    onCancel: () => {
      if (held !== null) setSaid(t('shifts.putBack', { name: held.shift.name }));
      setHeld(null);
    },
  };
}

/** What is to be told once the calendar shows what became of it. */
type Tell = () => void;

function useStore() {
  const queries = useQueryClient();
  const attempt = async (run: () => Promise<Tell>): Promise<Tell> => {
    let tell: Tell;
    try {
      tell = await run();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tell = () => void toasts.error({ summary: t('error.summary'), text: error.message });
    }
    // In any case the calendar shows what is so now.
    await queries.invalidateQueries({ queryKey: [shiftArea] });
    return tell;
  };
  return (shift: PlanShift, times: ShiftTimes): Promise<Tell> =>
    attempt(async () => {
      const { id, name, guardIds } = shift;
      const stored = await storeShift(id, { name, guardIds, ...changeable(times) }, shift.version);
      const putBack = async (): Promise<Tell> => {
        await storeShift(id, { name, guardIds, ...changeable(shift) }, stored.version);
        return () => undefined;
      };
      const undo = () => void attempt(putBack).then((tell) => tell());
      const words = { name, times: timesWords(times), days: daysWords(times.weekdays) };
      return () =>
        void toasts.success({
          text: t('shifts.movedTo', words),
          durationMs: undoDurationMs,
          action: { label: t('records.undo'), onSelect: undo },
        });
    });
}

const changeable = ({ fromMinute, toMinute, weekdays }: ShiftTimes) => ({
  fromMinute,
  toMinute,
  weekdays: [...weekdays],
});
