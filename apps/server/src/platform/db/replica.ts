// Reads on a replica that knows at least what the primary had acknowledged when the request came, so that no one can
// tell which of them answered (docs/decisions/0009-reads-go-to-replicas-that-are-current.md).
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isRaced, isUnavailable } from './database-errors.ts';
import { isAtLeast, type Position, replayedBy, type ReplicaPosition } from './log-position.ts';
import { tenantPool } from './tenant-pool.ts';

/** How long a request waits for a replica that is a little behind, look after look. */
const looksMs = [0, 2, 5, 10, 20, 40];
/** For how long one that was away or far behind is not asked. */
const shunMs = 1_000;
/** Replicas that a request tries before it goes to the primary. */
const triesMax = 2;

/** The connections to replicas, through one address that may spread them over several. */
export class Replica {
  readonly #pool: pg.Pool;
  readonly #connectionsMax: number;
  /** What the server at the other end has replayed at least; it only ever goes on. */
  readonly #known = new WeakMap<pg.PoolClient, ReplicaPosition>();
  readonly #shunned = new Map<string, number>();
  #allShunnedUntilMs = 0;

  constructor(pool: pg.Pool, connectionsMax: number) {
    this.#pool = pool;
    this.#connectionsMax = connectionsMax;
  }

  /** The answer of a replica that has replayed `needed`; null when none could be had soon: ask the primary. */
  async ask(
    tenantId: string,
    needed: Position,
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown> | null> {
    for (let tries = 0; tries < triesMax && Date.now() >= this.#allShunnedUntilMs; tries += 1) {
      const client = await this.#connect();
      if (client === null) return null;
      const answer = await this.#askAt(client, tenantId, needed, text, values);
      if (answer !== null) return answer;
    }
    return null;
  }

  /** Gives the connection back. */
  async #askAt(
    client: pg.PoolClient,
    tenantId: string,
    needed: Position,
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown> | null> {
    let isFresh: boolean;
    try {
      isFresh = await this.#hasReplayed(client, needed);
    } catch (error) {
      this.#shun(client);
      // What it still answers is for no one.
      client.release(true);
      if (isUnavailable(error)) return null;
      throw error;
    }
    if (!isFresh) {
      this.#shun(client);
      client.release();
      return null;
    }
    try {
      const held = await tenantPool({ connect: async () => client }, tenantId).connect();
      try {
        return await held.query<unknown>(text, values);
      } finally {
        held.release();
      }
    } catch (error) {
      if (!isUnavailable(error) && !isRaced(error)) throw error;
      this.#shun(client);
      return null;
    }
  }

  /** To a replica that is not shunned, as far as that is known; null when there is none to be had at once. */
  async #connect(): Promise<pg.PoolClient | null> {
    const passedOver: pg.PoolClient[] = [];
    try {
      while (passedOver.length === 0 || this.#hasOther()) {
        const client = await this.#pool.connect();
        if (!this.#isShunned(this.#known.get(client)?.server)) return client;
        passedOver.push(client);
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.#allShunnedUntilMs = Date.now() + shunMs;
    } finally {
      for (const client of passedOver) client.release();
    }
    return null;
  }

  /** Anyone who has passed over a connection does not wait for another one. */
  #hasOther(): boolean {
    return this.#pool.idleCount > 0 || this.#pool.totalCount < this.#connectionsMax;
  }

  async #hasReplayed(client: pg.PoolClient, needed: Position): Promise<boolean> {
    if (isAtLeast(this.#known.get(client), needed)) return true;
    for (const waitMs of looksMs) {
      if (waitMs > 0) await delay(waitMs);
      const position = await replayedBy(client);
      if (position === null) return false;
      this.#known.set(client, position);
      if (isAtLeast(position, needed)) return true;
      if (position.timeline !== needed.timeline || this.#isShunned(position.server)) return false;
    }
    return false;
  }

  #isShunned(server: string | undefined): boolean {
    return server !== undefined && Date.now() < (this.#shunned.get(server) ?? 0);
  }

  /** Its server; of one that was never heard of, all. */
  #shun(client: pg.PoolClient): void {
    const server = this.#known.get(client)?.server;
    const untilMs = Date.now() + shunMs;
    if (server === undefined) this.#allShunnedUntilMs = untilMs;
    else this.#shunned.set(server, untilMs);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
