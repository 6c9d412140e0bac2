/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a placed popover, which <dialog> cannot be everywhere yet */
import { IconCalendar, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { fetchedPart } from '../feedback/fetched-part.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import floating from '../overlays/floating.module.css';
import { useDismiss } from '../overlays/use-dismiss.ts';
import { useFloating } from '../overlays/use-floating.ts';
import { useUiLabels, useUiLocale } from '../ui-labels.ts';
import { isDayWritten, isWithin, readDay, showDay, todayOf } from './calendar-days.ts';
import styles from './date-field.module.css';
import field from './field.module.css';
import type { ControlProps, FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

const Calendar = fetchedPart(
  async () => (await import('./calendar.tsx')).Calendar,
  () => (
    <div className={styles.waiting}>
      <Spinner />
    </div>
  ),
);

const MONDAY = 1;

const dayInFull = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));

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
  /** True unless given; a filter that always holds a day has no button that empties it. */
  isClearable?: boolean;
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
    if (day === null) return setProblem(isDayWritten(typed) ? labels.noSuchDay : labels.dateInvalid);
    if (!isWithin(day, min, max)) return setProblem(labels.dateOutOfRange);
    return choose(day);
  };
  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  return { text: typed ?? (value === null ? '' : showDay(value)), problem, choose, commit, type };
}

type ButtonsProps = { props: DateFieldProps; isOpen: boolean; onClear: () => void; onToggle: () => void };

function DateButtons({ props, isOpen, onClear, onToggle }: ButtonsProps) {
  const { label, value, isRequired, isDisabled, isClearable = true } = props;
  const labels = useUiLabels();
  const shared = { size: 'small', hasTooltip: false, disabled: isDisabled } as const;
  return (
    <span className={field.trail}>
      {value !== null && !isRequired && isClearable && (
        <IconButton
          {...shared}
          label={`${labels.clear} ${label}`}
          icon={<IconX size={14} />}
          onClick={onClear}
        />
      )}
      <IconButton
        {...shared}
        label={`${labels.openCalendar} ${label}`}
        icon={<IconCalendar size={18} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onToggle}
      />
    </span>
  );
}

type CalendarPanelProps = {
  props: DateFieldProps;
  box: RefObject<Element | null>;
  onPick: (day: string) => void;
  onClose: (restoresFocus: boolean) => void;
};

function CalendarPanel({ props, box, onPick, onClose }: CalendarPanelProps) {
  const { label, value, min, max, weekStart = MONDAY } = props;
  const panel = useRef<HTMLDivElement>(null);
  useFloating({ anchor: box, panel, isOpen: true, placement: 'bottom-start' });
  useDismiss(true, [box, panel], (reason) => onClose(reason === 'escape'));
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label={label}
      className={classNames(floating.panel, styles.panel)}
    >
      <Calendar value={value} min={min} max={max} weekStart={weekStart} onPick={onPick} />
    </div>
  );
}

type DateBoxProps = { props: DateFieldProps; control: ControlProps; day: ReturnType<typeof useTypedDay> };

function DateBox({ props, control, day }: DateBoxProps) {
  const locale = useUiLocale();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = (restoresFocus: boolean) => {
    setIsOpen(false);
    if (restoresFocus) input.current?.focus();
  };
  const choose = (picked: string | null) => {
    day.choose(picked);
    close(true);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') day.commit();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <div ref={box} className={field.box}>
      <input
        {...control}
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/yy"
        title={props.value === null ? undefined : dayInFull(props.value, locale)}
        className={classNames(field.control, styles.input)}
        value={day.text}
        disabled={props.isDisabled}
        onChange={(event) => day.type(event.target.value)}
        onBlur={day.commit}
        onKeyDown={handleKey}
      />
      <DateButtons
        props={props}
        isOpen={isOpen}
        onClear={() => choose(null)}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen && <CalendarPanel props={props} box={box} onPick={choose} onClose={close} />}
    </div>
  );
}

/** A day, typed or chosen from a calendar that loads when first opened. */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden, help, error, isRequired, className } = props;
  const day = useTypedDay(props);
  const isEmpty = day.text.trim() === '' && !props.isDisabled;
  return (
    <FieldFrame
      {...{ label, isLabelHidden, help, isRequired, className, isEmpty }}
      error={error ?? day.problem}
    >
      {(control) => <DateBox props={props} control={control} day={day} />}
    </FieldFrame>
  );
}
