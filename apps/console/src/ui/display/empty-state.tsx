import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** Why there is nothing here. */
  reason?: ReactNode;
  /** What the reader can do next. */
  nextStep?: ReactNode;
};

export function EmptyState({ icon, title, reason, nextStep }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {nextStep && <div className={styles.next}>{nextStep}</div>}
    </div>
  );
}
