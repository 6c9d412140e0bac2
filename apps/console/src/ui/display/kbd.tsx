import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
