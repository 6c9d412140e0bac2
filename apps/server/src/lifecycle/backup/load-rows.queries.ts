// Fills the tables of a database that has just been made: what would check or react to each row is put aside, and back
// again when all rows are there. For the tables' owner, which need not be a superuser.
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { columnList, type CopiedTable, type SequenceState } from './copied-tables.queries.ts';

/** Statements that put back what was put aside. */
export type PutBack = readonly string[];

async function texts(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map(({ text }) => text);
}

/** Tables of ours: those that stand by themselves, not parts of others. */
const ours = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname NOT LIKE 'kysely%'`;

/** Empties every table and puts triggers, foreign keys and indexes besides the keys aside. */
export async function prepareTables(client: pg.ClientBase): Promise<PutBack> {
  const keys = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) AS add
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.conparentid = 0 AND ${ours} ORDER BY 1`,
  );
  const indexes = await client.query<{ drop: string; add: string }>(
    `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS add
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_class AS x ON x.oid = i.indexrelid
    WHERE ${ours} AND NOT x.relispartition
      AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = i.indexrelid) ORDER BY 1`,
  );
  const tables = await texts(
    client,
    `SELECT c.oid::regclass::text AS text FROM pg_class AS c WHERE ${ours} ORDER BY 1`,
  );
  const aside = [
    ...tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    ...keys.rows.map(({ drop }) => drop),
    ...indexes.rows.map(({ drop }) => drop),
    `TRUNCATE ${tables.join(', ')}`,
  ];
  for (const statement of aside) await client.query(statement);
  return [
    ...indexes.rows.map(({ add }) => add),
    ...keys.rows.map(({ add }) => add),
    ...tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
  ];
}

/** Takes rows of one table after the other, as rowsOf() gave them. */
export class RowLoader {
  readonly #client: pg.ClientBase;
  #table: string | null = null;
  #stream: CopyStreamQuery | null = null;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async take({ name, columns }: CopiedTable, rows: Buffer): Promise<void> {
    if (this.#table !== name) {
      await this.end();
      this.#table = name;
      this.#stream = this.#client.query(copyFrom(`COPY "${name}" (${columnList(columns)}) FROM STDIN`));
    }
    if (this.#stream?.write(rows) === false) await once(this.#stream, 'drain');
  }

  /** The rows of the last table are in. */
  async end(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    this.#table = null;
    if (stream === null) return;
    stream.end();
    await finished(stream);
  }
}

export async function setSequence(
  client: pg.ClientBase,
  { name, value, isCalled }: SequenceState,
): Promise<void> {
  await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [`"${name}"`, value, isCalled]);
}

/** What the queue's workers had still to do. */
export async function addJobs(client: pg.ClientBase, json: string): Promise<void> {
  await client.query(
    `SELECT graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority, flags)
    FROM json_to_recordset($1) AS job (identifier text, payload json, queue_name text, run_at timestamptz,
      max_attempts int, key text, priority int, flags text[])`,
    [json],
  );
}
