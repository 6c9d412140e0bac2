// What a part of a page shows of what it asked for: its shape to come, what came, or why nothing came.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import styles from './loaded.module.css';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Of the shape to come, in pixels. */
  readonly height: number;
  readonly children: (data: Data) => ReactNode;
}

/** What came before stays when asking anew fails. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {data === undefined && error === null && <Skeleton height={height} />}
      {error !== null && (
        <p className={styles.failure} role="alert">
          {error.message} <Button onClick={() => void refetch()}>{t('ui.retry')}</Button>
        </p>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
