// What stands in the content's place when a page does not exist, may not be seen or failed (ROUTE-09).
import { IconAlertTriangle, IconLock, IconMapPinQuestion } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { LoadFailure } from '../lib/load-failure.tsx';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { useWhenBack } from '../ui/feedback/use-when-back.ts';
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

/** Tries again in place: when asked to, and by itself when the connection is back. */
function UnreachablePage({ error }: { readonly error: ApiError }) {
  const router = useRouter();
  const retry = () => void router.invalidate();
  useWhenBack(retry);
  return <LoadFailure title={t('error.pageTitle')} error={error} onRetry={retry} />;
}

/** A page's code that did not arrive, or a fault in it. */
export function PageFailure({ error }: ErrorComponentProps<unknown>) {
  if (error instanceof ApiError && error.status === 0) return <UnreachablePage error={error} />;
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
