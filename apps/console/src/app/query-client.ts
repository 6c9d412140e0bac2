import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';

/** A refusal stays a refusal: only what may pass by itself is tried again, once. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      refetchOnWindowFocus: false,
      staleTime: 10_000,
      // Asks without a network too, so that its absence is said and not waited out in silence (API-05).
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});
