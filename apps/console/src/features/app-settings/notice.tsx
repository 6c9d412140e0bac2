import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './settings-form.module.css';

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** Something that has to be decided before the form can be saved. */
export function Notice({ title, children, actions }: NoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <div className={styles.noticeText}>
        <strong>{title}</strong>
        {children}
        <div className={styles.noticeActions}>{actions}</div>
      </div>
    </div>
  );
}
