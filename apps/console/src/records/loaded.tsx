// What a part of a page shows of what it asked for: its shape to come, what came, or why nothing came.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedPart } from '../ui/feedback/failed-part.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Of the shape to come, in pixels. */
  readonly height: number;
  readonly children: (data: Data) => ReactNode;
}

/** What came before stays when asking again fails. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {data === undefined && error === null && <Skeleton height={height} />}
      {error !== null && <FailedPart reason={error.message} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  );
}
