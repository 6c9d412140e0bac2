import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Locks of one tenant at most: a few rounds rarely share one, and however many are held fit into the database's memory. */
const locksMax = 512;

/**
 * Until the transaction ends no one else looks at any of the rounds. In one order for everybody, and before anything is
 * read: whoever waited judges by what is known then, and does not put an older view over a newer one. The rounds' own rows
 * stay free for the scans that arrive.
 */
export async function lockRounds(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  const text = `SELECT pg_advisory_xact_lock(hashtext('rounds looked at ' || $1::text), ordered.lock) FROM (
      SELECT DISTINCT abs(hashtext(id) % ${locksMax}) AS lock FROM unnest($2::text[]) AS id ORDER BY lock) AS ordered`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, ids]));
}
