import type { DutySessionDetails } from '@watchpost/contract/login-logout';
import { id as idSchema } from '@watchpost/contract/values';
import { IconArrowLeft, IconIdBadge2 } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { useUrlSearch } from '../../lib/url-search.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { backPath } from './login-address.ts';
import { useDutySession } from './login-logout.api.ts';
import { SessionCheckpoints } from './session-checkpoints.tsx';
import styles from './session-details.module.css';
import { SessionHead } from './session-head.tsx';
import { SessionRounds } from './session-rounds.tsx';

/** One duty session: who, where, when, its rounds and every checkpoint of them (LOGIO-03). */
export function SessionDetailsPage() {
  const { pathname } = useLocation();
  const [{ id: text = '' }] = useUrlSearch();
  const parsed = idSchema.safeParse(text);
  return (
    <div className={styles.page}>
      <PageActions>
        <ButtonLink href={`#${backPath(pathname)}`} icon={<IconArrowLeft size={16} aria-hidden />}>
          {t('round.backShort')}
        </ButtonLink>
      </PageActions>
      {text === '' && <Missing title={t('logins.noId')} reason={t('logins.noIdWhy')} />}
      {text !== '' && !parsed.success && <NotFound />}
      {parsed.success && <Session key={parsed.data} sessionId={parsed.data} />}
    </div>
  );
}

function Session({ sessionId }: { readonly sessionId: string }) {
  const { data, error, dataUpdatedAt, refetch } = useDutySession(sessionId);
  if (data !== undefined) return <Loaded details={data} loadedAtMs={dataUpdatedAt} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />;
  if (error === null) return <Loading />;
  return (
    <Missing
      title={t('logins.loadFailed')}
      reason={error.message}
      nextStep={<Button onClick={() => void refetch()}>{t('rounds.retry')}</Button>}
    />
  );
}

function Loaded({
  details,
  loadedAtMs,
}: {
  readonly details: DutySessionDetails;
  readonly loadedAtMs: number;
}) {
  return (
    <>
      <SessionHead details={details} loadedAtMs={loadedAtMs} />
      <SessionRounds details={details} />
      <SessionCheckpoints details={details} />
    </>
  );
}

function Loading() {
  return (
    <div className={styles.page} aria-busy>
      <VisuallyHidden>{t('logins.loading')}</VisuallyHidden>
      <Card>
        <div className={styles.waiting}>
          <Skeleton width={220} height={20} />
          <Skeleton width="70%" />
          <Skeleton width="46%" />
        </div>
      </Card>
      <Card>
        <Skeleton height={196} />
      </Card>
    </div>
  );
}

function NotFound() {
  return <Missing title={t('logins.notFound')} reason={t('logins.notFoundWhy')} />;
}

interface MissingProps {
  readonly title: string;
  readonly reason: string;
  /** The way back to the list unless given. */
  readonly nextStep?: ReactNode;
}

function Missing({ title, reason, nextStep }: MissingProps) {
  const { pathname } = useLocation();
  const back = <ButtonLink href={`#${backPath(pathname)}`}>{t('logins.back')}</ButtonLink>;
  return (
    <Card>
      <EmptyState
        icon={<IconIdBadge2 size={32} aria-hidden />}
        title={title}
        reason={reason}
        nextStep={nextStep ?? back}
      />
    </Card>
  );
}
