// Places found by name or position, for the position of a site (MNG-02).
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { searchText } from './values.ts';

export const placeSources = ['coordinates', 'site', 'geocoder'] as const;

const place = z.object({
  source: z.enum(placeSources),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** IANA name, found from the position; a site's own as it is set. */
  timeZone: z.string(),
});
export type Place = z.output<typeof place>;

export const searchPlaces = defineEndpoint({
  name: 'searchPlaces',
  method: 'GET',
  path: '/secure/places',
  access: 'SITES:view',
  summary:
    "Positions written as coordinates, the caller's own sites, and places of the geocoder if there is one.",
  query: z.strictObject({ searchText: searchText.check(z.minLength(2)) }),
  reply: z.object({
    data: z.array(place),
    /** none: none is configured. away: it did not answer this time. */
    geocoder: z.enum(['none', 'asked', 'away']),
  }),
});
export type FoundPlaces = z.output<typeof searchPlaces.reply>;

const degrees = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,12})?$/)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(-max), z.maximum(max)),
    ),
  );

export const findTimeZone = defineEndpoint({
  name: 'findTimeZone',
  method: 'GET',
  path: '/secure/time-zone',
  access: 'SITES:view',
  summary: 'The time zone of a position.',
  query: z.strictObject({ latitude: degrees(90), longitude: degrees(180) }),
  reply: z.object({ timeZone: z.string() }),
});
