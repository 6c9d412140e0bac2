import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';
import type { FieldProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'required' | 'className'> & {
    /** Inside the box, before the text. */
    lead?: ReactNode;
    /** Inside the box, after the text. */
    trail?: ReactNode;
    /** Of the number that is written, such as 'min'. */
    unit?: string;
  };

/** Any text-like input; further props go to the input itself. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, help, error, isRequired, className, lead, trail, unit, ...input } = props;
  return (
    <FieldFrame {...{ label, isLabelHidden, help, error, isRequired, className }}>
      {(control) => (
        <div className={styles.box}>
          {lead && <span className={styles.lead}>{lead}</span>}
          <input type="text" {...input} {...control} className={styles.control} />
          {unit !== undefined && <span className={styles.unit}>{unit}</span>}
          {trail && <span className={styles.trail}>{trail}</span>}
        </div>
      )}
    </FieldFrame>
  );
}
