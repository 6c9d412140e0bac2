import { type Kysely, sql } from 'kysely';

/**
 * Marks of leaves tell columns by their places, and a column that joins comes last. The phone's own time stood between others
 * for some days: marks of then, which have four bytes for each column of that time, are put in the order that counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const markBytes = 4;

/** `before` columns stand before the misplaced one, and `after` more before the place that is its own. */
const moved = (
  source: string,
  columns: number,
  before: number,
  after: number,
) => `UPDATE log_leaves SET marks =
    substr(marks, 1, ${before * markBytes}) || substr(marks, ${(before + 1) * markBytes + 1}, ${after * markBytes})
    || substr(marks, ${before * markBytes + 1}, ${markBytes}) || substr(marks, ${(before + 1 + after) * markBytes + 1})
  WHERE source = '${source}' AND length(marks) = ${columns * markBytes}`;

export const statements = [moved('scans', 23, 5, 14), moved('field_events', 16, 6, 9)];
