// Asks a geocoder by the API of Nominatim or of Photon: one question at a time and a second, the last answers kept.
import * as z from 'zod/mini';
import type { GeocoderSettings } from './geocoder-kinds.ts';
import { type ExternalFetch, externalFetch } from '../external/external-fetch.ts';

export interface FoundAddress {
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Throws when the geocoder is away, refuses, answers nonsense, or too many wait for it. */
export type Geocoder = (text: string, language: string) => Promise<FoundAddress[]>;

const addressesMax = 6;
const answerMs = 5_000;
const answerMaxBytes = 500_000;
const answersCached = 200;
const waitingMax = 5;
/** As Nominatim's usage policy has it. */
const betweenMs = 1_000;
const userAgent = 'Watchpost/1 (guard patrol console; place search of sites)';

const degrees = (max: number) => z.coerce.number().check(z.minimum(-max), z.maximum(max));
const nominatimAnswer = z.array(
  z.object({
    name: z.optional(z.nullable(z.string())),
    display_name: z.string(),
    lat: degrees(90),
    lon: degrees(180),
  }),
);

const part = z.optional(z.string());
const photonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([degrees(180), degrees(90)]) }),
      properties: z.object({
        name: part,
        housenumber: part,
        street: part,
        district: part,
        city: part,
        postcode: part,
        state: part,
        country: part,
      }),
    }),
  ),
});

function readNominatim(answer: unknown): FoundAddress[] {
  return nominatimAnswer.parse(answer).map(({ name, display_name, lat, lon }) => ({
    name: name || (display_name.split(',')[0] ?? ''),
    address: display_name,
    latitude: lat,
    longitude: lon,
  }));
}

function readPhoton(answer: unknown): FoundAddress[] {
  return photonAnswer.parse(answer).features.map(({ geometry, properties }) => {
    const {
      name = '',
      housenumber = '',
      street = '',
      district,
      city,
      postcode = '',
      state,
      country,
    } = properties;
    const way = `${street} ${housenumber}`.trim();
    const town = `${postcode} ${city ?? ''}`.trim();
    const parts = [name, way, district, town, state, country].filter(
      (text) => text !== undefined && text !== '',
    );
    const [longitude, latitude] = geometry.coordinates;
    return { name: name || way || town, address: [...new Set(parts)].join(', '), latitude, longitude };
  });
}

function questionOf({ kind, url }: GeocoderSettings, text: string, language: string): string {
  const base = url.replace(/\/+$/, '');
  const asked = new URLSearchParams({ q: text, limit: String(addressesMax) });
  if (kind === 'nominatim') {
    asked.set('format', 'jsonv2');
    asked.set('accept-language', language);
    return `${base}/search?${asked}`;
  }
  // Photon refuses languages that it does not speak, so that it answers in its own.
  return `${base}/api?${asked}`;
}

/** The pause between two questions can be shortened for tests. */
export function makeGeocoder(
  settings: GeocoderSettings,
  pauseMs = betweenMs,
  fetch: ExternalFetch = externalFetch({ reach: 'private', answerMs, answerMaxBytes }),
): Geocoder {
  const cached = new Map<string, FoundAddress[]>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function ask(question: string): Promise<FoundAddress[]> {
    const headers = { accept: 'application/json', 'user-agent': userAgent };
    const answer = await fetch(question, { method: 'GET', headers });
    if (answer.status !== 200) throw new Error(`the geocoder answered ${answer.status}`);
    const body: unknown = await answer.json();
    return (settings.kind === 'nominatim' ? readNominatim(body) : readPhoton(body)).slice(0, addressesMax);
  }

  return async (text, language) => {
    const question = questionOf(settings, text, language);
    const known = cached.get(question);
    if (known !== undefined) return known;
    if (waiting >= waitingMax) throw new Error('too many wait for the geocoder');
    waiting += 1;
    const previous = last;
    const own = previous.then(() => ask(question)).finally(() => (waiting -= 1));
    // The next one's turn comes a while after this one's, however it ended.
    last = own.catch(() => undefined).then(() => new Promise((resolve) => setTimeout(resolve, pauseMs)));
    const found = await own;
    cached.set(question, found);
    const [oldest] = cached.keys();
    if (cached.size > answersCached && oldest !== undefined) cached.delete(oldest);
    return found;
  };
}
