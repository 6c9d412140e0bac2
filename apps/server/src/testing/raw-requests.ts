// Requests as bytes, for tests of what callers get wrong.
import type { Endpoint } from '@watchpost/contract/endpoint';
import * as z from 'zod/mini';
import type { AskedRequest, AskedServer } from './asked-server.ts';
import { pathOf, sampleOf, type SampleWorld } from './endpoint-samples.ts';
import { sessionHeaders } from './made-sessions.ts';
import { type Answer, faultOf } from './reply-shapes.ts';

export interface Raw {
  /** Put into the path as they stand. */
  readonly params?: Readonly<Record<string, string>>;
  /** As it stands in the address, without the question mark; else the sample's. */
  readonly query?: string;
  readonly payload?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: AskedRequest['method'];
}

export interface RawSender {
  /** Sends as somebody who may use the endpoint, from an address of its own. */
  send(endpoint: Endpoint, raw: Raw): Promise<Answer>;
  /** The replies that break the API's shapes or have another status than these, each with its request. */
  surprises(endpoint: Endpoint, raws: readonly Raw[], statuses: readonly number[]): Promise<string[]>;
}

export function rawSender(server: AskedServer, world: SampleWorld): RawSender {
  let address = 0;
  const sessions = new Map<string, Record<string, string>>();

  /** Kept from one request to the next until a reply says that it may be over: to make one takes as long as an answer. */
  async function sessionOf(access: 'field' | 'console'): Promise<Record<string, string>> {
    const who = access === 'field' ? { guardId: world.guardId } : { userId: world.superAdminId };
    const session = sessions.get(access) ?? (await sessionHeaders(server.owner, world.tenant, who));
    sessions.set(access, session);
    return session;
  }

  async function send(endpoint: Endpoint, raw: Raw): Promise<Answer> {
    const { params, query } = sampleOf(endpoint, world);
    const path = raw.params === undefined ? pathOf(endpoint, params) : rawPath(endpoint, raw.params);
    const access = endpoint.access === 'field' ? 'field' : 'console';
    const session = await sessionOf(access);
    const json: Record<string, string> =
      raw.payload === undefined ? {} : { 'content-type': 'application/json' };
    address += 1;
    const reply = await server.send({
      method: raw.method ?? endpoint.method,
      url: `/api/${world.tenant.slug}${path}?${raw.query ?? new URLSearchParams(query).toString()}`,
      headers: { ...session, ...json, ...raw.headers },
      remoteAddress: `10.1.${Math.floor(address / 250)}.${address % 250}`,
      ...(raw.payload === undefined ? {} : { payload: raw.payload }),
    });
    const isChange = (raw.method ?? endpoint.method) !== 'GET' && reply.statusCode < 400;
    if (isChange || reply.statusCode === 401) sessions.clear();
    return reply;
  }

  async function surprises(endpoint: Endpoint, raws: readonly Raw[], statuses: readonly number[]) {
    const found: string[] = [];
    for (const raw of raws) {
      const reply = await send(endpoint, raw);
      const isExpected = statuses.includes(reply.statusCode);
      const fault = faultOf(endpoint, reply) ?? (isExpected ? null : `${reply.statusCode}: ${reply.body}`);
      if (fault !== null) found.push(`${JSON.stringify(raw).slice(0, 300)} -> ${fault.slice(0, 300)}`);
    }
    return found;
  }

  return { send, surprises };
}

const rawPath = (endpoint: Endpoint, params: Readonly<Record<string, string>>) =>
  endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? '');

/** Names that an object schema knows. */
export function keysOf(schema: z.core.$ZodType): string[] {
  return Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
}

export const byName = (list: readonly Endpoint[]) =>
  list.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);
