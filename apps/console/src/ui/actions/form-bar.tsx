import { Children, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import hiddenStyles from '../display/visually-hidden.module.css';
import styles from './form-bar.module.css';

interface FormBarProps {
  /** What state the form is in, such as with changes that are not saved; empty for nothing to say. */
  readonly state: string;
  readonly className?: string | undefined;
  /** The buttons that end it. */
  readonly children: ReactNode;
}

/** Stays in view below a long form. Toasts, and what the keyboard is on, keep clear of it. */
export function FormBar({ state, className, children }: FormBarProps) {
  // On a phone one line of buttons is all that the fields can spare.
  const isCrowded = Children.toArray(children).length > 2;
  return (
    <div className={classNames(styles.bar, className)} data-keep-clear>
      <output className={classNames(styles.state, isCrowded && hiddenStyles.onPhones)}>{state}</output>
      {children}
    </div>
  );
}
