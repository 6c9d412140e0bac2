// What stands in the content's place when a page does not exist, may not be seen or failed (ROUTE-09).
import { IconAlertTriangle, IconLock, IconMapPinQuestion } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { pageTitleAt } from './page-title.ts';

function DashboardLink() {
  const route = useSession((session) => session.dashboardRoute());
  return (
    <ButtonLink variant="primary" href={`#/${route.replaceAll(/^\/+|\/+$/g, '')}`}>
      {t('error.toDashboard')}
    </ButtonLink>
  );
}

interface FailureProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly reason: string;
  readonly nextStep?: ReactNode;
}

function Failure({ icon, title, reason, nextStep }: FailureProps) {
  return (
    <Card>
      <EmptyState icon={icon} title={title} reason={reason} nextStep={nextStep ?? <DashboardLink />} />
    </Card>
  );
}

export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const title = t('notFound.nothing', { path });
  return <Failure icon={<IconMapPinQuestion size={20} />} title={title} reason={t('notFound.reason')} />;
}

export function NoAccessPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const reason = t('noAccess.reason', { page: pageTitleAt(path) });
  return <Failure icon={<IconLock size={20} />} title={t('noAccess.title')} reason={reason} />;
}

/** A page's code that did not arrive, or a fault in it. */
export function PageFailure() {
  const reload = (
    <>
      <DashboardLink />
      <Button onClick={() => window.location.reload()}>{t('error.reload')}</Button>
    </>
  );
  return (
    <Failure
      icon={<IconAlertTriangle size={20} />}
      title={t('error.pageTitle')}
      reason={t('error.pageReason')}
      nextStep={reload}
    />
  );
}
