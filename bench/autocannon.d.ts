// The part of autocannon that is used here; it brings no types.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    readonly method?: 'GET' | 'POST';
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  export interface Client {
    setRequests(requests: readonly { setupRequest: (request: Request) => Request }[]): void;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds; of `amount` none. */
    readonly duration?: number;
    /** Requests of all connections together, however long they take. */
    readonly amount?: number;
    /** Milliseconds between looks at whether time is up. */
    readonly sampleInt: number;
    /** Seconds. */
    readonly timeout: number;
    readonly setupClient: (client: Client) => void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }

  /** Emits `response` (client, status, bytes, milliseconds). */
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
