import { changePassword, endOtherSessions, endSession, listSessions } from '@watchpost/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const saveOwnPassword = (oldPassword: string, newPassword: string) =>
  call(changePassword, { body: { oldPassword, newPassword }, explainedBy: 'caller' });

const sessionsKey = ['own-sessions'];

export function useOwnSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(listSessions, { signal, explainedBy: 'caller' }),
    staleTime: 0,
  });
}

/** Ends the session of an id, or all others without one. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? call(endOtherSessions, { explainedBy: 'caller' })
        : call(endSession, { params: { sessionId }, explainedBy: 'caller' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
