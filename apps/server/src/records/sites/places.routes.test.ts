import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeocoderKind } from '../../platform/adapters/geocoder/geocoder-kinds.ts';
import { makeGeocoder } from '../../platform/adapters/geocoder/geocoder.ts';
import { type MadeTenant, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { buildTestApp, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const nominatim = [
  { name: 'Shaniwar Wada', display_name: 'Shaniwar Wada, Pune, India', lat: '18.5195', lon: '73.8553' },
];
const photon = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2.2945, 48.8583] },
      properties: { name: 'Tour Eiffel', city: 'Paris', postcode: '75007', country: 'France', osm_id: 1 },
    },
  ],
};

let geocoder: http.Server;
let asked: http.IncomingMessage[] = [];
let server: TestApp;
let tenant: MadeTenant;
let plain: Caller;

beforeAll(async () => {
  geocoder = http.createServer((request, response) => {
    asked.push(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    if (searchParams.get('q') === 'broken') return response.writeHead(500).end();
    if (searchParams.get('q') === 'nonsense') return response.end('{"features":7}');
    return response.end(JSON.stringify(pathname === '/api' ? photon : nominatim));
  });
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
  server = await testApp();
  tenant = await makeTenant(server.owner);
  await makeSite(server.owner, tenant, { name: 'River Depot', latitude: 18.6, time_zone: 'Asia/Tokyo' });
  plain = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});
afterAll(() => {
  geocoder.closeAllConnections();
  geocoder.close();
});

async function withGeocoder(kind: GeocoderKind): Promise<Caller> {
  const url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}`;
  const app = await buildTestApp(server.database, { geocoder: makeGeocoder({ kind, url }, 0) });
  const { id } = await makeUser(server.owner, tenant);
  return browserOf({ app, owner: server.owner }, tenant, id);
}
const search = async (by: Caller, searchText: string) =>
  (await by('GET', '/secure/places', { query: { searchText } })).json();

describe('the search for places', () => {
  it('[MNG-02] without a geocoder offers coordinates and own sites', async () => {
    expect(await search(plain, '48.85, 2.35')).toEqual({
      geocoder: 'none',
      data: [
        {
          source: 'coordinates',
          name: '48.85, 2.35',
          address: '',
          latitude: 48.85,
          longitude: 2.35,
          timeZone: 'Europe/Paris',
        },
      ],
    });
    const sites = await search(plain, 'river');
    expect(sites).toMatchObject({
      geocoder: 'none',
      data: [{ source: 'site', name: 'River Depot', latitude: 18.6, timeZone: 'Asia/Tokyo' }],
    });
    expect((await search(plain, '95, 200')).data).toEqual([]);
  });

  it('[MNG-02] speaks Nominatim, says who asks, and asks the same but once', async () => {
    const by = await withGeocoder('nominatim');
    asked = [];
    const found = await search(by, 'shaniwar wada');
    expect(found).toEqual({
      geocoder: 'asked',
      data: [
        {
          source: 'geocoder',
          name: 'Shaniwar Wada',
          address: 'Shaniwar Wada, Pune, India',
          latitude: 18.5195,
          longitude: 73.8553,
          timeZone: 'Asia/Kolkata',
        },
      ],
    });
    expect(await search(by, 'shaniwar wada')).toEqual(found);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toContain('/search?q=shaniwar+wada');
    expect(asked[0]?.headers['user-agent']).toContain('Watchpost');
  });

  it('[MNG-02] speaks Photon', async () => {
    const { data } = await search(await withGeocoder('photon'), 'eiffel');
    expect(data).toEqual([
      {
        source: 'geocoder',
        name: 'Tour Eiffel',
        address: 'Tour Eiffel, 75007 Paris, France',
        latitude: 48.8583,
        longitude: 2.2945,
        timeZone: 'Europe/Paris',
      },
    ]);
  });

  it.each(['broken', 'nonsense'])('[MNG-02] goes on with own sites where the answer is %s', async (text) => {
    expect(await search(await withGeocoder('photon'), text)).toEqual({ geocoder: 'away', data: [] });
  });

  it('is refused to who types more than anybody does', async () => {
    const by = await withGeocoder('photon');
    const replies = await Promise.all(
      Array.from({ length: 130 }, () => by('GET', '/secure/places', { query: { searchText: '1, 1' } })),
    );
    expect(replies.some(({ statusCode }) => statusCode === 429)).toBe(true);
  });
});

describe('the time zone of a position', () => {
  it.each([
    ['18.52', '73.85', 'Asia/Kolkata'],
    ['-33.87', '151.2', 'Australia/Sydney'],
  ])('[MNG-02] %s, %s is %s', async (latitude, longitude, timeZone) => {
    const reply = await plain('GET', '/secure/time-zone', { query: { latitude, longitude } });
    expect(reply.json()).toEqual({ timeZone });
  });

  it('is refused where no position is', async () => {
    const reply = await plain('GET', '/secure/time-zone', { query: { latitude: '91', longitude: 'x' } });
    expect(reply.statusCode).toBe(400);
  });
});
