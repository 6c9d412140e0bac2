// Requests to the server, and what an answer means for what was sent (FIELD-02).
import type { Endpoint, ReplyOf } from '@watchpost/contract/endpoint';
import * as z from 'zod/mini';
import { deviceTime, type Moment } from './device-time.ts';

export type Outcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply; readonly asked: Moment; readonly answered: Moment }
  /** The server has judged it: sending it again unchanged is no use. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly status: number }
  /** The session has ended; nothing is wrong with what was sent. */
  | { readonly kind: 'signedOut' }
  /** The office has stopped the phone; nothing is wrong with what was sent. */
  | { readonly kind: 'blocked'; readonly code: string; readonly status: number }
  | { readonly kind: 'tooLarge' }
  /** The network or the server is away: the same again later, not before waitMs. `code` where the server says why. */
  | { readonly kind: 'later'; readonly waitMs: number; readonly code?: string };

interface Sending {
  /** Slug of the tenant. */
  readonly company: string;
  readonly token?: string | null;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly timeoutMs?: number;
  /** Takes it back, as if no answer came. */
  readonly signal?: AbortSignal;
}

const requestTimeoutMs = 20_000;

const failure = z.object({ general: z.array(z.object({ code: z.string(), message: z.string() })) });
const fieldFailure = z.record(z.string(), z.array(z.object({ code: z.string(), message: z.string() })));

/** Never throws: what is not understood is the network's doing, and is tried again. */
export async function ask<E extends Endpoint>(endpoint: E, sending: Sending): Promise<Outcome<ReplyOf<E>>> {
  const asked = deviceTime();
  try {
    const response = await fetch(addressOf(endpoint, sending), {
      method: endpoint.method,
      headers: headersOf(sending),
      body: bodyOf(sending),
      // Anyone who is signed in to the console in this browser is somebody else.
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: endOf(sending),
    });
    const text = await response.text();
    const answered = deviceTime();
    const outcome = outcomeOf(response.status, response.headers.get('retry-after'), text);
    if (outcome.kind !== 'done') return outcome;
    // A page of a hotel's network also answers 200: only a real receipt is one.
    const parsed = z.safeParse(endpoint.reply, outcome.reply);
    if (!parsed.success) return { kind: 'later', waitMs: 0 };
    return { kind: 'done', reply: parsed.data as ReplyOf<E>, asked, answered };
  } catch {
    return { kind: 'later', waitMs: 0 };
  }
}

/**
 * The like with members of the body that an older server may not know, as while an upgrade is under way: where it refuses them it
 * gets the rest.
 */
export async function askWith<E extends Endpoint>(
  more: object,
  endpoint: E,
  sending: Sending & { readonly body: object },
): Promise<Outcome<ReplyOf<E>>> {
  if (Object.keys(more).length === 0) return ask(endpoint, sending);
  const outcome = await ask(endpoint, { ...sending, body: { ...sending.body, ...more } });
  const isUnknown = outcome.kind === 'refused' && outcome.status === 400;
  return isUnknown ? ask(endpoint, sending) : outcome;
}

function endOf({ timeoutMs = requestTimeoutMs, signal }: Sending): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? limit : AbortSignal.any([limit, signal]);
}

/** Where an endpoint of a company is. */
export function addressOf(
  { path }: Endpoint,
  { company, params = {} }: Pick<Sending, 'company' | 'params'>,
): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  return `/api/${encodeURIComponent(company)}${filled}`;
}

function headersOf({ token, body }: Sending): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return headers;
}

function bodyOf({ body, file }: Sending): BodyInit | null {
  if (file !== undefined) {
    const form = new FormData();
    form.set('file', file, 'photo.jpg');
    return form;
  }
  return body === undefined ? null : JSON.stringify(body);
}

/** What a status and a body mean; a failure that does not speak as the server does comes from somewhere between. */
export function outcomeOf(
  status: number,
  retryAfter: string | null,
  text: string,
): Exclude<Outcome<never>, { kind: 'done' }> | { readonly kind: 'done'; readonly reply: unknown } {
  const body = jsonOf(text);
  if (status >= 200 && status < 300) {
    return body === undefined ? { kind: 'later', waitMs: 0 } : { kind: 'done', reply: body };
  }
  const later = { kind: 'later', waitMs: retryAfterMs(retryAfter) } as const;
  const failed = z.safeParse(failure, body);
  const { code = '', message = '' } = (failed.success ? failed.data.general[0] : undefined) ?? {};
  if (status === 429 || status >= 500) return code === '' ? later : { ...later, code };
  if (status === 413) return { kind: 'tooLarge' };
  if (failed.success) {
    if (code === 'sessionEnded') return { kind: 'signedOut' };
    const isBlocked = code === 'deviceRevoked' || code === 'deviceCleared';
    return isBlocked ? { kind: 'blocked', code, status } : { kind: 'refused', code, message, status };
  }
  const fields = status === 400 ? z.safeParse(fieldFailure, body) : null;
  if (fields?.success !== true) return later;
  const [name, messages] = Object.entries(fields.data)[0] ?? [];
  return {
    kind: 'refused',
    code: 'invalid',
    message: `${name ?? ''}: ${messages?.[0]?.message ?? ''}`,
    status,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const waitMaxMs = 600_000;

/** Retry-After in seconds or as a date; 0 when absent or unreadable. */
function retryAfterMs(header: string | null, nowMs = Date.now()): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(waitMaxMs, Math.max(0, ms));
}
