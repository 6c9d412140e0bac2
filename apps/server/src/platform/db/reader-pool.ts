// Connections for one request that only reads, as kysely wants them.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Position } from './log-position.ts';
import type { Replica } from './replica.ts';

/** What changes nothing. Should a statement of another kind pass, the replica refuses it and the primary is asked. */
const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) &&
  !/\b(for (no key )?(update|share)|insert|update|delete|advisory)\b/i.test(text);

interface Reader {
  readonly primary: PostgresPool;
  readonly replica: Replica;
  readonly tenantId: string;
  readonly askPosition: () => Promise<Position | null>;
}

/**
 * Connections for one request: what only reads is asked of a replica, transactions and all else of the primary. A
 * replica must have replayed what was acknowledged before this was called, and what the request wrote since.
 */
export async function readerPool(reader: Reader): Promise<PostgresPool> {
  let needed: Position | null = await reader.askPosition();
  let hasWritten = false;
  const sinceWritten = async () => {
    if (hasWritten) {
      hasWritten = false;
      needed = await reader.askPosition();
    }
    return needed;
  };
  return {
    connect: async () => new ReaderConnection(reader, sinceWritten, () => (hasWritten = true)),
    end: async () => {},
  };
}

class ReaderConnection implements PostgresPoolClient {
  readonly #reader: Reader;
  readonly #needed: () => Promise<Position | null>;
  readonly #noteWrite: () => void;
  #primary: PostgresPoolClient | null = null;
  #mayHaveWritten = false;

  constructor(reader: Reader, needed: () => Promise<Position | null>, noteWrite: () => void) {
    this.#reader = reader;
    this.#needed = needed;
    this.#noteWrite = noteWrite;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  async query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    const { primary, replica, tenantId } = this.#reader;
    if (this.#primary === null && isRead(text)) {
      const needed = await this.#needed();
      const answer = needed && (await replica.ask(tenantId, needed, text, values));
      if (answer !== null) return answer;
    } else this.#mayHaveWritten = true;
    this.#primary ??= await primary.connect();
    return this.#primary.query(text, values);
  }

  release(): void {
    if (this.#mayHaveWritten) this.#noteWrite();
    this.#primary?.release();
  }
}
