import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';

/** A form that could not be filled, with the way to try again (GRID-08's rule, for forms). */
export function LoadFailure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <Card>
      <EmptyState title={error.message} nextStep={<Button onClick={onRetry}>{t('ui.retry')}</Button>} />
    </Card>
  );
}
