import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './segmented-field.module.css';

type Segment<Value extends string> = { value: Value; label: string };

type SegmentedFieldProps<Value extends string> = {
  label: string;
  /** Of what is chosen, in a sentence. */
  help?: string;
  options: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
};

/** One of a few choices, all of them in sight. */
export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const { label, help, options, value, onValueChange, className } = props;
  const id = useId();
  const hasHelp = help !== undefined;
  return (
    <fieldset className={classNames(styles.field, className)} aria-describedby={hasHelp ? id : undefined}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hasHelp && (
        <p id={id} className={styles.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
