// A page about one record that its address names: while it loads, when it is gone, and when it is there.
import type { UseQueryResult } from '@tanstack/react-query';
import { IconFileOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import { LoadFailure } from '../lib/load-failure.tsx';
import { ButtonLink } from '../ui/actions/button.tsx';
import { Card } from '../ui/display/card.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import styles from './record-page.module.css';

interface RecordPageProps<Row> {
  readonly query: Pick<UseQueryResult<Row>, 'data' | 'error' | 'refetch'>;
  /** Of the list that the record stands in. */
  readonly backHref: string;
  readonly children: (record: Row) => ReactNode;
}

export function RecordPage<Row>({ query, backHref, children }: RecordPageProps<Row>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return <div className={styles.page}>{children(data)}</div>;
  if (error === null) return <Skeleton height={380} />;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isGone) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Card>
      <EmptyState
        icon={<IconFileOff size={20} aria-hidden />}
        title={t('records.gone')}
        nextStep={<ButtonLink href={backHref}>{t('records.back')}</ButtonLink>}
      />
    </Card>
  );
}
