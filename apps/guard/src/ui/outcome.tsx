import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconDeviceMobileUp } from '@tabler/icons-react';
import styles from './outcome.module.css';

/** saved: on the phone alone; taken: with the server; flagged: taken with a flag; refused: not taken, and never will be. */
export type OutcomeKind = 'saved' | 'taken' | 'flagged' | 'refused';

const icons = {
  saved: IconDeviceMobileUp,
  taken: IconCircleCheck,
  flagged: IconAlertTriangle,
  refused: IconCircleX,
};

interface OutcomeProps {
  readonly kind: OutcomeKind;
  readonly title: string;
  readonly children?: ReactNode;
  /** Below the frame, and read out with it. */
  readonly below?: ReactNode;
}

/** What became of something, to be seen with half an eye. */
export function Outcome({ kind, title, children, below }: OutcomeProps) {
  const Icon = icons[kind];
  return (
    <output className={styles.told}>
      <div className={styles.outcome} data-outcome={kind}>
        <Icon size={64} stroke={1.5} aria-hidden />
        <strong>{title}</strong>
        {children}
      </div>
      {below}
    </output>
  );
}
