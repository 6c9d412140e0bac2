// Where a site could be: coordinates as typed, the tenant's own sites, and what a geocoder knows (MNG-02).
import tzLookup from '@photostructure/tz-lookup';
import type { FoundPlaces, Place } from '@watchpost/contract/places';
import type { SiteRow } from '@watchpost/contract/sites';
import { readPosition } from '@watchpost/domain/readers/positions';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Geocoder } from '../../platform/adapters/geocoder/geocoder.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { siteTable } from './sites.queries.ts';

const sitesShown = 4;

export const timeZoneAt = (latitude: number, longitude: number): string => tzLookup(latitude, longitude);

interface Asked {
  readonly text: string;
  readonly language: string;
  /** Null where none is configured. */
  readonly geocoder: Geocoder | null;
  readonly onProblem: (error: unknown) => void;
}

export async function findPlaces(
  scope: SiteScope,
  { text, language, geocoder, onProblem }: Asked,
): Promise<FoundPlaces> {
  const at = coordinatesOf(text);
  if (at !== null) return { data: [at], geocoder: geocoder === null ? 'none' : 'asked' };
  const [sites, places] = await Promise.all([
    findRecords<SiteRow>(scope, siteTable, { searchText: text, limit: sitesShown }),
    geocoder === null
      ? []
      : geocoder(text, language).catch((error: unknown) => {
          onProblem(error);
          return null;
        }),
  ]);
  const own = sites.data.map(({ name, address, latitude, longitude, timeZone }) => ({
    source: 'site' as const,
    name,
    address,
    latitude,
    longitude,
    timeZone,
  }));
  const found = (places ?? []).map((place) => ({
    source: 'geocoder' as const,
    ...place,
    timeZone: timeZoneAt(place.latitude, place.longitude),
  }));
  return {
    data: [...own, ...found],
    geocoder: geocoder === null ? 'none' : places === null ? 'away' : 'asked',
  };
}

/** The place that a text names by its position, see readPosition(); null for anything else. */
export function coordinatesOf(text: string): Place | null {
  const position = readPosition(text);
  if (position === null) return null;
  const [latitude, longitude] = [rounded(position.latitude), rounded(position.longitude)];
  const name = `${latitude}, ${longitude}`;
  return {
    source: 'coordinates',
    name,
    address: '',
    latitude,
    longitude,
    timeZone: timeZoneAt(latitude, longitude),
  };
}

/** To a tenth of a millimetre: minutes and seconds make endless decimals. */
const rounded = (degrees: number): number => Number(degrees.toFixed(9));
