// A company's history into the tables of duties, rounds and scans.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { findCodeBook } from '../records/checkpoint-codes/checkpoint-codes.queries.ts';
import type { CodeBook } from '../records/checkpoint-codes/judge-code.ts';
import type { Db } from '../platform/db/database.ts';
import { closePastDuties } from '../patrol/duties/close-forgotten.queries.ts';
import type { PatrolRecord } from './patrol-model/duty.ts';
import { insertRows } from '../platform/db/insert-rows.queries.ts';
import {
  dutyColumns,
  eventColumns,
  HistoryRows,
  type HistoryWindow,
  roundColumns,
  scanColumns,
  scanJudgeOf,
} from './history-rows.ts';

export interface HistoryCounts {
  duties: number;
  rounds: number;
  scans: number;
}

/** What scans of a tenant are judged by: all of its codes, and the tag of each checkpoint. */
export async function findCodesAndTags(
  db: Db,
  tenantId: string,
): Promise<{ book: CodeBook; tags: Map<string, string | null> }> {
  const book = await findCodeBook(db, tenantId);
  const checkpoints = await db
    .selectFrom('checkpoints')
    .select(['id', 'nfc_tag_id'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return { book, tags: new Map(checkpoints.map(({ id, nfc_tag_id }) => [id, nfc_tag_id])) };
}

/** So far back a guard's last sign is looked for. */
const signsMs = 2 * 86_400_000;
/** Records made before the connection is served again, so that the database works in the meantime. */
const recordsAtOnce = 25;

/** Writes a history, in its order, reading it as it goes: one window is written while the next is read. */
export async function insertHistory(
  db: Db,
  tenantId: string,
  history: Iterable<PatrolRecord>,
  nowMs: number,
): Promise<HistoryCounts> {
  const counts = { duties: 0, rounds: 0, scans: 0 };
  const { book, tags } = await findCodesAndTags(db, tenantId);
  const rows = new HistoryRows(scanJudgeOf(book, tags));
  let writing = Promise.resolve();
  let read = 0;
  for (const record of history) {
    read += 1;
    if (read % recordsAtOnce === 0) await setImmediate();
    rows.add(record);
    if (!rows.isFull) continue;
    await writing;
    writing = insertWindow(db, tenantId, rows.take(), counts);
    // Its error surfaces where it is awaited.
    writing.catch(() => {});
  }
  await writing;
  await insertWindow(db, tenantId, rows.take(), counts);
  // So that the first questions are planned well, before the database gets round to it by itself.
  await sql`ANALYZE rounds, scans, duty_sessions, field_events, round_counts, round_sums, site_round_rollups, checkpoint_rollups`.execute(
    db,
  );
  await finishHistory(db, tenantId, nowMs);
  return counts;
}

/** What follows from a whole history: the last number given out, logouts that were forgotten, the guards' last signs. */
export async function finishHistory(db: Db, tenantId: string, nowMs: number): Promise<void> {
  await sql`INSERT INTO round_arrivals (tenant_id, last_no)
    SELECT ${tenantId}::uuid, coalesce(max(arrival_no), 0) FROM rounds WHERE tenant_id = ${tenantId}::uuid`.execute(
    db,
  );
  await closePastDuties(db, tenantId, nowMs);
  await sql`SELECT fill_guard_signs(${tenantId}::uuid, ${nowMs - signsMs}::bigint)`.execute(db);
}

/** Scans come first: what a round has missed is then known once it is written, and counted once. */
async function insertWindow(
  db: Db,
  tenantId: string,
  { duties, rounds, scans, events }: HistoryWindow,
  counts: HistoryCounts,
): Promise<void> {
  await insertRows(db, tenantId, 'duty_sessions', dutyColumns, duties);
  await insertRows(db, tenantId, 'scans', scanColumns, scans);
  await insertRows(db, tenantId, 'rounds', roundColumns, rounds);
  await insertRows(db, tenantId, 'field_events', eventColumns, events);
  counts.duties += duties.length;
  counts.rounds += rounds.length;
  counts.scans += scans.length;
}
