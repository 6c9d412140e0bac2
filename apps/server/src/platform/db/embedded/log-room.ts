// Files of PostgreSQL's log that exist before they are needed: on a disk that is full to the last byte the database
// goes on as long as it has one to write into.
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { enoughBytes, freeBytes } from './disk-room.ts';

const fileBytes = 16 * 1024 * 1024;
/** As many as min_wal_size of server-settings.ts has kept for the next use once they exist. */
const keptFiles = 5;

/** Makes those files where there are fewer and the disk has room for them. As the superuser. */
export async function reserveLog(owner: Db, folder: string): Promise<void> {
  const missing = keptFiles - (await countLogFiles(owner));
  if (missing <= 0 || (await freeBytes(folder)) < enoughBytes + missing * fileBytes) return;
  for (let each = 0; each < missing; each += 1) {
    // Nothing is switched where nothing was written.
    await sql`SELECT pg_logical_emit_message(false, 'room', '')`.execute(owner);
    await sql`SELECT pg_switch_wal()`.execute(owner);
  }
  await sql`CHECKPOINT`.execute(owner);
}

async function countLogFiles(owner: Db): Promise<number> {
  const { rows } = await sql<{ files: number }>`SELECT count(*)::int AS files FROM pg_ls_waldir()
    WHERE name ~ '^[0-9A-F]{24}$'`.execute(owner);
  return rows[0]?.files ?? 0;
}

/**
 * Has everything written that a checkpoint writes, while there is room for what of it is new: PostgreSQL's list of
 * subtransactions grows by a page every 2,048 transactions, and without room for one no checkpoint comes to its end.
 */
export async function writeWhileRoom(owner: Db): Promise<void> {
  await sql`CHECKPOINT`.execute(owner);
}

/** Has files of the log used again before they run out: what the database writes by itself, it writes on a full disk too. */
export async function recycleLog(owner: Db): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_control_checkpoint()
    WHERE pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${fileBytes}`.execute(owner);
  if (rows.length > 0) await sql`CHECKPOINT`.execute(owner);
}
