import { getSentMail, listSentMail, retrySentMail, type SentMail } from '@watchpost/contract/sent-mail';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { type MailSearch, listQuery } from './sent-mail-search.ts';

const key = ['sent-mail'] as const;
/** Messages leave and fail by themselves: while the page is looked at, it follows them. */
const followMs = 15_000;

/** While another page or filter loads, the rows before stay (isPlaceholderData). */
export function useMailPage(search: MailSearch, limit: number) {
  const query = listQuery(search, limit);
  return useQuery({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal }) => call(listSentMail, { query, signal, explainedBy: 'caller' }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: followMs,
  });
}

export function useOpenedMail(mailId: string) {
  return useQuery({
    queryKey: [...key, 'one', mailId],
    queryFn: ({ signal }) => call(getSentMail, { params: { mailId }, signal, explainedBy: 'caller' }),
  });
}

export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SentMail) => call(retrySentMail, { params: { mailId: id }, explainedBy: 'caller' }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
