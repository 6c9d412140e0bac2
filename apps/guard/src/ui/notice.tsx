import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import styles from './notice.module.css';

export type Tone = 'plain' | 'good' | 'late' | 'missed';

const icons = { plain: IconInfoCircle, good: IconCircleCheck, late: IconAlertTriangle, missed: IconX };

interface NoticeProps {
  readonly tone?: Tone;
  /** Read out at once when it appears. */
  readonly isUpdate?: boolean;
  readonly children: ReactNode;
}

export function Notice({ tone = 'plain', isUpdate = false, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={`${styles.notice ?? ''} ${styles[tone] ?? ''}`} role={isUpdate ? 'alert' : undefined}>
      <Icon size={24} aria-hidden />
      <div className={styles.text}>{children}</div>
    </div>
  );
}
