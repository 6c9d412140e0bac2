// What callers get wrong in address, query and headers: refused in the API's shapes, never a 500, never a hang.
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { inProcess } from '../../testing/asked-server.ts';
import { makeWorld, sampleOf, type SampleWorld } from '../../testing/endpoint-samples.ts';
import { byName, keysOf, type RawSender, rawSender } from '../../testing/raw-requests.ts';
import { faultOf } from '../../testing/reply-shapes.ts';
import { testApp } from '../../testing/test-app.ts';

let world: SampleWorld;
let sender: RawSender;

beforeAll(async () => {
  const server = inProcess(await testApp());
  world = await makeWorld(server.owner);
  sender = rawSender(server, world);
});

const unknownKeys = [
  'nobody=1',
  '__proto__=1',
  '__proto__[a]=1',
  'constructor=1',
  'hasOwnProperty=1',
  'toString=1&valueOf=2',
  '%00=1',
  '%ff=1',
  '%E0%A4%A=1',
  '%zz=1',
  `${'k'.repeat(5_000)}=1`,
];
const badValues = [
  '%00',
  'a%00b',
  '%ff',
  '%ED%A0%80',
  '-1',
  '1e9',
  'NaN',
  '0x10',
  '[object Object]',
  'null',
  'x'.repeat(6_000),
];
const badIds = [
  'x',
  '%00',
  '%ff',
  '%zz',
  '%2e%2e',
  '00000000-0000-0000-0000-000000000000',
  "1'%20OR%20'1'='1",
  'a'.repeat(199),
  'a'.repeat(2_000),
];
const unknownZones = ['Mars/Olympus', '', 'Etc/Unknown', '../../etc/passwd'];

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Methods of all endpoints that share an address, in the order in which a 405 names them. */
function takenAt(path: string): string[] {
  const here = allEndpoints.filter((endpoint) => endpoint.path === path);
  const hasHead = here.some((endpoint) => endpoint.method === 'GET' && endpoint.files === undefined);
  return everyMethod.filter((method) =>
    method === 'HEAD' ? hasHead : here.some((endpoint) => endpoint.method === method),
  );
}

/** Whether two dots in place of the parameter are the address of another endpoint, which rightly answers. */
function leadsElsewhere({ path, method }: (typeof allEndpoints)[number], name: string): boolean {
  const above = new URL(path.replace(`:${name}`, '..'), 'http://localhost').pathname;
  return allEndpoints.some((endpoint) => endpoint.path === above && endpoint.method === method);
}

describe.each(byName(allEndpoints))('%s', (_name, endpoint) => {
  const names = keysOf(endpoint.query);

  it('[API-04] refuses unknown, doubled and unreadable keys of the query', async () => {
    const twisted = names.flatMap((name) => [
      `${name}=1&${name}=1`,
      `${name}[]=1`,
      `${name}.x=1`,
      `${name.toUpperCase()}=1`,
    ]);
    const raws = [...unknownKeys, ...twisted].map((query) => ({ query }));
    expect(await sender.surprises(endpoint, raws, [400])).toEqual([]);
  });

  it('[API-04] refuses values that the query does not take', async () => {
    for (const name of names) {
      // Nearly anything is a text to search by; a file of what it does not find is refused.
      const statuses = name === 'searchText' ? [200, 400, 409] : [400];
      const raws = badValues.map((value) => ({ query: `${name}=${value}` }));
      expect(await sender.surprises(endpoint, raws, statuses)).toEqual([]);
    }
    if (!names.includes('searchText')) return;
    const nulls = ['%00', 'a%00b'].map((value) => ({ query: `searchText=${value}` }));
    expect(await sender.surprises(endpoint, nulls, [400])).toEqual([]);
  });

  it('[API-04] refuses parts of the path that are no id', async () => {
    const [name] = keysOf(endpoint.params);
    const raws = badIds
      .filter((value) => name !== undefined && (value !== '%2e%2e' || !leadsElsewhere(endpoint, name)))
      .map((value) => ({ params: { [name ?? '']: value } }));
    // Two dots lead to the address above, which may take other methods alone.
    expect(await sender.surprises(endpoint, raws, [400, 404, 405])).toEqual([]);
  });

  it('[API-01] refuses no reader for a Timezone header that names no zone', async () => {
    if (endpoint.method !== 'GET') return;
    const raws = unknownZones.map((timezone) => ({ headers: { timezone } }));
    const usual = sampleOf(endpoint, world).answers ?? 200;
    expect(await sender.surprises(endpoint, raws, [usual])).toEqual([]);
  });

  it('[API-04] answers methods that it does not take with 405 and those that it does', async () => {
    const taken = takenAt(endpoint.path);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (taken.includes(method)) continue;
      const reply = await sender.send(endpoint, { method });
      expect(faultOf(endpoint, reply)).toBeNull();
      expect([method, reply.statusCode, reply.headers.allow]).toEqual([method, 405, taken.join(', ')]);
    }
  });

  it('answers HEAD without a body', async () => {
    const reply = await sender.send(endpoint, { method: 'HEAD' });
    const found = sampleOf(endpoint, world).answers === 404 ? 404 : 200;
    const expected = takenAt(endpoint.path).includes('HEAD') ? found : 405;
    expect([reply.statusCode, reply.body]).toEqual([expected, '']);
  });
});

describe('the dates and cursors of the report', () => {
  it.each([
    ['from=2026-06-15', 'to'],
    ['to=2026-06-15', 'to'],
    ['from=2026-06-15&to=2026-06-14', 'from'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=1999-12-31&to=2026-03-01', 'from'],
    ['from=2026-06-15T00:00&to=2026-06-15', 'from'],
    ['from=0&to=9', 'from'],
    ['cursor=x', 'cursor'],
    ['cursor=W10', 'cursor'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['offset=9999999999', 'offset'],
    ['sortColumn=password_hash', 'sortColumn'],
  ])('[REP-05] [API-04] %s is refused at %s', async (query, field) => {
    const reply = await sender.send(listScannedCheckpoints, { query });
    expect(faultOf(listScannedCheckpoints, reply)).toBeNull();
    expect([reply.statusCode, Object.keys(JSON.parse(reply.body))[0]]).toEqual([400, field]);
  });

  it('[REP-10] a cursor altered in any letter is refused or shows rows; with another filter it is refused', async () => {
    const query = `site=${world.siteId}`;
    const { cursor }: { cursor: string } = JSON.parse(
      (await sender.send(listScannedCheckpoints, { query })).body,
    );
    const altered = Array.from(cursor, (letter, at) => ({
      query: `${query}&cursor=${cursor.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
    }));
    expect(altered.length).toBeGreaterThan(50);
    expect(await sender.surprises(listScannedCheckpoints, altered, [200, 400])).toEqual([]);
    const elsewhere = [{ query: `cursor=${cursor}` }];
    expect(await sender.surprises(listScannedCheckpoints, elsewhere, [400])).toEqual([]);
  });
});
