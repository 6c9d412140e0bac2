import { excuseDueRound, listDueRounds } from '@watchpost/contract/due-rounds';
import { gridPageSize } from '@watchpost/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { usePageSize } from '../../lib/page-size.ts';
import { calendarDay } from '../../lib/today.ts';
import type { DueSearch } from './due-search.ts';
import { tourArea } from './tours.api.ts';

/** Rounds become late and missed while the page is open. */
const refreshMs = 30_000;
const explainedBy = 'caller';

export const dueRoundsKey = [tourArea, 'dueRounds'];

export function useDueRounds(search: DueSearch) {
  const pageSize = usePageSize(gridPageSize);
  const { site, tour, id, status, page } = search;
  const query = useQuery({
    queryKey: [...dueRoundsKey, search, pageSize],
    queryFn: ({ signal }) => {
      const day = search.day ?? calendarDay(Date.now());
      const filter = {
        ...(site === '' ? {} : { site }),
        ...(tour === '' ? {} : { tour }),
        ...(status === null ? {} : { status }),
        ...(id === '' ? { from: day, to: day } : { id }),
      };
      const window = { offset: (page - 1) * pageSize, limit: pageSize };
      return call(listDueRounds, { query: { ...filter, ...window }, signal, explainedBy });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  });
  return { ...query, pageSize };
}

export const excuseRound = (id: string, reason: string): Promise<unknown> =>
  call(excuseDueRound, { params: { id }, body: { reason }, explainedBy });
