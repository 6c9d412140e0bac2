import { findTimeZone, searchPlaces } from '@watchpost/contract/places';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

const explainedBy = 'caller';
const searchMinLength = 2;
const keptMs = 60_000;

/** An answer belongs to its text: one that comes late never stands for another text. */
export function usePlaces(searchText: string) {
  return useQuery({
    queryKey: ['places', 'search', searchText],
    queryFn: ({ signal }) => call(searchPlaces, { query: { searchText }, signal, explainedBy }),
    enabled: searchText.length >= searchMinLength,
    staleTime: keptMs,
    retry: false,
  });
}

/** About a metre: zones are not drawn finer. */
const decimals = 5;

/** Null asks nothing. */
export function useTimeZone(position: { readonly lat: number; readonly lng: number } | null) {
  const latitude = Number((position?.lat ?? 0).toFixed(decimals));
  const longitude = Number((position?.lng ?? 0).toFixed(decimals));
  return useQuery({
    queryKey: ['places', 'timeZone', latitude, longitude],
    queryFn: ({ signal }) => call(findTimeZone, { query: { latitude, longitude }, signal, explainedBy }),
    enabled: position !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
