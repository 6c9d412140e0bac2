import { IconAlertTriangle } from '@tabler/icons-react';
import { Button } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { t } from './labels.ts';

interface LoadFailureProps {
  /** What is missing; the error alone says it unless given. */
  readonly title?: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** In place of what could not be fetched, with the way to try again (GRID-08's rule, for pages and forms). */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={title ?? error.message}
          reason={title === undefined ? undefined : error.message}
          nextStep={<Button onClick={onRetry}>{t('ui.retry')}</Button>}
        />
      </div>
    </Card>
  );
}
