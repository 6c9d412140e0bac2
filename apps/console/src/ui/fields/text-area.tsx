import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';
import { isBlank } from './text-field.tsx';
import { useTextLength } from './text-length.ts';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'required' | 'className'>;

/** Text of several lines; what is longer than `maxLength` is said to be. */
export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, help, isRequired, className, maxLength, error, ...area } = props;
  const { control: marks, length } = useTextLength({ value: area.value, maxLength });
  const isEmpty = isBlank(area.value) && !area.readOnly && !area.disabled;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, error, isRequired, className, length, isEmpty }}>
      {(control) => (
        <div className={classNames(styles.box, styles.tall)}>
          <textarea rows={4} {...area} {...control} {...marks} className={styles.control} />
        </div>
      )}
    </FieldFrame>
  );
}
