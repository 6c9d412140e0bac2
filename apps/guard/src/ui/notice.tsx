import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import styles from './notice.module.css';

export type Tone = 'plain' | 'good' | 'late' | 'missed';

const icons = { plain: IconInfoCircle, good: IconCircleCheck, late: IconAlertTriangle, missed: IconX };

interface NoticeProps {
  readonly tone?: Tone;
  /** Read out at once when it appears. */
  readonly isNews?: boolean;
  readonly children: ReactNode;
}

export function Notice({ tone = 'plain', isNews = false, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={`${styles.notice ?? ''} ${styles[tone] ?? ''}`} role={isNews ? 'alert' : undefined}>
      <Icon size={24} aria-hidden />
      <div className={styles.text}>{children}</div>
    </div>
  );
}

/** That something is done, to be seen with half an eye. */
export function Done({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <output className={styles.big}>
      <IconCircleCheck size={112} stroke={1.5} aria-hidden />
      <strong>{title}</strong>
      {children}
    </output>
  );
}
