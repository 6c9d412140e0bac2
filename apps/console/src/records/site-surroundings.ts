// What lies around a place that somebody picks on a map: the site with its checkpoints.
import { type CheckpointsAround, listCheckpointsAround } from '@watchpost/contract/checkpoints';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api-client.ts';
import type { PinNeighbour } from '../ui/map/pin-map-types.ts';

/** Near enough to tell the corners of a building apart. */
export const siteZoom = 18;

/** The site with its checkpoints; nothing is asked for without a site. */
export function useAround(site: string, isEnabled = true) {
  return useQuery({
    queryKey: ['checkpoints', 'around', site],
    queryFn: ({ signal }) => call(listCheckpointsAround, { query: { site }, signal, explainedBy: 'caller' }),
    enabled: isEnabled && site !== '',
    staleTime: 0,
    retry: false,
  });
}

/** The site's checkpoints but one; the site itself while it has none, so that the map shows something to go by. */
export function neighboursOf({ site, checkpoints }: CheckpointsAround, exceptId = ''): PinNeighbour[] {
  const others = checkpoints.filter((other) => other.id !== exceptId);
  const shown = others.length === 0 ? [{ ...site, radiusMetres: 0 }] : others;
  return shown.map(({ latitude, longitude, ...other }) => ({ ...other, lat: latitude, lng: longitude }));
}
