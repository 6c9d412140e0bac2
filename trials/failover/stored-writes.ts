// What a database host holds of the writes that clients were told of, asked for behind the product's back.
import pg from 'pg';
import type { Host } from './network.ts';

export interface Stored {
  readonly events: ReadonlySet<string>;
  readonly scans: ReadonlySet<string>;
  /** Names of records, as often as they are there. */
  readonly records: readonly string[];
  /** Scans beyond the first of a checkpoint in a round: each was made once. */
  readonly doubledScans: number;
  /** Jobs that ought to have been done by now, by their kind. */
  readonly jobsLate: readonly string[];
}

/** Of what was received since `fromMs`. */
export async function readStored(host: Host, password: string, fromMs: number): Promise<Stored> {
  const client = new pg.Client({
    host: host.address,
    user: 'postgres',
    password,
    database: 'watchpost',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    const idsOf = async (table: string) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE received_at_ms >= $1`,
        [fromMs],
      );
      return new Set(rows.map(({ id }) => id));
    };
    const { rows: shifts } = await client.query<{ name: string }>(
      "SELECT name FROM shifts WHERE name LIKE 'T%'",
    );
    const { rows: doubled } = await client.query<{ n: string }>(
      `SELECT coalesce(sum(n - 1), 0) AS n FROM (SELECT count(*) AS n FROM scans
         WHERE received_at_ms >= $1 GROUP BY tenant_id, round_id, checkpoint_id) AS counted`,
      [fromMs],
    );
    const { rows: jobs } = await client.query<{ said: string }>(
      `SELECT format('%s %s, %s of them taken, of the last %s s; last error %s', count(*), identifier, count(locked_at),
           ceil(extract(epoch FROM now() - min(run_at))), max(last_error)) AS said
         FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
        WHERE run_at < now() - interval '10 s' AND attempts < max_attempts GROUP BY identifier`,
    );
    return {
      events: await idsOf('field_events'),
      scans: await idsOf('scans'),
      records: shifts.map(({ name }) => name),
      doubledScans: Number(doubled[0]?.n),
      jobsLate: jobs.map(({ said }) => said),
    };
  } finally {
    await client.end();
  }
}
