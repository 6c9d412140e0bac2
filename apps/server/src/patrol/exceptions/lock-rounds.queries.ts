import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Locks of one tenant at most: a few rounds rarely share one, and however many are held fit into the database's memory. */
const locksMax = 512;

/**
 * Locks rounds until the transaction ends. Lock them before reading anything: a transaction that waited then judges by
 * current data and overwrites no newer result. All callers lock in the same order. The rows of the rounds stay unlocked for
 * the scans that arrive.
 */
export async function lockRounds(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtext('rounds looked at ' || $1::text), ordered.lock) FROM (
      SELECT DISTINCT abs(hashtext(id) % ${locksMax}) AS lock FROM unnest($2::text[]) AS id ORDER BY lock) AS ordered`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, ids]));
}
