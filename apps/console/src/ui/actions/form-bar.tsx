import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
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
  return (
    <div className={classNames(styles.bar, className)} data-keep-clear>
      <output className={styles.state}>{state}</output>
      {children}
    </div>
  );
}
