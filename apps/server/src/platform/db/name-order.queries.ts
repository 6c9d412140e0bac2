// Indexes in the order of names go by a version of ICU, and are made again when the machine or its PostgreSQL has another.
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** As the owner, at the start: an index of another version's order would find some rows no more. */
export async function remakeNameOrder(owner: Db): Promise<void> {
  const { rows } = await sql<{ indexName: string | null }>`SELECT i.indexrelid::regclass::text AS "indexName"
    FROM pg_collation c LEFT JOIN pg_index i ON c.oid = ANY (i.indcollation)
    WHERE c.collname = 'name_order' AND c.collversion <> pg_collation_actual_version(c.oid) ORDER BY 1`.execute(
    owner,
  );
  if (rows.length === 0) return;
  for (const { indexName } of rows) {
    if (indexName !== null) await sql`REINDEX INDEX ${sql.raw(indexName)}`.execute(owner);
  }
  await sql`ALTER COLLATION name_order REFRESH VERSION`.execute(owner);
}
