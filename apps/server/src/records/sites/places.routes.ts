import { findTimeZone, searchPlaces } from '@watchpost/contract/places';
import { countRequest } from '../../platform/access/request-limit.queries.ts';
import type { Geocoder } from '../../platform/adapters/geocoder/geocoder.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findPlaces, timeZoneAt } from './places.service.ts';

export interface PlaceSettings {
  /** Left out where none is configured. */
  readonly geocoder?: Geocoder;
}

/** Searches of one account within a minute; more than anybody types. */
const searchesPerMinute = 60;
const searchLimit = { name: 'place-search', max: searchesPerMinute, windowSeconds: 60 };

export function placeRoutes({ geocoder }: PlaceSettings): Route[] {
  return [
    route(searchPlaces, async ({ caller: { scope, userId }, query, language, log }) => {
      await countRequest(scope.db, scope.tenantId, searchLimit, userId);
      const onProblem = (error: unknown) => log.warn({ err: error }, 'the geocoder gave no answer');
      return findPlaces(scope, { text: query.searchText, language, geocoder: geocoder ?? null, onProblem });
    }),

    route(findTimeZone, async ({ query }) => ({ timeZone: timeZoneAt(query.latitude, query.longitude) })),
  ];
}
