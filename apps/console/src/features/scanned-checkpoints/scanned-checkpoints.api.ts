// Queries of the report: a page of rounds, one round, a page of its checkpoints.
import { exportRoundEvidence } from '@watchpost/contract/evidence';
import {
  listRoundCheckpoints,
  listScannedCheckpoints,
  type ScannedCheckpointsPage,
} from '@watchpost/contract/scanned-checkpoints';
import { reportPageSize } from '@watchpost/domain/limits';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../lib/api-client.ts';
import { currentPageSize, usePageSize } from '../../lib/page-size.ts';
import { walkedRefreshMs } from '../../lib/rounds/use-round.ts';
import { type ListQuery, listQuery, type ReportSearch } from './report-search.ts';

/** How often a page looks for changed statuses and new rounds; its rows stay where they are. */
const refreshMs = 30_000;

/** A page once shown is asked for again by its own cursor, which no arrival moves (REP-10). */
function pinned(query: ListQuery, cursor: string | null | undefined): ListQuery {
  if (cursor === null || cursor === undefined) return query;
  return { ...query, offset: undefined, cursor };
}

interface RoundsOptions {
  readonly isEnabled: boolean;
  /** Epoch milliseconds: a page loaded earlier is replaced by the newest rows instead of being held in place. */
  readonly liveSinceMs: number;
}

const roundsKey = (query: ListQuery) => ['scanned-checkpoints', 'list', query] as const;

const askFor = (query: ListQuery, signal: AbortSignal) =>
  call(listScannedCheckpoints, { query, signal, explainedBy: 'caller' });

/** What arrived this recently is not asked for once more. */
const justLoadedMs = 500;

/**
 * Asks for a page before it is drawn; who draws it joins that request or finds its answer. Resolves when it has come or
 * failed.
 */
export function preloadRounds(client: QueryClient, search: ReportSearch): Promise<void> {
  const query = listQuery(search, currentPageSize(reportPageSize));
  return client.prefetchQuery({
    queryKey: roundsKey(query),
    queryFn: ({ signal }) => askFor(query, signal),
    staleTime: justLoadedMs,
  });
}

/** One page of rounds; while another page or filter loads, the rows before stay (isPlaceholderData). */
export function useRounds(search: ReportSearch, { isEnabled, liveSinceMs }: RoundsOptions) {
  const query = listQuery(search, usePageSize(reportPageSize));
  return useQuery({
    queryKey: roundsKey(query),
    queryFn: ({ signal, client, queryKey }) => {
      const known = client.getQueryState<ScannedCheckpointsPage>(queryKey);
      const isCached = known !== undefined && known.dataUpdatedAt >= liveSinceMs;
      return askFor(isCached ? pinned(query, known.data?.cursor) : query, signal);
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
    staleTime: justLoadedMs,
  });
}

/**
 * Starts to load a page with the newest rows in place of those that are held; resolves once it has started, so that
 * anyone who shows the page then joins that load. Its failure shows where the page does.
 */
export function useLoadNewest(): (search: ReportSearch) => Promise<void> {
  const client = useQueryClient();
  return async (search) => {
    const query = listQuery(search, currentPageSize(reportPageSize));
    const queryKey = roundsKey(query);
    await client.cancelQueries({ queryKey });
    void client.prefetchQuery({ queryKey, queryFn: ({ signal }) => askFor(query, signal), staleTime: 0 });
  };
}

/** `page` counts from 1; `isWalked` while the round has not ended. */
export function useRoundCheckpoints(roundId: string, page: number, isWalked: boolean) {
  const pageSize = usePageSize(reportPageSize);
  const query = { offset: (page - 1) * pageSize, limit: pageSize };
  return useQuery({
    queryKey: ['scanned-checkpoints', 'round', roundId, 'checkpoints', query],
    queryFn: ({ signal }) =>
      call(listRoundCheckpoints, { params: { roundId }, query, signal, explainedBy: 'caller' }),
    placeholderData: keepPreviousData,
    refetchInterval: isWalked && walkedRefreshMs,
  });
}

export const saveRoundEvidence = (roundId: string) =>
  download(exportRoundEvidence, { params: { roundId }, explainedBy: 'caller' });
