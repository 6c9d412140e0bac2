// Tells the job workers that live from those that died with jobs in hand: the queue by itself would keep such jobs from
// everybody for four hours. A worker that lives holds a lock of its own name, which ends with its connection.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionLimits } from './tenant-pool.ts';

const lockOf = (name: string) => `hashtextextended('watchpost jobs ' || ${name}, 0)`;

/** A machine that went without a word is missed after a minute. */
const keepAlive = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';
const againMs = 1_000;

/** Holds the lock of a worker until stopped, on a connection that is made again whenever it breaks. */
export function holdLife(
  connection: pg.ClientConfig,
  worker: string,
  onProblem: (sentence: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  const live = async () => {
    while (!stopping.signal.aborted) {
      const made = new pg.Client({
        ...connection,
        application_name: 'watchpost jobs life',
        options: keepAlive,
        ...connectionLimits,
      });
      const ended = new Promise<void>((resolve) => made.once('end', () => resolve()));
      made.on('error', () => {});
      try {
        await made.connect();
        client = made;
        await made.query(`SELECT pg_advisory_lock(${lockOf('$1')})`, [worker]);
        if (stopping.signal.aborted) await made.end();
        await ended;
      } catch (error) {
        if (!stopping.signal.aborted) onProblem(`jobs: ${String(error)}`);
        await made.end().catch(() => {});
      }
      client = null;
      await delay(againMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const life = live();
  return async () => {
    stopping.abort();
    await client?.end().catch(() => {});
    await life;
  };
}

/**
 * Frees the jobs of workers that hold no lock now and were `suspected` last time: once alone may be a connection that
 * is being made again. Resolves with whom to suspect next time.
 */
export async function freeJobsOfDead(
  pool: pg.Pool,
  own: string,
  suspected: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `SELECT worker FROM (SELECT DISTINCT locked_by AS worker FROM graphile_worker._private_jobs
        WHERE locked_by <> $1 OFFSET 0) AS holders
      WHERE pg_try_advisory_xact_lock(${lockOf('worker')})`,
    [own],
  );
  const silent = rows.map(({ worker }) => worker);
  const dead = silent.filter((worker) => suspected.includes(worker));
  if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [dead]);
  return silent.filter((worker) => !dead.includes(worker));
}

/**
 * Frees what is stored as taken by this worker and is not in its hands: its connection broke when the taking had been
 * stored and before it heard of it. What was taken lately it may still hear of.
 */
export async function freeJobsUnheardOf(
  pool: pg.Pool,
  own: string,
  inHand: readonly string[],
): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL
      WHERE locked_by = $1 AND locked_at < now() - interval '1 minute' AND id <> ALL($2::bigint[])`,
    [own, inHand],
  );
}
