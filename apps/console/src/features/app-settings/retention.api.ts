import { getArchiveFile, getRetention, saveRetention } from '@watchpost/contract/retention';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput, download } from '../../lib/api-client.ts';

const key = ['app-settings', 'retention'] as const;
const explained = { explainedBy: 'caller' } as const;

export const loadRetention = () => call(getRetention, explained);

export function useRetention() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getRetention, { signal, ...explained }),
    // The form is filled once and then belongs to who edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export function useSaveRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof saveRetention>['body']) =>
      call(saveRetention, { body, ...explained }),
    onSuccess: (reply) => client.setQueryData(key, reply),
  });
}

export const saveArchiveFile = (archiveId: string, no: number): Promise<unknown> =>
  download(getArchiveFile, { params: { archiveId, no: String(no) } });
