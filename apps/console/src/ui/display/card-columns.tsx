import type { ReactNode } from 'react';
import styles from './card-columns.module.css';

/** Cards beside each other as far as each keeps room to be read. */
export function CardColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
