import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of one thing, side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

type FactProps = {
  label: string;
  /** Of text that takes a line of its own. */
  isWide?: boolean;
  children: ReactNode;
};

export function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
