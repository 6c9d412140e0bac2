import { useQuery } from '@tanstack/react-query';

interface Watching {
  readonly refetchInterval?: number;
  readonly refetchOnWindowFocus?: boolean;
}

/**
 * The record as it is stored now, or nothing where the id is empty. What was loaded for a page that was left is not shown
 * again in the meantime: a form would be filled with it, and saving it refused.
 */
export function useStoredRecord<Row>(
  area: string,
  id: string,
  load: (id: string, signal: AbortSignal) => Promise<Row>,
  watching: Watching = {},
) {
  return useQuery({
    queryKey: [area, 'one', id],
    queryFn: ({ signal }) => load(id, signal),
    enabled: id !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    ...watching,
  });
}
