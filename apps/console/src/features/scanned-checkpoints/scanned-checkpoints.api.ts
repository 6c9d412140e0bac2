// Queries of the report: a page of rounds, one round, a page of its checkpoints.
import {
  getScannedCheckpoints,
  listRoundCheckpoints,
  listScannedCheckpoints,
} from '@watchpost/contract/scanned-checkpoints';
import { reportPageSize } from '@watchpost/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type ListQuery, listQuery, type ReportSearch } from './report-search.ts';

/** How often a page looks for changed statuses and new rounds; its rows stay where they are. */
const refreshMs = 30_000;

/** A page once shown is asked for again by its own cursor, which no arrival moves (REP-10). */
function pinned(query: ListQuery, cursor: string | null | undefined): ListQuery {
  if (cursor === null || cursor === undefined) return query;
  const { offset: _, ...rest } = query;
  return { ...rest, cursor };
}

/** Answers that more asking will not change: everything but a server or network that is down. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const retry = (failures: number, error: unknown): boolean => failures < 1 && !isFinal(error);

interface RoundsOptions {
  readonly isEnabled: boolean;
  /** Epoch milliseconds: rows older than this are replaced by the newest instead of being held in place. */
  readonly liveSinceMs: number;
}

/** One page of rounds; while another page or filter loads, the rows before stay (isPlaceholderData). */
export function useRounds(search: ReportSearch, { isEnabled, liveSinceMs }: RoundsOptions) {
  const query = listQuery(search);
  return useQuery({
    queryKey: ['scanned-checkpoints', 'list', query],
    queryFn: ({ signal, client, queryKey }) => {
      const known = client.getQueryState<{ cursor: string | null }>(queryKey);
      const isHeld = known !== undefined && known.dataUpdatedAt >= liveSinceMs;
      const asked = isHeld ? pinned(query, known.data?.cursor) : query;
      return call(listScannedCheckpoints, { query: asked, signal, explainedBy: 'caller' });
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    retry,
  });
}

export function useRound(roundId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['scanned-checkpoints', 'round', roundId],
    queryFn: ({ signal }) =>
      call(getScannedCheckpoints, { params: { roundId }, signal, explainedBy: 'caller' }),
    enabled: isEnabled && roundId !== '',
    retry,
  });
}

/** `page` counts from 1. */
export function useRoundCheckpoints(roundId: string, page: number, isEnabled: boolean) {
  const query = { offset: (page - 1) * reportPageSize, limit: reportPageSize };
  return useQuery({
    queryKey: ['scanned-checkpoints', 'round', roundId, 'checkpoints', query],
    queryFn: ({ signal }) =>
      call(listRoundCheckpoints, { params: { roundId }, query, signal, explainedBy: 'caller' }),
    enabled: isEnabled && roundId !== '',
    placeholderData: keepPreviousData,
    retry,
  });
}
