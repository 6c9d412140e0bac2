// The field API as a guard's device uses it: the same request until it is answered, at the pace the server asks for.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  fieldSignIn,
  fieldSignOut,
  getFieldPlan,
  sendFieldEvent,
  sendFieldEvents,
  type FieldEvent,
  type FieldPlan,
  type Receipt,
  type Refusal,
} from '@watchpost/contract/field';
import { fieldBatchMax } from '@watchpost/domain/limits';
import * as z from 'zod/mini';

export class FieldClientError extends Error {
  /** HTTP status of a refusal; null when the server did not answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

export interface FieldClientSettings {
  readonly url: string;
  readonly tenant: string;
  readonly employeeId: string;
  readonly secret: string;
  readonly deviceId: string;
  /** Of the key that its events are signed with; null for a device without one. */
  readonly publicKey: string | null;
  /** Called for every request that has to be made again. */
  readonly onRetry: () => void;
}

interface Answer {
  readonly accepted: readonly Receipt[];
  readonly refused: readonly Refusal[];
}

const requestTimeoutMs = 15_000;
const firstWaitMs = 200;
const waitMaxMs = 5_000;
/** Anyone who is asked to stay away for longer gives up. */
const waitAskedMaxMs = 60_000;
const triesMax = 12;
/** A server that never answered is more likely not there than busy. */
const firstTriesMax = 3;

const generalErrors = z.object({ general: z.array(z.object({ message: z.string() })) });

/** Where a path of the contract is found. */
export function addressOf(
  { url, tenant }: { readonly url: string; readonly tenant: string },
  path: string,
): string {
  return `${url}/api/${tenant}${path}`;
}

export class FieldClient {
  readonly #settings: FieldClientSettings;
  #token: string | null = null;
  #hasAnswered = false;

  constructor(settings: FieldClientSettings) {
    this.#settings = settings;
  }

  async signIn(): Promise<void> {
    const { employeeId, secret, deviceId, publicKey } = this.#settings;
    this.#token = null;
    const key = publicKey === null ? {} : { publicKey };
    const reply = await this.#request(fieldSignIn, { employeeId, secret, deviceId, ...key });
    this.#token = fieldSignIn.reply.parse(reply).accessToken;
  }

  /** A session that has ended already, because the answer to a first try was lost, is what was wanted. */
  async signOut(): Promise<void> {
    await this.#request(fieldSignOut, undefined).catch((error: unknown) => {
      if (!(error instanceof FieldClientError) || error.status !== 401) throw error;
    });
  }

  async plan(): Promise<FieldPlan> {
    return getFieldPlan.reply.parse(await this.#signedIn(getFieldPlan, () => undefined));
  }

  /** Sends events until each is answered; singly when there is one. */
  async send(events: readonly FieldEvent[]): Promise<Answer> {
    const [first, ...others] = events;
    if (first !== undefined && others.length === 0) return this.#sendOne(first);
    const accepted: Receipt[] = [];
    const refused: Refusal[] = [];
    for (let at = 0; at < events.length; at += fieldBatchMax) {
      const batch = events.slice(at, at + fieldBatchMax);
      const reply = await this.#signedIn(sendFieldEvents, () => ({ sentAtMs: Date.now(), events: batch }));
      const answer = sendFieldEvents.reply.parse(reply);
      accepted.push(...answer.accepted);
      refused.push(...answer.refused);
    }
    return { accepted, refused };
  }

  async #sendOne(event: FieldEvent): Promise<Answer> {
    try {
      const reply = await this.#signedIn(sendFieldEvent, () => ({ sentAtMs: Date.now(), event }));
      return { accepted: [sendFieldEvent.reply.parse(reply)], refused: [] };
    } catch (error) {
      if (!(error instanceof FieldClientError) || (error.status !== 404 && error.status !== 409)) throw error;
      const code = error.status === 409 ? 'idReused' : 'notFound';
      return { accepted: [], refused: [{ id: event.id, code, message: error.message }] };
    }
  }

  /** A session that has ended in the meantime is started again, once. */
  async #signedIn(endpoint: { method: string; path: string }, body: () => unknown): Promise<unknown> {
    try {
      return await this.#request(endpoint, body);
    } catch (error) {
      if (!(error instanceof FieldClientError) || error.status !== 401) throw error;
      await this.signIn();
      return this.#request(endpoint, body);
    }
  }

  async #request(endpoint: { method: string; path: string }, body: unknown): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const attempt = await this.#attempt(
        endpoint,
        typeof body === 'function' ? (body as () => unknown)() : body,
      );
      if ('reply' in attempt) return attempt.reply;
      if (attempt.waitMs === null || tries >= (this.#hasAnswered ? triesMax : firstTriesMax))
        throw attempt.error;
      this.#settings.onRetry();
      const backOffMs = Math.min(waitMaxMs, firstWaitMs * 2 ** (tries - 1));
      await sleep(Math.max(attempt.waitMs, backOffMs));
    }
  }

  async #attempt(
    endpoint: { method: string; path: string },
    body: unknown,
  ): Promise<{ reply: unknown } | { error: FieldClientError; waitMs: number | null }> {
    const { url, tenant } = this.#settings;
    try {
      const response = await fetch(addressOf({ url, tenant }, endpoint.path), {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      this.#hasAnswered = true;
      if (response.ok) return { reply: JSON.parse(text) as unknown };
      const error = new FieldClientError(
        `${endpoint.method} ${endpoint.path}: ${response.status} ${messageOf(text)}`,
        response.status,
      );
      const isPassing = response.status === 429 || response.status >= 500;
      const waitMs = isPassing ? retryAfterMs(response.headers.get('retry-after')) : null;
      return { error, waitMs: waitMs !== null && waitMs > waitAskedMaxMs ? null : waitMs };
    } catch (cause) {
      return {
        error: new FieldClientError(
          `${url} does not answer (${reasonOf(cause)}). Is the server running there?`,
          null,
        ),
        waitMs: 0,
      };
    }
  }
}

/** Retry-After in seconds or as a date; 0 when absent or unreadable. */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}

function messageOf(text: string): string {
  try {
    const parsed = generalErrors.safeParse(JSON.parse(text));
    return parsed.success ? (parsed.data.general[0]?.message ?? '') : text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error && cause.cause.message !== '' ? cause.cause.message : cause.message;
}
