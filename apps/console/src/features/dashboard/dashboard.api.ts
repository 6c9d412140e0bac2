import { getDashboard, getDashboardRanking, getDashboardTrend } from '@watchpost/contract/dashboard';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api-client.ts';
import { onAppEvent } from '../../lib/app-events.ts';
import { type DashboardSearch, queryOf } from './dashboard-search.ts';

const area = 'dashboard';
/** While the window is looked at; what is on screen stays until the new figures are there. */
const refreshMs = 30_000;
const explainedBy = 'caller';

const fresh = {
  placeholderData: keepPreviousData,
  staleTime: 0,
  refetchInterval: refreshMs,
  refetchOnWindowFocus: true,
} as const;

export function useFigures(search: DashboardSearch, isEnabled: boolean) {
  const query = queryOf(search);
  return useQuery({
    ...fresh,
    queryKey: [area, 'figures', query],
    queryFn: ({ signal }) => call(getDashboard, { query, signal, explainedBy }),
    enabled: isEnabled,
  });
}

export function useTrend(search: DashboardSearch, isEnabled: boolean) {
  const query = queryOf(search);
  return useQuery({
    ...fresh,
    queryKey: [area, 'trend', query],
    queryFn: ({ signal }) => call(getDashboardTrend, { query, signal, explainedBy }),
    enabled: isEnabled,
  });
}

export function useRanking(search: DashboardSearch, isEnabled: boolean) {
  const query = queryOf(search);
  return useQuery({
    ...fresh,
    queryKey: [area, 'ranking', query],
    queryFn: ({ signal }) => call(getDashboardRanking, { query, signal, explainedBy }),
    enabled: isEnabled,
  });
}

/** An incident is felt at once, not at the next turn. */
export function useIncidentUpdates(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onAppEvent('incidentReported', () => void client.invalidateQueries({ queryKey: [area, 'figures'] })),
    [client],
  );
}
