import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

export type SelectOption = { value: string; label: string; isDisabled?: boolean };

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'required' | 'className' | 'onChange' | 'children'> & {
    options: readonly SelectOption[];
    onValueChange: (value: string) => void;
  };

/** The browser's own select, for short lists; Combobox searches long ones. */
export function SelectField(props: SelectFieldProps) {
  const { label, isLabelHidden, help, error, isRequired, className, options, onValueChange, ...select } =
    props;
  const isEmpty = select.value === '' && !select.disabled;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, error, isRequired, className, isEmpty }}>
      {(control) => (
        <div className={styles.box}>
          <select
            {...select}
            {...control}
            className={classNames(styles.control, styles.select)}
            onChange={(event) => onValueChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown size={16} className={styles.chevron} aria-hidden />
        </div>
      )}
    </FieldFrame>
  );
}
