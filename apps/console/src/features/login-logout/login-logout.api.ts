// Queries of the report: a page of duty sessions, and one of them.
import { getLoginLogout, listLoginLogout } from '@watchpost/contract/login-logout';
import { reportPageSize } from '@watchpost/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { usePageSize } from '../../lib/page-size.ts';
import { listQuery, type LoginSearch } from './login-search.ts';

/** How often a page looks for logins and logouts. */
const refreshMs = 30_000;
/** A session still open is looked at again and again. */
const openRefreshMs = 15_000;

/** While another page or filter loads, the rows before stay (isPlaceholderData). */
export function useSessions(search: LoginSearch, isEnabled: boolean) {
  const query = listQuery(search, usePageSize(reportPageSize));
  return useQuery({
    queryKey: ['login-logout', 'list', query],
    queryFn: ({ signal }) => call(listLoginLogout, { query, signal, explainedBy: 'caller' }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    staleTime: 0,
  });
}

export function useDutySession(sessionId: string) {
  return useQuery({
    queryKey: ['login-logout', 'session', sessionId],
    queryFn: ({ signal }) => call(getLoginLogout, { params: { sessionId }, signal, explainedBy: 'caller' }),
    refetchInterval: ({ state }) => state.data?.session.status === 'onDuty' && openRefreshMs,
  });
}
