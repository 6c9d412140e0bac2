// Requests over kept connections, each with what it took.
import http from 'node:http';

export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  /** 0 when the connection ended without one. */
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** From the first byte asked to the last one answered. */
  readonly ms: number;
  /** Where the connection ended without an answer, why. */
  readonly text: string;
}

export class Caller {
  readonly #url: string;
  readonly #agent: http.Agent;

  /** Holds at most so many connections at once. */
  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Never rejects; gives up after `patienceMs`. */
  ask({ path, method = 'GET', headers = {}, body }: Asked, patienceMs = 60_000): Promise<Answer> {
    const beganAt = performance.now();
    return new Promise((resolve) => {
      const done = (status: number, answered: http.IncomingHttpHeaders, text: string) =>
        resolve({ status, headers: answered, ms: performance.now() - beganAt, text });
      const sent = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
      const request = http.request(this.#url + path, { method, headers: sent, agent: this.#agent });
      request.setTimeout(patienceMs, () => request.destroy(new Error('patience')));
      request.on('error', (error) => done(0, {}, reasonOf(error)));
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => done(response.statusCode ?? 0, response.headers, text));
        response.on('error', (error) => done(0, {}, reasonOf(error)));
      });
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const reasonOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message;

/** So many at a time, one after the other, for some seconds. */
export async function askFor(
  seconds: number,
  atOnce: number,
  ask: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const untilMs = performance.now() + seconds * 1_000;
  const answers: Answer[] = [];
  let index = 0;
  const loop = async () => {
    while (performance.now() < untilMs) answers.push(await ask(index++));
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return answers;
}
