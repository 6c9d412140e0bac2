/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a month table moved through by keys is a grid */
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

const A_SUNDAY = '2023-01-01';

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

type MonthHeadProps = { title: string; onMove: (months: number) => void };

function MonthHead({ title, onMove }: MonthHeadProps) {
  const labels = useUiLabels();
  return (
    <div className={styles.head}>
      <IconButton
        size="small"
        label={labels.previousMonth}
        icon={<IconChevronLeft size={18} />}
        onClick={() => onMove(-1)}
      />
      <p className={styles.month} aria-live="polite">
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

type MonthGridProps = Pick<CalendarProps, 'value' | 'min' | 'max' | 'weekStart' | 'onPick'> & {
  active: string;
  today: string;
  formats: ReturnType<typeof useFormats>;
};

type DayCellProps = Omit<MonthGridProps, 'weekStart'> & { day: string };

function DayCell({ day, value, min, max, onPick, active, today, formats }: DayCellProps) {
  const isOtherMonth = day.slice(0, 7) !== active.slice(0, 7);
  return (
    <td aria-selected={day === value}>
      <button
        type="button"
        data-day={day}
        tabIndex={day === active ? 0 : -1}
        disabled={!isWithin(day, min, max)}
        aria-label={formats.day(day)}
        aria-current={day === today ? 'date' : undefined}
        className={classNames(styles.day, isOtherMonth && styles.outside, day === value && styles.chosen)}
        onClick={() => onPick(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

function Weekdays({ weekStart, formats }: Pick<MonthGridProps, 'weekStart' | 'formats'>) {
  const days = Array.from({ length: 7 }, (_, at) => addDays(A_SUNDAY, weekStart + at));
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={formats.weekdayLong(day)} className={styles.weekday}>
            {formats.weekday(day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function MonthGrid(props: MonthGridProps & { onMove: (day: string) => void; hasFocus: boolean }) {
  const { weekStart, active, onMove, hasFocus, ...cell } = props;
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (hasFocus) table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active, hasFocus]);
  const handleKey = (event: KeyboardEvent) => {
    const next = dayByKey(active, event.key, event.shiftKey, weekStart);
    if (next === null) return;
    event.preventDefault();
    onMove(next);
  };
  const title = cell.formats.month(active);
  return (
    <table ref={table} role="grid" aria-label={title} className={styles.table} onKeyDown={handleKey}>
      <Weekdays weekStart={weekStart} formats={cell.formats} />
      <tbody>
        {monthWeeks(active, weekStart).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} day={day} active={active} {...cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Calendar(props: CalendarProps) {
  const { value, min, max, onPick } = props;
  const labels = useUiLabels();
  const formats = useFormats(useUiLocale());
  const [today] = useState(() => todayOf(new Date()));
  // Keys carry the focus to the new day; the month buttons keep it.
  const [at, setAt] = useState({ day: value ?? today, hasFocus: true });
  return (
    <div className={styles.calendar}>
      <MonthHead
        title={formats.month(at.day)}
        onMove={(months) => setAt({ day: addMonths(at.day, months), hasFocus: false })}
      />
      <MonthGrid
        {...props}
        active={at.day}
        today={today}
        formats={formats}
        hasFocus={at.hasFocus}
        onMove={(day) => setAt({ day, hasFocus: true })}
      />
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
