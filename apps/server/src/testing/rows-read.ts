import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Rows of the tables whose names begin so that a transaction has read so far, partitions and all. */
export async function rowsRead(transaction: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS count
    FROM pg_stat_xact_user_tables WHERE relname LIKE ${`${table}%`}`.execute(transaction);
  return rows[0]?.count ?? Number.NaN;
}
