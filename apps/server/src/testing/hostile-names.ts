// Requests that every endpoint would take but for one name: unknown, doubled, of a prototype, or meant for a database.
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { sendFieldEvents } from '@watchpost/contract/field';
import * as z from 'zod/mini';
import { Random } from '../demo/patrol-model/random.ts';
import { sampleOf, type SampleWorld } from './endpoint-samples.ts';
import { hostileValues, hostileTexts } from './hostile-texts.ts';
import { keysOf, type Raw, type RawSender } from './raw-requests.ts';
import { type Answer, faultOf } from './reply-shapes.ts';

export type Trick = 'unknown' | 'doubled' | 'twisted' | 'column';

interface HostileRequest {
  readonly endpoint: Endpoint;
  readonly trick: Trick;
  readonly raw: Raw;
}

/** Every name that some object of the contract knows: at any depth one of them might be right. */
const known = new Set(
  allEndpoints.flatMap(({ query, body }) => [query, body].flatMap((schema) => namesIn(jsonSchemaOf(schema)))),
);
const strangers = hostileTexts.filter((name) => !known.has(name));

function jsonSchemaOf(schema: z.core.$ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'properties' in node ? Object.keys(node.properties ?? {}) : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

/** The sample of one of the endpoints, spoilt in one name. The same for the same seed and number. */
function hostileRequest(world: SampleWorld, seed: number, number: number): HostileRequest {
  const random = new Random('hostile names', seed, number);
  const endpoint = random.pick(allEndpoints);
  const { query = {}, body } = sampleOf(endpoint, world);
  const isInBody = body !== undefined && endpoint.method !== 'GET' && random.chance(2 / 3);
  return { endpoint, ...(isInBody ? inBody(random, body) : inQuery(random, endpoint, query)) };
}

type Altered = Omit<HostileRequest, 'endpoint'>;

function inBody(random: Random, body: object): Altered {
  const target = random.pick(objectsIn(body));
  const own = Object.entries(target);
  if (own.length > 0 && random.chance(1 / 3)) {
    const [name, value] = random.pick(own);
    const second = random.pick([JSON.stringify(value), ...hostileValues]);
    const written = random.pick([JSON.stringify(name), escaped(name)]);
    return { trick: 'doubled', raw: { payload: withMember(random, body, target, `${written}:${second}`) } };
  }
  const member = `${JSON.stringify(random.pick(strangers))}:${random.pick(hostileValues)}`;
  return { trick: 'unknown', raw: { payload: withMember(random, body, target, member) } };
}

function inQuery(random: Random, endpoint: Endpoint, query: Readonly<Record<string, string>>): Altered {
  const named = (name: string, value = '1') => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  const sample = Object.entries(query).map(([name, value]) => named(name, value));
  const keys = keysOf(endpoint.query);
  const altered = (trick: Trick, ...pairs: string[]): Altered => ({
    trick,
    raw: { query: random.shuffled([...sample, ...pairs]).join('&') },
  });
  if (keys.includes('sortColumn') && random.chance(1 / 2)) {
    const pair = named('sortColumn', random.pick(strangers));
    return {
      trick: 'column',
      raw: { query: [...sample.filter((one) => !isOf(one, 'sortColumn')), pair].join('&') },
    };
  }
  if (keys.length === 0 || random.chance(1 / 2)) return altered('unknown', named(random.pick(strangers)));
  const key = random.pick(keys);
  if (random.chance(1 / 2)) {
    return altered('doubled', named(key, query[key]), ...(key in query ? [] : [named(key)]));
  }
  const twists = [
    `${key}[]`,
    `${key}[$ne]`,
    `${key}.x`,
    `${key}\0`,
    ` ${key}`,
    key.toUpperCase(),
    `${key}[__proto__]`,
  ];
  return altered('twisted', named(random.pick(twists.filter((twist) => twist !== key))));
}

const isOf = (pair: string, name: string) => pair.startsWith(`${name}=`);

/** Not those that browsers make: of a passkey's answer unknown members are dropped unread, as newer browsers add some. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null || 'rawId' in value) return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)];
}

/** The first letter as \uXXXX, which means the same. */
function escaped(name: string): string {
  return `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(name.slice(1)).slice(1)}`;
}

/** A body as JSON with one more member in one of its objects, before or after the others. */
function withMember(random: Random, body: object, target: object, member: string): string {
  const isFirst = random.chance(1 / 2);
  const write = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    const members = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`);
    const all = value === target ? (isFirst ? [member, ...members] : [...members, member]) : members;
    return `{${all.join()}}`;
  };
  return write(body);
}

/** A batch of events answers for each of them. */
function isRefused(endpoint: Endpoint, { statusCode, body }: Answer): boolean {
  if (endpoint === sendFieldEvents && statusCode === 200) return JSON.parse(body).accepted.length === 0;
  return statusCode === 400;
}

/** Sends them one by one; those that were not refused, or not in the shapes of the API. */
export async function tryHostileNames(
  sender: RawSender,
  world: SampleWorld,
  { seed, from, count }: { readonly seed: number; readonly from: number; readonly count: number },
): Promise<{ readonly faults: readonly string[]; readonly tries: ReadonlyMap<Trick, number> }> {
  const faults: string[] = [];
  const tries = new Map<Trick, number>();
  for (let number = from; number < from + count; number += 1) {
    const { endpoint, trick, raw } = hostileRequest(world, seed, number);
    const reply = await sender.send(endpoint, raw);
    const fault = faultOf(endpoint, reply) ?? (isRefused(endpoint, reply) ? null : reply.body);
    if (fault !== null)
      faults.push(`${endpoint.name}, ${trick}: ${JSON.stringify(raw)} -> ${fault}`.slice(0, 600));
    tries.set(trick, (tries.get(trick) ?? 0) + 1);
  }
  return { faults, tries };
}
