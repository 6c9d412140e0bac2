// Sites as people write them down, and the places that a position names in the search.
import { beforeAll, describe, expect, test } from 'vitest';
import { type MadeTenant, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const fields = (change: object) => ({
  name: 'Mill',
  address: '',
  latitude: 18.5,
  longitude: 73.8,
  timeZone: 'Asia/Kolkata',
  contactName: '',
  contactPhone: '',
  ...change,
});
const create = (change: object) => admin('POST', '/secure/sites', { body: fields(change) });
async function stored(change: object) {
  const { id } = (await create(change)).json();
  return (await admin('GET', `/secure/sites/${id}`)).json();
}

describe('a site', () => {
  test.each([
    ['+91 20 2571 9125', '+912025719125'],
    ['020-25719125', '02025719125'],
    ['(020) 2571 9125', '02025719125'],
    ['+91 (0)20 2571 9125', '+912025719125'],
    ['०२० २५७१ ९१२५', '02025719125'],
  ])('[INPUT-01] has its contact’s phone %j as %s', async (contactPhone, digits) => {
    expect((await stored({ contactPhone })).contactPhone).toBe(digits);
  });

  test.each(['\u200B', '\u2800', '\u3164', '\u0301', '\u00AD \u2060'])(
    '[INPUT-01] that is called %j has no name',
    async (name) => {
      const reply = await create({ name });
      expect([reply.statusCode, reply.json().name[0].message]).toEqual([400, 'site_name_required']);
    },
  );

  test('[INPUT-01] that is called half a letter has no name', async () => {
    const body = JSON.stringify(fields({ name: 'NAME' })).replace('NAME', String.raw`\ud800`);
    const reply = await admin('POST', '/secure/sites', { body: JSON.parse(body) });
    expect(reply.json().name[0].message).toBe('site_name_required');
  });

  test.each([
    ['A  Wing \u00A0 Lobby\u200B', 'A Wing Lobby'],
    ['Cafe\u0301', 'Café'],
    ['वर्\u200Dहाडे वाडा', 'वर्\u200Dहाडे वाडा'],
  ])('[INPUT-03] that is called %j is stored as %j', async (name, folded) => {
    expect((await stored({ name })).name).toBe(folded);
  });

  test('[INPUT-01] of an import is saved as it is stored, and its other texts are judged', async () => {
    const name = 'N'.repeat(150);
    const id = await makeSite(server.owner, tenant, { name, contact_phone: '12' });
    const edit = (change: object) =>
      admin('PUT', `/secure/sites/${id}`, {
        body: { ...fields({ name, contactPhone: '12' }), version: 1, ...change },
      });
    const refused = await edit({ name: 'N'.repeat(151), contactPhone: '13' });
    expect(refused.json()).toMatchObject({
      name: [{ message: 'exceed_max_length' }],
      contactPhone: [{ message: 'contact_phone_pattern' }],
    });
    expect((await edit({ address: 'Mill Road' })).statusCode).toBe(200);
    expect((await admin('GET', `/secure/sites/${id}`)).json()).toMatchObject({
      name,
      contactPhone: '12',
      address: 'Mill Road',
    });
  });
});

test.each([
  '18.5755 ,73.7742',
  '18,5755 73,7742',
  '(18.5755, 73.7742)',
  '18.5755° N, 73.7742° E',
  'lat: 18.5755, lng: 73.7742',
  '१८.५७५५, ७३.७७४२',
  'https://www.google.com/maps?q=18.5755,73.7742',
])('[INPUT-03] the search for places finds the position %j', async (searchText) => {
  const found = await admin('GET', '/secure/places', { query: { searchText } });
  expect(found.json().data).toMatchObject([
    { source: 'coordinates', latitude: 18.5755, longitude: 73.7742, timeZone: 'Asia/Kolkata' },
  ]);
});

test.each([
  'SUPER@DEMO.EXAMPLE',
  '\u202Asuper@demo.example\u202C',
  ' super@demo.example\u200B',
  'Super@Demo.Example',
])('[INPUT-01] the console takes %j for the address that signs in', async (username) => {
  const own = await makeTenant(server.owner);
  await makeUser(server.owner, own, { email: 'super@demo.example' });
  const body = { username, password: 'Wrong-pass-1' };
  // Refused for its password, and not for how it is written.
  expect((await anyone(server.app, own)('POST', '/user-signin', { body })).statusCode).toBe(401);
});
