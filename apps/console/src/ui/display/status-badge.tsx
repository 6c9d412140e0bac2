import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { Meaning } from '../theme/theme.ts';
import { MeaningIcon } from './meaning-icon.tsx';
import styles from './status-badge.module.css';

type StatusBadgeProps = {
  meaning: Meaning;
  /** The word beside the icon. */
  children: string;
  /** Replaces the meaning's own icon, 14 px. */
  icon?: ReactNode;
};

export function StatusBadge({ meaning, children, icon }: StatusBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[meaning])}>
      {icon ?? <MeaningIcon meaning={meaning} sizePx={14} />}
      <span className={styles.word}>{children}</span>
    </span>
  );
}
