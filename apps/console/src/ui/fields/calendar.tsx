/** A month to choose a day from; its own chunk, loaded when a DateField first opens. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useUiLabels, useUiLocale } from '../ui-labels.ts';
import styles from './calendar.module.css';
import { addDays, addMonths, dayByKey, isWithin, monthWeeks, todayOf } from './calendar-days.ts';

type CalendarProps = {
  /** 'YYYY-MM-DD' */
  value: string | null;
  min?: string;
  max?: string;
  /** 0 Sunday, 1 Monday. */
  weekStart: number;
  onPick: (day: string) => void;
};

function useFormats(locale: string) {
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return (day: string) => formatter.format(new Date(`${day}T00:00:00Z`));
    };
    return {
      month: format({ month: 'long', year: 'numeric' }),
      weekday: format({ weekday: 'short' }),
      weekdayLong: format({ weekday: 'long' }),
      day: format({ day: 'numeric', month: 'long', year: 'numeric', weekday: 'long' }),
    };
  }, [locale]);
}

type MonthHeadProps = { shown: string; title: string; onMove: (months: number) => void };

function MonthHead({ shown, title, onMove }: MonthHeadProps) {
  const labels = useUiLabels();
  return (
    <div className={styles.head}>
      <IconButton
        size="small"
        label={labels.previousMonth}
        icon={<IconChevronLeft size={18} />}
        onClick={() => onMove(-1)}
      />
      <p className={styles.month} aria-live="polite" key={shown.slice(0, 4)}>
        {title}
      </p>
      <IconButton
        size="small"
        label={labels.nextMonth}
        icon={<IconChevronRight size={18} />}
        onClick={() => onMove(1)}
      />
    </div>
  );
}

export function Calendar({ value, min, max, weekStart, onPick }: CalendarProps) {
  const labels = useUiLabels();
  const formats = useFormats(useUiLocale());
  const today = todayOf(new Date());
  const [active, setActive] = useState(value ?? today);
  const movesFocus = useRef(true);
  const table = useRef<HTMLTableElement>(null);
  const weeks = monthWeeks(active, weekStart);

  useLayoutEffect(() => {
    if (movesFocus.current) table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const handleKey = (event: KeyboardEvent) => {
    const next = dayByKey(active, event.key, event.shiftKey, weekStart);
    if (next === null) return;
    event.preventDefault();
    movesFocus.current = true;
    setActive(next);
  };
  const moveMonth = (months: number) => {
    movesFocus.current = false;
    setActive(addMonths(active, months));
  };

  const weekdays = Array.from({ length: 7 }, (_, at) => addDays('2023-01-01', weekStart + at));
  return (
    <div className={styles.calendar}>
      <MonthHead shown={active} title={formats.month(active)} onMove={moveMonth} />
      <table
        ref={table}
        className={styles.table}
        role="grid"
        aria-label={formats.month(active)}
        onKeyDown={handleKey}
      >
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={formats.weekdayLong(day)} className={styles.weekday}>
                {formats.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === active ? 0 : -1}
                    disabled={!isWithin(day, min, max)}
                    aria-label={formats.day(day)}
                    aria-current={day === today ? 'date' : undefined}
                    className={classNames(
                      styles.day,
                      day.slice(0, 7) !== active.slice(0, 7) && styles.outside,
                      day === value && styles.chosen,
                    )}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        size="small"
        variant="quiet"
        isFullWidth
        disabled={!isWithin(today, min, max)}
        onClick={() => onPick(today)}
      >
        {labels.today}
      </Button>
    </div>
  );
}
