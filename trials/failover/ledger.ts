// What clients were told: which writes were acknowledged and when, and what else they heard.

export interface Ledger {
  /** Acknowledged scans and other events of phones. */
  readonly events: Set<string>;
  readonly scans: Set<string>;
  /** Acknowledged records of the console, by name. */
  readonly records: Set<string>;
  /** Ids of the events of each round that was sent in one upload, acknowledged or not. */
  readonly uploads: (readonly string[])[];
  /** How often each answer came; 'no answer' for a connection that failed. */
  readonly answers: Map<string, number>;
  /** Answers that no client should get. */
  readonly faults: string[];
  /** When the last write was acknowledged, as performance.now(). */
  lastAckAt: number;
}

export function newLedger(): Ledger {
  return {
    events: new Set(),
    scans: new Set(),
    records: new Set(),
    uploads: [],
    answers: new Map(),
    faults: [],
    lastAckAt: 0,
  };
}

export interface Answer {
  readonly body: unknown;
  readonly waitMs: number;
}

export interface Asked {
  readonly endpoint: { readonly method: string; readonly path: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const requestTimeoutMs = 60_000;

/** One request. `body` of the answer is null when it has to be made again, after so many milliseconds. */
export async function record(ledger: Ledger, url: string, asked: Asked): Promise<Answer> {
  const { endpoint, headers, body } = asked;
  const { method, path } = endpoint;
  const note = (what: string) => ledger.answers.set(what, (ledger.answers.get(what) ?? 0) + 1);
  try {
    const reply = await fetch(`${url}/api/demo${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(requestTimeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    note(String(reply.status));
    if (reply.ok) {
      if (method !== 'GET') ledger.lastAckAt = performance.now();
      return { body: JSON.parse(text), waitMs: 0 };
    }
    const waitMs = Number(reply.headers.get('retry-after')) * 1000;
    const isFine = reply.status === 503 && waitMs > 0;
    if (!isFine && ledger.faults.length < 20) {
      ledger.faults.push(`${method} ${path} was answered ${reply.status}: ${text.slice(0, 200)}`);
    }
    return { body: null, waitMs: waitMs || 1_000 };
  } catch (error) {
    note(error instanceof Error && error.name === 'TimeoutError' ? 'no answer in a minute' : 'no answer');
    return { body: null, waitMs: 500 };
  }
}
