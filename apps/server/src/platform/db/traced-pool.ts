// A span for each statement: what it does and to which tables. Its values are never part of one, nor is its text.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { inSpan } from '../tracing/spans.ts';
import { type StatementSummary, summaryOf } from '../tracing/statement-summary.ts';

/** The pool as it is, with a span for whatever is asked of its connections. */
export const tracedPool = (pool: PostgresPool): PostgresPool => ({
  connect: async () => new TracedConnection(await pool.connect()),
  end: () => pool.end(),
});

class TracedConnection implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;

  constructor(client: PostgresPoolClient) {
    this.#client = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    const { operation, summary } = statementOf(text);
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
    };
    return inSpan(summary, { kind: 'client', attributes }, async (span) => {
      const result = await this.#client.query(text, values);
      span.setAttribute('db.response.returned_rows', result.rows.length);
      return result;
    });
  }

  release(): void {
    this.#client.release();
  }
}

const summaries = new Map<string, StatementSummary>();
/** Texts beyond these were put together for one request, and are summed up each time. */
const summariesMax = 400;

function statementOf(text: string): StatementSummary {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const made = summaryOf(text);
  if (summaries.size < summariesMax) summaries.set(text, made);
  return made;
}
