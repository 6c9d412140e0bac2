// What callers get wrong in a body: refused in the API's shapes, never a 500, never a hang.
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import { inProcess } from '../../testing/asked-server.ts';
import { makeWorld, sampleOf, type SampleWorld } from '../../testing/endpoint-samples.ts';
import { byName, keysOf, type RawSender, rawSender } from '../../testing/raw-requests.ts';
import { testApp } from '../../testing/test-app.ts';

let world: SampleWorld;
let sender: RawSender;

beforeAll(async () => {
  const server = inProcess(await testApp());
  world = await makeWorld(server.owner);
  sender = rawSender(server, world);
});

const deep = (open: string, close: string, depth: number) =>
  `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;
const brokenBodies: (string | Buffer)[] = [
  '{',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  '{"a":1}{"a":2}',
  '\ufeff{"nobody":1}',
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x00, 0x00]),
  Buffer.from('{"a":1}', 'utf16le'),
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":{"role":"superAdmin"}}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":{"prototype":1}}',
  deep('[', ']', 100),
  deep('{"b":', '}', 100),
  deep('[', ']', 200_000),
  '1',
  '"text"',
  'true',
  '[]',
  '[{}]',
];
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'x',
];

const taking = allEndpoints.filter((endpoint) => endpoint.method !== 'GET');
const needing = allEndpoints.filter((endpoint) => keysOf(endpoint.body).length > 0);
const reading = allEndpoints.filter((endpoint) => endpoint.method === 'GET');

describe.each(byName(taking))('%s', (_name, endpoint) => {
  it('[API-04] [API-08] refuses a body of two megabytes', async () => {
    const payload = JSON.stringify({ username: 'x'.repeat(2_000_000) });
    expect(await sender.surprises(endpoint, [{ payload }], [413])).toEqual([]);
  });

  it('[API-04] refuses a body that does not say it is JSON', async () => {
    const isForm = (type: string) => endpoint.form === true && type.includes('urlencoded');
    const others = otherTypes.filter((type) => !isForm(type));
    const raws = others.map((type) => ({ payload: '{}', headers: { 'content-type': type } }));
    expect(await sender.surprises(endpoint, raws, [415])).toEqual([]);
  });

  it('[API-04] refuses what is not JSON, or says a thing twice, or reaches for a prototype', async () => {
    const raws = brokenBodies.map((payload) => ({ payload }));
    expect(await sender.surprises(endpoint, raws, [400])).toEqual([]);
  });
});

it.each(byName(reading))('%s pays no heed to a body', async (_name, endpoint) => {
  const { answers = 200 } = sampleOf(endpoint, world);
  expect(await sender.surprises(endpoint, [{ payload: '{"nobody":1}' }], [answers])).toEqual([]);
});

/** Copies of a value in which one part, at any depth, is replaced. */
function* corrupted(value: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const worse of corrupted(part, by)) {
      yield Array.isArray(value) ? value.toSpliced(Number(key), 1, worse) : { ...value, [key]: worse };
    }
  }
}

describe.each(byName(needing))('the body of %s', (_name, endpoint) => {
  it.each([
    ['null', [null]],
    ['true', [true]],
    ['absurd numbers', [-1, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 63, 1e-300]],
    ['lists and objects', [[], {}, [[]], [null], { length: 1 }]],
    ['texts', ['', ' ', 'x', '0', 'x'.repeat(100_000), '\u202e', "'; DROP TABLE users; --"]],
    ['null characters', ['\0', 'a\0b', '\0'.repeat(20)]],
    ['lone surrogates', ['\ud800', 'a\udfffb', '\ud800'.repeat(12)]],
  ])('[API-04] may hold %s anywhere without harm', async (_what, nasties) => {
    const { body } = sampleOf(endpoint, world);
    const raws = nasties.flatMap((nasty) =>
      [...corrupted(body, nasty)].map((worse) => ({ payload: JSON.stringify(worse) })),
    );
    // A wrong password or code is no bad input, and an event may name what is not there.
    expect(await sender.surprises(endpoint, raws, [200, 400, 401, 404, 409, 422, 429])).toEqual([]);
  });

  it('[API-04] may neither lack a part nor hold an unknown one', async () => {
    const { body = {} } = sampleOf(endpoint, world);
    const lacking = Object.keys(body).map((key) => JSON.stringify({ ...body, [key]: undefined }));
    const unknown = { payload: JSON.stringify({ ...body, nobody: 1 }) };
    const less = [{}, ...['', '{}', 'null', ...lacking].map((payload) => ({ payload }))];
    const raws = z.safeParse(endpoint.body, {}).success ? [unknown] : [unknown, ...less];
    expect(await sender.surprises(endpoint, raws, [400])).toEqual([]);
  });
});
