import { followLiveBoard, getLiveBoard, type LiveBoard } from '@watchpost/contract/live-board';
import { getSosCall, listSosCalls, resolveSos, type SosCall } from '@watchpost/contract/sos';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { browserHttp } from '../../lib/browser-http.ts';
import { toAddress } from '../../lib/http.ts';

const ofSite = (site: string) => (site === '' ? {} : { site });

export const askBoard = (site: string, signal: AbortSignal): Promise<LiveBoard> =>
  call(getLiveBoard, { query: ofSite(site), signal, explainedBy: 'caller' });

export const streamAddress = (site: string): string =>
  browserHttp.baseUrl() + toAddress(followLiveBoard.path, {}, ofSite(site));

export const sosQueryKey = 'sos';
/** Earlier calls that are listed. */
const pastShown = 30;

export function useSosCall(id: string) {
  return useQuery({
    queryKey: [sosQueryKey, 'one', id],
    queryFn: ({ signal }) => call(getSosCall, { params: { id }, signal, explainedBy: 'caller' }),
    staleTime: 0,
    retry: false,
  });
}

export function usePastCalls(site: string) {
  return useQuery({
    queryKey: [sosQueryKey, 'past', site],
    queryFn: ({ signal }) =>
      call(listSosCalls, {
        query: { ...ofSite(site), state: 'resolved', limit: pastShown },
        signal,
        explainedBy: 'caller',
      }),
    staleTime: 0,
  });
}

export const resolve = (id: string, comment: string): Promise<SosCall> =>
  call(resolveSos, { params: { id }, body: { comment }, explainedBy: 'caller' });
