// Says plainly that a module does not exist yet, and what does.
import { IconBarrierBlock } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';

export function NotBuiltPage({ moduleName }: { moduleName: string }) {
  const mayViewRounds = useSession((session) => session.canView('SCANNED_CHECKPOINTS'));
  const nextStep = mayViewRounds ? (
    <ButtonLink variant="primary" href="#/patrolling-reports/scanned-checkpoints">
      {t('notBuilt.toRounds')}
    </ButtonLink>
  ) : undefined;
  return (
    <Card>
      <EmptyState
        icon={<IconBarrierBlock size={20} />}
        title={t('notBuilt.title', { module: moduleName })}
        reason={mayViewRounds ? t('notBuilt.reason') : t('notBuilt.reasonAlone')}
        nextStep={nextStep}
      />
    </Card>
  );
}
