// Both APIs as a real server on this machine speaks them, and everything that such a server can do wrong.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExternalError, externalFetch } from '../external/external-fetch.ts';
import type { GeocoderKind } from './geocoder-kinds.ts';
import { makeGeocoder } from './geocoder.ts';

const lake = { name: '', display_name: 'Lake Road, Pune, India', lat: '18.52', lon: '73.85' };
const feature = (properties: object, coordinates: unknown = [73.85, 18.52]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

/** What the server answers, by what is searched. */
const answers: Readonly<Record<string, unknown>> = {
  lake: [lake],
  none: [],
  many: Array.from({ length: 40 }, (_value, index) => ({ ...lake, name: `Lake ${index}` })),
  beyond: [{ ...lake, lat: '91' }],
  wordless: [{ lat: '1', lon: '2' }],
  street: { features: [feature({ street: 'Lake Road', housenumber: '7', city: 'Pune', country: 'India' })] },
  twice: { features: [feature({ name: 'Pune', city: 'Pune', osm_id: 9 })] },
  pointless: { features: [feature({ name: 'Pune' }, [])] },
};

let server: http.Server;
let asked: URL[] = [];
let open = 0;
let openMost = 0;
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function answer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const url = new URL(request.url ?? '/', origin());
  asked.push(url);
  const text = url.searchParams.get('q') ?? '';
  if (text === 'moved') response.writeHead(302, { location: `${origin()}/search?q=lake` }).end();
  else if (text === 'broken') response.end('[{"name":');
  else if (text === 'huge') response.end(`["${'x'.repeat(600_000)}"]`);
  else if (text === 'refused') response.writeHead(429).end('[]');
  else if (text !== 'silent') response.end(JSON.stringify(answers[text] ?? []));
}

beforeAll(async () => {
  server = http.createServer((request, response) => {
    open += 1;
    openMost = Math.max(openMost, open);
    // Long enough for another question to come in, were it sent.
    setTimeout(() => {
      open -= 1;
      answer(request, response);
    }, 10);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  openMost = 0;
});

const geocoder = (kind: GeocoderKind = 'nominatim', url = origin()) => makeGeocoder({ kind, url }, 0);
const faultOf = (error: unknown) => (error instanceof ExternalError ? error.fault : null);

describe('a geocoder', () => {
  it('[MNG-02] of the API of Nominatim is asked in the language of who asks', async () => {
    const found = await geocoder('nominatim', `${origin()}/geo/`)('lake', 'hi');
    expect(found).toEqual([
      { name: 'Lake Road', address: 'Lake Road, Pune, India', latitude: 18.52, longitude: 73.85 },
    ]);
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/geo/search']);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      q: 'lake',
      limit: '6',
      format: 'jsonv2',
      'accept-language': 'hi',
    });
  });

  it('[MNG-02] of the API of Photon has its places named by what they have', async () => {
    const ask = geocoder('photon');
    expect(await ask('street', 'en')).toEqual([
      { name: 'Lake Road 7', address: 'Lake Road 7, Pune, India', latitude: 18.52, longitude: 73.85 },
    ]);
    expect(await ask('twice', 'en')).toMatchObject([{ name: 'Pune', address: 'Pune' }]);
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/api', '/api']);
  });

  it('[MNG-02] that knows nothing, or too much, is answered for', async () => {
    expect(await geocoder()('none', 'en')).toEqual([]);
    expect(await geocoder()('many', 'en')).toHaveLength(6);
  });

  it.each([
    ['nominatim', 'broken', /JSON/],
    ['nominatim', 'beyond', /lat/],
    ['nominatim', 'wordless', /display_name/],
    ['nominatim', 'refused', /429/],
    ['photon', 'lake & more', /"object"/],
    ['photon', 'pointless', /coordinates/],
  ] as const)('[MNG-02] of %s whose answer is %s is away, and asked again', async (kind, text, reason) => {
    const ask = geocoder(kind);
    await expect(ask(text, 'en')).rejects.toThrow(reason);
    await expect(ask(text, 'en')).rejects.toThrow(reason);
    expect(asked.map(({ searchParams }) => searchParams.get('q'))).toEqual([text, text]);
  });

  it('[MNG-02] is not followed to where it redirects', async () => {
    await expect(geocoder()('moved', 'en')).rejects.toThrow('302');
    expect(asked).toHaveLength(1);
  });

  it('[MNG-02] that sends without end is cut off', async () => {
    expect(await geocoder()('huge', 'en').catch(faultOf)).toBe('tooLong');
  });

  it('[MNG-02] that is silent is given up, and those behind it have their turn', async () => {
    const impatient = externalFetch({ reach: 'private', answerMs: 200, answerMaxBytes: 500_000 });
    const ask = makeGeocoder({ kind: 'nominatim', url: origin() }, 0, impatient);
    const unanswered = ask('silent', 'en').catch(faultOf);
    const next = ask('lake', 'en');
    expect(await unanswered).toBe('unreachable');
    expect(await next).toHaveLength(1);
  });

  it.each(['http://169.254.169.254', 'http://10.0.0.1', 'http://geocoder.example.com'])(
    '[MNG-02] at %s is never called',
    async (url) => {
      expect(await geocoder('nominatim', url)('lake', 'en').catch(faultOf)).toBe('addressRefused');
    },
  );

  it('[MNG-02] answers one question at a time, and refuses when too many wait', async () => {
    const ask = geocoder();
    const all = await Promise.allSettled(
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((text) => ask(text, 'en')),
    );
    expect(all.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(2);
    expect([asked.length, openMost]).toEqual([5, 1]);
  });
});
