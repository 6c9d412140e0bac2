// Which of the acknowledged writes a database contains, read without going through the product.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

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

/** Resolves when no job is under way or ought to be any more. Rejects when some still are after `withinMs`. */
export async function jobsDone(connection: pg.ClientConfig, withinMs: number): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'watchpost' });
  await client.connect();
  try {
    for (const untilMs = Date.now() + withinMs; ; await sleep(500)) {
      const { rows } = await client.query<{ jobs: string }>(
        'SELECT count(*) AS jobs FROM graphile_worker._private_jobs WHERE run_at <= now() AND attempts < max_attempts',
      );
      if (rows[0]?.jobs === '0') return;
      if (Date.now() > untilMs) throw new Error(`${rows[0]?.jobs} jobs are still to be done`);
    }
  } finally {
    await client.end();
  }
}

export interface StoredEvent {
  readonly id: string;
  readonly atMs: number;
  /** Of a scan; null for others. */
  readonly checkpointId: string | null;
}

/** Every row of an event or scan. */
export async function readEvents(connection: pg.ClientConfig): Promise<StoredEvent[]> {
  const client = new pg.Client({ ...connection, database: 'watchpost' });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; at: string; checkpoint: string | null }>(
      `SELECT id, device_at_ms AS at, checkpoint_id AS checkpoint FROM scans
       UNION ALL SELECT id, device_at_ms, NULL FROM field_events`,
    );
    return rows.map(({ id, at, checkpoint }) => ({ id, atMs: Number(at), checkpointId: checkpoint }));
  } finally {
    await client.end();
  }
}

/** Of what was received since `fromMs`. */
export async function readStored(connection: pg.ClientConfig, fromMs: number): Promise<Stored> {
  const client = new pg.Client({ ...connection, database: 'watchpost', connectionTimeoutMillis: 10_000 });
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
    const { rows: jobs } = await client.query<{ error: string }>(
      `SELECT format('%s %s, %s of them taken, of the last %s s; last error %s', count(*), identifier, count(locked_at),
           ceil(extract(epoch FROM now() - min(run_at))), max(last_error)) AS error
         FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
        WHERE run_at < now() - interval '10 s' AND attempts < max_attempts GROUP BY identifier`,
    );
    return {
      events: await idsOf('field_events'),
      scans: await idsOf('scans'),
      records: shifts.map(({ name }) => name),
      doubledScans: Number(doubled[0]?.n),
      jobsLate: jobs.map(({ error }) => error),
    };
  } finally {
    await client.end();
  }
}
