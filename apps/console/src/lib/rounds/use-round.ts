// One round with its timeline, for every page that tells of it.
import { getScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { roundStatus } from '@watchpost/domain/round-status';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api-client.ts';

/** A round still walked is looked at again and again. */
export const walkedRefreshMs = 15_000;

export function useRound(roundId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['scanned-checkpoints', 'round', roundId],
    queryFn: ({ signal }) =>
      call(getScannedCheckpoints, { params: { roundId }, signal, explainedBy: 'caller' }),
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      state.data?.round.statusCode === roundStatus.inProgress && walkedRefreshMs,
  });
}
