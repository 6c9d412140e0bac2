// The one connection of a process that hears NOTIFY, from whichever server process it came.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLimits } from './tenant-pool.ts';

export interface Ear {
  readonly onPayload: (payload: string) => void;
  /** The connection is there, perhaps again: what was said before was not heard, so look at what is stored. */
  readonly onConnected: () => void;
}

const firstDelayMs = 200;
const longestDelayMs = 5_000;

export class Listener {
  readonly #connection: pg.ClientConfig;
  readonly #onError: (error: Error) => void;
  readonly #ears = new Map<string, Set<Ear>>();
  readonly #closing = new AbortController();
  #client: pg.Client | null = null;
  #life: Promise<void> | null = null;

  constructor(connection: pg.ClientConfig, onError: (error: Error) => void) {
    this.#connection = connection;
    this.#onError = onError;
  }

  /** Connects when first asked and stays connected. `channel` is a plain name of ours. Returns what stops hearing. */
  listen(channel: string, ear: Ear): () => void {
    const ears = this.#ears.get(channel) ?? new Set();
    const isNew = ears.size === 0;
    ears.add(ear);
    this.#ears.set(channel, ears);
    this.#life ??= this.#live();
    // A connection under way asks for all channels known when it is there.
    if (isNew && this.#client !== null) void this.#ask(this.#client, [channel]);
    return () => void ears.delete(ear);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
    await this.#life;
  }

  async #live(): Promise<void> {
    let waitMs = firstDelayMs;
    while (!this.#closing.signal.aborted) {
      const client = new pg.Client({
        ...this.#connection,
        application_name: 'watchpost listen',
        ...connectionLimits,
      });
      const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
      client.on('error', (error) => this.#report(error));
      client.on('notification', ({ channel, payload }) => {
        for (const ear of this.#ears.get(channel) ?? []) ear.onPayload(payload ?? '');
      });
      try {
        await client.connect();
        this.#client = client;
        // Closing that began in the meantime found no connection to end.
        if (this.#closing.signal.aborted) await client.end();
        else await this.#ask(client, [...this.#ears.keys()]);
        waitMs = firstDelayMs;
        await ended;
      } catch (error) {
        this.#report(error instanceof Error ? error : new Error(String(error)));
        await client.end().catch(() => {});
      }
      this.#client = null;
      await delay(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      waitMs = Math.min(waitMs * 2, longestDelayMs);
    }
  }

  async #ask(client: pg.Client, channels: readonly string[]): Promise<void> {
    try {
      for (const channel of channels) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      // A connection that cannot listen is of no use; ending it makes a new one.
      this.#report(error instanceof Error ? error : new Error(String(error)));
      await client.end().catch(() => {});
      return;
    }
    for (const channel of channels) for (const ear of this.#ears.get(channel) ?? []) ear.onConnected();
  }

  #report(error: Error): void {
    if (!this.#closing.signal.aborted) this.#onError(error);
  }
}
