import type { ReactNode } from 'react';
import styles from './name-line.module.css';

/** The name of what a page is about, and beside it how it stands. */
export function NameLine({ name, children }: { name: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.line}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </div>
  );
}
