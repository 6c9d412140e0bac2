// What the job queue stored while a clock was ahead would wait until that date comes, through restarts and without a word.
import type pg from 'pg';

/** Clocks of several servers and of the database differ a little, rightly. */
const tolerance = `interval '2 minutes'`;

export interface WrongDates {
  /** How far ahead of now the latest of them was, in milliseconds; 0 when all dates were right. */
  readonly aheadMs: number;
  /** Whether the timetable was among them, by which a worker under way still goes. */
  readonly hasTimetable: boolean;
}

/** Moves jobs, locks and the timetable from a date that has not come yet to now; how long a job was to wait stays. */
export async function putDatesRight(pool: pg.Pool, nowMs: number = Date.now()): Promise<WrongDates> {
  const { rows } = await pool.query<WrongDates>(text, [nowMs]);
  return rows[0] ?? { aheadMs: 0, hasTimetable: false };
}

/**
 * "here" is the clock of the database, by which jobs are due; "there" that of this server, by which the timetable is. A turn
 * of the timetable is dated by the server, so it may wait for a date though the database stored it at the right time.
 */
const text = `WITH clock AS (SELECT now() AS here, to_timestamp($1::float8 / 1000) AS there),
  turns AS (
    SELECT k.identifier, k.last_execution - c.there AS ahead
    FROM graphile_worker._private_known_crontabs k CROSS JOIN clock c WHERE k.last_execution > c.there + ${tolerance}),
  jobs AS (
    SELECT j.id, j.since, j.since - c.here AS ahead FROM clock c CROSS JOIN LATERAL (
      SELECT id, CASE WHEN payload::jsonb ? '_cron' THEN greatest(created_at, updated_at, run_at)
        ELSE greatest(created_at, updated_at) END AS since FROM graphile_worker._private_jobs) AS j
    WHERE j.since > c.here + ${tolerance}),
  turned AS (
    UPDATE graphile_worker._private_known_crontabs k SET last_execution = date_trunc('minute', c.there)
    FROM turns t CROSS JOIN clock c WHERE k.identifier = t.identifier),
  moved AS (
    UPDATE graphile_worker._private_jobs j
    SET created_at = least(j.created_at, c.here), updated_at = c.here,
      locked_at = CASE WHEN j.locked_at > c.here THEN c.here ELSE j.locked_at END,
      run_at = c.here + greatest(interval '0', j.run_at - w.since)
    FROM jobs w CROSS JOIN clock c WHERE j.id = w.id)
  SELECT coalesce(round(extract(epoch FROM greatest((SELECT max(ahead) FROM turns), (SELECT max(ahead) FROM jobs))) * 1000), 0)::float8
    AS "aheadMs", EXISTS (SELECT FROM turns) AS "hasTimetable"`;
