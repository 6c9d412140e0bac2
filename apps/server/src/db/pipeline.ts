// Transactions whose statements leave without waiting for the answers of those before them: as many round trips as
// there are decisions, however many statements.
import type { CompiledQuery, PostgresPoolClient } from 'kysely';
import { type Db, poolOf } from './database.ts';

/** Whatever takes statements: a handle, a transaction or a pipeline. */
export interface Statements {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }>;
}

/** Takes what need not be awaited within a transaction; its failure is the transaction's. */
export type Leave = (unawaited: Promise<unknown>) => void;

/**
 * Runs `work` in a transaction on one connection, where each statement is sent as soon as it is asked for. Statements
 * whose answer it needs `work` awaits, all others it leaves: this resolves only when all of them and the commit have
 * succeeded. Rejects with the first failure, and then nothing was stored.
 */
export async function inPipeline<T>(
  db: Db,
  work: (statements: Statements, leave: Leave) => Promise<T>,
): Promise<T> {
  const client = await poolOf(db).connect();
  try {
    const pipeline = new Pipeline(client);
    pipeline.send('BEGIN');
    try {
      const result = await work(pipeline, (unawaited) => pipeline.note(unawaited));
      await pipeline.throwUnsent();
      pipeline.send('COMMIT');
      await pipeline.settle();
      return result;
    } catch (error) {
      pipeline.send('ROLLBACK');
      await pipeline.settle().catch(() => {});
      throw error;
    }
  } finally {
    client.release();
  }
}

/**
 * Turns of promises within which a function that fails before it sends anything has been heard of. Not a turn of the event
 * loop: the commit would then be written by itself (GatheringSocket).
 */
const turnsOfUnsent = 12;

class Pipeline implements Statements {
  readonly #client: PostgresPoolClient;
  readonly #sent: Promise<unknown>[] = [];
  readonly #failures: unknown[] = [];

  constructor(client: PostgresPoolClient) {
    this.#client = client;
  }

  send(text: string): void {
    this.note(this.#client.query(text, []));
  }

  async executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }> {
    const answer = this.#client.query<Row>(query.sql, query.parameters);
    this.note(answer);
    return answer;
  }

  /** What nobody awaits must not count as an unhandled rejection: settle() tells of it. */
  note(answer: Promise<unknown>): void {
    answer.catch((error: unknown) => this.#failures.push(error));
    this.#sent.push(answer);
  }

  /** Throws what failed before the database could: a commit would store the rest. Waits for no answer. */
  async throwUnsent(): Promise<void> {
    for (let turn = 0; turn < turnsOfUnsent; turn += 1) await Promise.resolve();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Waits for everything sent. A commit after a failed statement is a rollback, and the failure is thrown here. */
  async settle(): Promise<void> {
    for (const outcome of await Promise.allSettled(this.#sent)) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
  }
}
