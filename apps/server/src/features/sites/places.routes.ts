import { findTimeZone, searchPlaces } from '@watchpost/contract/places';
import type { Geocoder } from '../../adapters/geocoder/geocoder.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { findPlaces, timeZoneAt } from './places.service.ts';

export interface PlaceSettings {
  /** Left out where none is configured. */
  readonly geocoder?: Geocoder;
}

/** Searches of one account within a minute; more than anybody types. */
const searchesPerMinute = 60;
const minuteMs = 60_000;

export function placeRoutes({ geocoder }: PlaceSettings): Route[] {
  const asked = new Map<string, number>();
  let minute = 0;
  /** Throws slowDown. */
  const count = (account: string) => {
    const now = Math.floor(Date.now() / minuteMs);
    if (now !== minute) asked.clear();
    minute = now;
    const times = (asked.get(account) ?? 0) + 1;
    if (times > searchesPerMinute) throw new AppError('slowDown');
    asked.set(account, times);
  };
  return [
    route(searchPlaces, ({ caller: { scope, userId }, query, language, log }) => {
      count(`${scope.tenantId} ${userId}`);
      const onProblem = (error: unknown) => log.warn({ err: error }, 'the geocoder gave no answer');
      return findPlaces(scope, { text: query.searchText, language, geocoder: geocoder ?? null, onProblem });
    }),

    route(findTimeZone, async ({ query }) => ({ timeZone: timeZoneAt(query.latitude, query.longitude) })),
  ];
}
