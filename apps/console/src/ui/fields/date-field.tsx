import { IconCalendar, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import floating from '../overlays/floating.module.css';
import { useDismiss } from '../overlays/use-dismiss.ts';
import { useFloating } from '../overlays/use-floating.ts';
import { useUiLabels, useUiLocale } from '../ui-labels.ts';
import { isWithin, readDay, showDay, todayOf } from './calendar-days.ts';
import styles from './date-field.module.css';
import field from './field.module.css';
import type { FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

const MONDAY = 1;

type DateFieldProps = FieldProps & {
  /** 'YYYY-MM-DD', shown as dd/mm/yy. */
  value: string | null;
  onValueChange: (day: string | null) => void;
  /** First and last allowed day, 'YYYY-MM-DD'. */
  min?: string;
  max?: string;
  /** 0 Sunday, 1 Monday. */
  weekStart?: number;
  isDisabled?: boolean;
};

/** Typed text until it is a day: told apart from the value, so that half a date never reaches the filter. */
function useTypedDay({ value, onValueChange, min, max }: DateFieldProps) {
  const labels = useUiLabels();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (day: string | null) => {
    setTyped(null);
    setProblem(null);
    if (day !== value) onValueChange(day);
  };
  const commit = () => {
    if (typed === null) return;
    if (typed.trim() === '') return choose(null);
    const day = readDay(typed, todayOf(new Date()));
    if (day === null) return setProblem(labels.dateInvalid);
    if (!isWithin(day, min, max)) return setProblem(labels.dateOutOfRange);
    return choose(day);
  };
  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  return { text: typed ?? (value === null ? '' : showDay(value)), problem, choose, commit, type };
}

/** A day, typed or chosen from a calendar that loads when first opened. */
export function DateField(props: DateFieldProps) {
  const {
    label,
    isLabelHidden,
    help,
    error,
    isRequired,
    className,
    value,
    min,
    max,
    weekStart = MONDAY,
    isDisabled,
  } = props;
  const labels = useUiLabels();
  const locale = useUiLocale();
  const day = useTypedDay(props);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useFloating({ anchor: box, panel, isOpen, placement: 'bottom-start' });
  const close = (givesFocusBack: boolean) => {
    setIsOpen(false);
    if (givesFocusBack) input.current?.focus();
  };
  useDismiss(isOpen, [box, panel], (reason) => close(reason === 'escape'));

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') day.commit();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setIsOpen(true);
    }
  };
  const pick = (picked: string) => {
    day.choose(picked);
    close(true);
  };
  const whole = value
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(value))
    : undefined;

  return (
    <FieldFrame {...{ label, isLabelHidden, help, isRequired, className }} error={error ?? day.problem}>
      {(control) => (
        <div ref={box} className={field.box}>
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/yy"
            title={whole}
            className={`${field.control} ${styles.input}`}
            value={day.text}
            disabled={isDisabled}
            onChange={(event) => day.type(event.target.value)}
            onBlur={day.commit}
            onKeyDown={handleKey}
          />
          <span className={field.trail}>
            {value !== null && !isRequired && (
              <IconButton
                size="small"
                hasTooltip={false}
                label={`${labels.clear} ${label}`}
                icon={<IconX size={14} />}
                disabled={isDisabled}
                onClick={() => {
                  day.choose(null);
                  input.current?.focus();
                }}
              />
            )}
            <IconButton
              size="small"
              hasTooltip={false}
              label={`${labels.openCalendar} ${label}`}
              icon={<IconCalendar size={18} />}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              disabled={isDisabled}
              onClick={() => setIsOpen(!isOpen)}
            />
          </span>
          {isOpen && (
            <div
              ref={panel}
              popover="manual"
              role="dialog"
              aria-label={label}
              className={`${floating.panel} ${styles.panel}`}
            >
              <Suspense
                fallback={
                  <div className={styles.waiting}>
                    <Spinner />
                  </div>
                }
              >
                <Calendar value={value} min={min} max={max} weekStart={weekStart} onPick={pick} />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
