// Connections that fill tables: without triggers, and with as much memory as a machine of this size can spare.
import os from 'node:os';
import pg from 'pg';

export type Connect = <T>(run: (client: pg.Client) => Promise<T>) => Promise<T>;

/** Triggers keep still, and so do the checks of references: these are put back over all rows. */
const settings = [
  'SET session_replication_role = replica',
  `SET work_mem = '512MB'`,
  `SET maintenance_work_mem = '1GB'`,
  'SET max_parallel_maintenance_workers = 1',
  'SET jit = off',
  // Before the tables have statistics it is chosen for loops over millions of rows that never repeat.
  'SET enable_memoize = off',
  'SET statement_timeout = 0',
  'SET idle_in_transaction_session_timeout = 0',
];

/** Each run has a connection of its own, closed at its end. `temporaryBytes` is what a query may lay aside on disk. */
export function connector(connection: pg.ClientConfig, temporaryBytes: number): Connect {
  return async (run) => {
    const client = new pg.Client(connection);
    // A broken connection surfaces in the query that it breaks.
    client.on('error', () => {});
    await client.connect();
    try {
      for (const statement of settings) await client.query(statement);
      await client.query(`SET temp_file_limit = '${Math.floor(temporaryBytes / 1024)}kB'`);
      return await run(client);
    } finally {
      await client.end();
    }
  };
}

/** Statements of one transaction. */
export async function inTransaction<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  const result = await run();
  await client.query('COMMIT');
  return result;
}

/** Runs all, as many at once as there are cores; the first in the list begin first. Rejects with the first fault. */
export async function atOnce(runs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...runs];
  const worker = async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await run();
  };
  await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, worker));
}
