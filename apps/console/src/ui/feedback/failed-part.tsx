import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from '../actions/button.tsx';
import { useUiLabels } from '../ui-labels.ts';
import styles from './failed-part.module.css';

interface FailedPartProps {
  /** A sentence. */
  readonly reason: string;
  readonly onRetry: () => void;
}

/** In place of a part of a page or dialog that could not be fetched; LoadFailure stands in place of a whole page. */
export function FailedPart({ reason, onRetry }: FailedPartProps) {
  const { retry } = useUiLabels();
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.reason}>
        <IconAlertTriangle size={16} aria-hidden />
        {reason}
      </p>
      <Button size="small" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}
