import type { ReactNode } from 'react';
import styles from './stack.module.css';

type StackProps = {
  /** Left out where the page is printed. */
  isScreenOnly?: boolean;
  children: ReactNode;
};

/** Cards or fields below each other, with the page's spacing between them. */
export function Stack({ isScreenOnly = false, children }: StackProps) {
  return (
    <div className={styles.stack} data-print={isScreenOnly ? 'hide' : undefined}>
      {children}
    </div>
  );
}
