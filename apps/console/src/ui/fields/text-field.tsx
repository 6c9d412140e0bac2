import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';
import type { FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';
import { useTextLength } from './text-length.ts';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'required' | 'className'> & {
    /** Inside the box, before the text. */
    leading?: ReactNode;
    /** Inside the box, after the text. */
    trail?: ReactNode;
    /** Of the number that is written, such as 'min'. */
    unit?: string;
    /** Nothing can be written beyond `maxLength`; else that is said, and stops no typing. */
    isCapped?: boolean;
  };

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Any text-like input; further props go to the input itself. */
export function TextField({ isCapped = false, maxLength, ...props }: TextFieldProps) {
  const { label, isLabelHidden, help, isRequired, className, leading, trail, unit, ...others } = props;
  const { error, ...input } = others;
  const { control: marks, length } = useTextLength({
    value: input.value,
    maxLength: isCapped ? undefined : maxLength,
  });
  const isEmpty = isBlank(input.value) && !input.readOnly && !input.disabled;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, error, isRequired, className, length, isEmpty }}>
      {(control) => (
        <div className={styles.box}>
          {leading && <span className={styles.lead}>{leading}</span>}
          <input
            type="text"
            {...input}
            {...control}
            {...marks}
            maxLength={isCapped ? maxLength : undefined}
            className={styles.control}
          />
          {unit !== undefined && <span className={styles.unit}>{unit}</span>}
          {trail && <span className={styles.trail}>{trail}</span>}
        </div>
      )}
    </FieldFrame>
  );
}
