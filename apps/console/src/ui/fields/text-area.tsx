import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'required' | 'className'>;

/** Text of several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, help, error, isRequired, className, ...area } = props;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, error, isRequired, className }}>
      {(control) => (
        <div className={classNames(styles.box, styles.tall)}>
          <textarea rows={4} {...area} {...control} className={styles.control} />
        </div>
      )}
    </FieldFrame>
  );
}
