import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = {
  /** A line for each fact, label and value beside each other, as where there is little room. */
  areLines?: boolean;
  children: ReactNode;
};

/** What is known of one thing, side by side. */
export function Facts({ areLines = false, children }: FactsProps) {
  return <dl className={areLines ? styles.lines : styles.facts}>{children}</dl>;
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
