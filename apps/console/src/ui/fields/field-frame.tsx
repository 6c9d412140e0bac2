import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import type { TextLength } from './text-length.ts';
import { useUiLabels } from '../ui-labels.ts';
import { useLeft } from './use-left.ts';
import { useSettled } from './use-settled.ts';

/** What every field takes. */
export type FieldProps = {
  label: string;
  /** The label is spoken but not shown, for filter rows. */
  isLabelHidden?: boolean;
  help?: ReactNode;
  /** In words that say what to change. */
  error?: string | null;
  isRequired?: boolean;
  className?: string;
};

/** What ties a control to its label, help and error. */
export type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
};

type FieldFrameProps = FieldProps & {
  length?: TextLength;
  /** Whether nothing is filled in, of a field that can be: left so where it is required, it says that unless `error` says more. */
  isEmpty?: boolean;
  children: (control: ControlProps) => ReactNode;
};

type ProblemProps = { id: string; text: string | null | undefined; length: TextLength | undefined };

/** What is wrong is told as it is shown, unless it changes with each key. */
function Problem({ id, text, length }: ProblemProps) {
  return (
    <>
      {text && (
        <p id={id} className={styles.error} role={length?.error ? undefined : 'alert'}>
          <IconAlertCircle size={14} aria-hidden />
          {text}
        </p>
      )}
      {length?.announcement !== undefined && (
        <VisuallyHidden>
          <output>{length.announcement}</output>
        </VisuallyHidden>
      )}
    </>
  );
}

/** Label above, help below, error under the field. */
export function FieldFrame({
  label,
  isLabelHidden,
  help,
  error,
  isRequired,
  className,
  length,
  isEmpty = false,
  children,
}: FieldFrameProps) {
  const id = useId();
  const labels = useUiLabels();
  const { wasLeft, handleBlur } = useLeft();
  const missing = isRequired && isEmpty && wasLeft ? labels.required : null;
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const wrong = useSettled(length?.error ?? (error || missing));
  const describedBy = classNames(Boolean(wrong) && errorId, Boolean(help) && helpId);
  const labelText = (
    <>
      {label}
      {isRequired && (
        <span className={styles.required} aria-hidden>
          *
        </span>
      )}
    </>
  );
  return (
    <div className={classNames(styles.field, className)} onBlur={handleBlur}>
      <label htmlFor={id} className={isLabelHidden ? undefined : styles.label}>
        {isLabelHidden ? <VisuallyHidden>{labelText}</VisuallyHidden> : labelText}
      </label>
      {children({
        id,
        'aria-invalid': wrong ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      <Problem id={errorId} text={wrong} length={length} />
      {help && (
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}
