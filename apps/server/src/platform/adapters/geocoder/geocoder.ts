// Asks a geocoder by the API of Nominatim or of Photon: one question at a time and a second, the last answers kept.
import * as z from 'zod/mini';
import type { GeocoderSettings } from './geocoder-kinds.ts';
import { type OutsideFetch, outsideFetch } from '../outside/outside-fetch.ts';

export interface FoundPlace {
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Throws when the geocoder is away, refuses, answers nonsense, or too many wait for it. */
export type Geocoder = (text: string, language: string) => Promise<FoundPlace[]>;

const placesMax = 6;
const answerMs = 5_000;
const answerMaxBytes = 500_000;
const answersKept = 200;
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

function readNominatim(answer: unknown): FoundPlace[] {
  return nominatimAnswer.parse(answer).map(({ name, display_name, lat, lon }) => ({
    name: name || (display_name.split(',')[0] ?? ''),
    address: display_name,
    latitude: lat,
    longitude: lon,
  }));
}

function readPhoton(answer: unknown): FoundPlace[] {
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
  const asked = new URLSearchParams({ q: text, limit: String(placesMax) });
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
  fetch: OutsideFetch = outsideFetch({ reach: 'private', answerMs, answerMaxBytes }),
): Geocoder {
  const kept = new Map<string, FoundPlace[]>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function ask(question: string): Promise<FoundPlace[]> {
    const headers = { accept: 'application/json', 'user-agent': userAgent };
    const answer = await fetch(question, { method: 'GET', headers });
    if (answer.status !== 200) throw new Error(`the geocoder answered ${answer.status}`);
    const body: unknown = await answer.json();
    return (settings.kind === 'nominatim' ? readNominatim(body) : readPhoton(body)).slice(0, placesMax);
  }

  return async (text, language) => {
    const question = questionOf(settings, text, language);
    const known = kept.get(question);
    if (known !== undefined) return known;
    if (waiting >= waitingMax) throw new Error('too many wait for the geocoder');
    waiting += 1;
    const turn = last;
    const mine = turn.then(() => ask(question)).finally(() => (waiting -= 1));
    // The next one's turn comes a while after this one's, however it ended.
    last = mine.catch(() => undefined).then(() => new Promise((resolve) => setTimeout(resolve, pauseMs)));
    const found = await mine;
    kept.set(question, found);
    const [oldest] = kept.keys();
    if (kept.size > answersKept && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
