import type { CompiledQuery } from 'kysely';

/** Anything that runs statements: a handle or a transaction. */
export interface Statements {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }>;
}
