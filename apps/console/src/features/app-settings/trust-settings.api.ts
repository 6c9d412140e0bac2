import { getTrustSettings, saveTrustSettings } from '@watchpost/contract/trust-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput } from '../../lib/api-client.ts';

const key = ['app-settings', 'trust'] as const;
const explained = { explainedBy: 'caller' } as const;

export const loadTrustSettings = () => call(getTrustSettings, explained);

export function useTrustSettings() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getTrustSettings, { signal, ...explained }),
    // The form is filled once and then belongs to who edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export function useSaveTrustSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof saveTrustSettings>['body']) =>
      call(saveTrustSettings, { body, ...explained }),
    onSuccess: (reply) => client.setQueryData(key, reply),
  });
}
