import { excuseDueRound, listDueRounds } from '@watchpost/contract/due-rounds';
import { gridPageSize } from '@watchpost/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { usePageSize } from '../../lib/page-size.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { windowQueryOf } from '../../reports/narrowing.ts';
import type { DueSearch } from './due-search.ts';
import { tourArea } from './tours.api.ts';

/** Rounds become late and missed while the page is open. */
const refreshMs = 30_000;
const explainedBy = 'caller';

export const dueRoundsKey = [tourArea, 'dueRounds'];

export function useDueRounds(search: DueSearch) {
  const pageSize = usePageSize(gridPageSize);
  const { site, tour, id, status, outcome, sentLate, guard, page } = search;
  const zone = search.zone || viewerZone();
  const query = useQuery({
    queryKey: [...dueRoundsKey, search, zone, pageSize],
    queryFn: ({ signal }) => {
      const filter = {
        zone,
        ...(site === '' ? {} : { site }),
        ...(tour === '' ? {} : { tour }),
        ...(status === null ? {} : { status }),
        ...(outcome === null ? {} : { outcome }),
        ...(sentLate ? { sentLate: 'open' as const } : {}),
        ...(guard === '' ? {} : { guard }),
        ...windowQueryOf(search),
        ...(id === '' ? daysOf(search) : { id }),
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

/** A window of its own needs no day, and neither do those that wait for somebody to accept what was sent late. */
function daysOf({ day, from, to, fromMs, sentLate }: DueSearch) {
  if (from !== '') return { from, to };
  return (fromMs !== '' || sentLate) && day === null ? {} : { day: day ?? 'today' };
}

export const excuseRound = (id: string, reason: string): Promise<unknown> =>
  call(excuseDueRound, { params: { id }, body: { reason }, explainedBy });
