import type { ReactNode } from 'react';
import type { Meaning } from '../theme/theme.ts';
import { MeaningIcon } from './meaning-icon.tsx';
import styles from './stat.module.css';

type StatProps = {
  label: string;
  value: ReactNode;
  /** What the figure is compared with, in words. */
  note?: ReactNode;
  meaning?: Meaning;
  /** The rows behind the figure. */
  href?: string;
};

export function Stat({ label, value, note, meaning, href }: StatProps) {
  const figure = (
    <>
      <span className={styles.label}>
        {meaning && <MeaningIcon meaning={meaning} />}
        {label}
      </span>
      <span className={styles.value}>{value}</span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  );
  return href === undefined ? (
    <div className={styles.stat}>{figure}</div>
  ) : (
    <a className={styles.stat} href={href}>
      {figure}
    </a>
  );
}
