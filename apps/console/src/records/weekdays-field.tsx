// The days of the week that something is on.
import { weekdays } from '@watchpost/domain/shifts';
import { classNames } from '../ui/class-names.ts';
import { weekdayWords } from './week-words.ts';
import styles from './weekdays-field.module.css';

interface WeekdaysFieldProps {
  readonly label: string;
  /** Sunday 1 to Saturday 7. */
  readonly chosen: readonly number[];
  readonly error: string | null;
  readonly isDisabled?: boolean;
  readonly className?: string;
  readonly onChange: (days: number[]) => void;
}

export function WeekdaysField(props: WeekdaysFieldProps) {
  const { label, chosen, error, isDisabled = false, className, onChange } = props;
  const toggle = (day: number) => {
    const next = chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day];
    onChange(next.toSorted((one, other) => one - other));
  };
  return (
    <fieldset className={classNames(styles.days, className)} disabled={isDisabled}>
      <legend>{label}</legend>
      {weekdays.map((day) => (
        <label key={day} className={styles.day}>
          <input type="checkbox" checked={chosen.includes(day)} onChange={() => toggle(day)} />
          {weekdayWords(day)}
        </label>
      ))}
      {error !== null && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
