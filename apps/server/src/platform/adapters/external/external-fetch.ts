// Calls addresses that somebody typed in: nothing but what the rules allow, no redirects, bounded in time and size.
import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isCallable, mayReach, type Reach } from './address-rules.ts';

export type ExternalFault = 'addressRefused' | 'unreachable' | 'tooLong';

/** Why a call brought no answer; never holds what was sent. */
export class ExternalError extends Error {
  readonly fault: ExternalFault;

  constructor(fault: ExternalFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface ExternalLimits {
  readonly reach: Reach;
  readonly answerMs: number;
  readonly answerMaxBytes: number;
  /** Set where what is answered is signed: without encryption no one on the way learns or changes anything. */
  readonly mayBePlain?: true;
}

export interface ExternalRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer | URLSearchParams | null | undefined;
}

/** Answers a Response whatever its status. Throws OutsideError. */
export type ExternalFetch = (address: string, request: ExternalRequest) => Promise<Response>;

export function externalFetch(limits: ExternalLimits): ExternalFetch {
  return async (address, request) => {
    const url = new URL(address);
    const isPlain = limits.mayBePlain === true && url.protocol === 'http:';
    if (!isPlain && !isCallable(url, limits.reach)) throw refused(url.host);
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    // A name is judged by what it resolves to, at the very look-up that the connection is made by.
    if (isIP(host) !== 0 && !mayReach(host, limits.reach)) throw refused(url.host);
    try {
      const answer = await open(url, request, limits);
      return await read(answer, limits.answerMaxBytes);
    } catch (error) {
      if (error instanceof ExternalError) throw error;
      throw new ExternalError('unreachable', `${url.host}: ${textOf(error)}`);
    }
  };
}

const refused = (host: string) => new ExternalError('addressRefused', `${host} may not be called`);

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  return 'code' in error ? String(error.code) : error.message;
}

function judgedLookup(reach: Reach): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0);
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => mayReach(address, reach))) {
        return done(refused(name), '', 0);
      }
      return options.all === true ? done(null, found) : done(null, first.address, first.family);
    });
  };
}

function open(url: URL, request: ExternalRequest, { reach, answerMs }: ExternalLimits) {
  const body = request.body instanceof Buffer ? request.body : Buffer.from(request.body?.toString() ?? '');
  const options = {
    method: request.method,
    headers: {
      ...request.headers,
      'accept-encoding': 'identity',
      ...(body.length === 0 ? {} : { 'content-length': String(body.length) }),
    },
    lookup: judgedLookup(reach),
    signal: AbortSignal.timeout(answerMs),
    agent: false,
  };
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    call.on('error', reject);
    call.end(body);
  });
}

async function read(answer: http.IncomingMessage, maxBytes: number): Promise<Response> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer) {
    if (!(part instanceof Uint8Array)) continue;
    bytes += part.length;
    if (bytes > maxBytes) {
      answer.destroy();
      throw new ExternalError('tooLong', 'the answer is too long');
    }
    parts.push(part);
  }
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) throw new ExternalError('unreachable', `status ${status}`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const isBodiless = [204, 205, 304].includes(status);
  return new Response(isBodiless ? null : Buffer.concat(parts), { status, headers });
}
