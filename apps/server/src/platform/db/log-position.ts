// Positions of servers in the log of writes.
import type pg from 'pg';

/** A place in the log of writes; those of different timelines cannot be compared. */
export interface Position {
  readonly timeline: number;
  readonly lsn: number;
}

export interface ReplicaPosition extends Position {
  /** Tells the replicas behind one address apart. */
  readonly server: string;
}

/** Everything acknowledged so far has been flushed. The name of the log's file begins with its timeline. */
const positionOfPrimary = `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint AS timeline`;

/**
 * What it has replayed. Its timeline is that of its last checkpoint or flush: after a change of leader it may be told
 * late, and then the primary answers for so long; never early. Two servers do not start in the same microsecond.
 */
const positionOfReplica = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS lsn,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)::bigint AS timeline,
  extract(epoch FROM pg_postmaster_start_time())::text AS server
  WHERE pg_is_in_recovery()`;

/** One that has gone without a word is not waited for. */
const replicaAnswersWithinMs = 1_000;

interface Question {
  readonly name: string;
  readonly text: string;
  readonly query_timeout?: number;
}

/** The primary's present position; null when it cannot tell. */
export async function positionOf(primary: pg.Pool): Promise<Position | null> {
  const asked: Question = { name: 'watchpost position', text: positionOfPrimary };
  return primary.query<Position>(asked).then(
    ({ rows }) => rows[0] ?? null,
    () => null,
  );
}

/** Null for one that was promoted: it is a primary of its own. Throws when it does not answer soon. */
export async function replayedBy(client: pg.PoolClient): Promise<ReplicaPosition | null> {
  const asked: Question = {
    name: 'watchpost position',
    text: positionOfReplica,
    query_timeout: replicaAnswersWithinMs,
  };
  const { rows } = await client.query<ReplicaPosition>(asked);
  return rows[0] ?? null;
}

export const isAtLeast = (known: Position | undefined, needed: Position): boolean =>
  known !== undefined && known.timeline === needed.timeline && known.lsn >= needed.lsn;
