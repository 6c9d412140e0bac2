// Hidden columns and saved views, which follow the user to any browser.
import {
  getListPreferences,
  type ListPreferences,
  preferencesAtFirst,
  saveListPreferences,
} from '@watchpost/contract/list-preferences';
import type { ListArea } from '@watchpost/domain/managed-records';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../lib/api-client.ts';

export function useListPreferences(area: ListArea) {
  const queries = useQueryClient();
  const queryKey = ['list-preferences', area];
  const atFirst = useMemo(() => preferencesAtFirst(area), [area]);
  const { data: preferences = atFirst } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getListPreferences, { params: { area }, signal, explainedBy: 'caller' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const saving = useMutation({
    mutationFn: (body: ListPreferences) => call(saveListPreferences, { params: { area }, body }),
    // Shown at once, and taken back when the server would not have it.
    onMutate: (next) => {
      const before = queries.getQueryData<ListPreferences>(queryKey);
      queries.setQueryData(queryKey, next);
      return { before };
    },
    onError: (_error, _next, context) => queries.setQueryData(queryKey, context?.before),
  });
  return { preferences, save: saving.mutateAsync };
}
