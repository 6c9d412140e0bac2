// The totals that the product answers with must be those of the rows, or nothing measured here means anything.
import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';

/** Days of sites, of rounds and of due rounds; `npm run verify` recounts the rest. Throws Error when any differs. */
export async function requireExactCounts(db: Db): Promise<void> {
  const { rows } = await sql<{ differing: number }>`
    WITH counted AS (
      SELECT tenant_id, site_id, started_at_ms / 86400000 * 86400000 AS bucket_ms, count(*) AS rounds,
        sum(total_check_points) AS checkpoints
      FROM rounds GROUP BY 1, 2, 3),
    kept AS (
      SELECT tenant_id, site_id, bucket_ms, rounds, checkpoints FROM round_counts
      WHERE grain = 1 AND guard_id = '00000000-0000-0000-0000-000000000000'
        AND site_id <> '00000000-0000-0000-0000-000000000000' AND rounds <> 0)
    SELECT count(*) AS differing FROM counted FULL JOIN kept USING (tenant_id, site_id, bucket_ms)
    WHERE counted.rounds IS DISTINCT FROM kept.rounds OR counted.checkpoints IS DISTINCT FROM kept.checkpoints`.execute(
    db,
  );
  if (rows[0]?.differing !== 0) throw new Error(`${rows[0]?.differing} counters differ from their rows`);
  const due = await sql<{ differing: number }>`
    WITH counted AS (
      SELECT tenant_id, site_id, due_at_ms / 86400000 * 86400000 AS from_ms, count(*) AS due FROM due_rounds
      WHERE outcome <> 'waiting' GROUP BY 1, 2, 3),
    stored AS (
      SELECT tenant_id, site_id, from_ms, on_time + done_late + incomplete + missed + excused + under_way AS due
      FROM site_due_rollups WHERE hours = 24)
    SELECT count(*) AS differing FROM counted FULL JOIN stored USING (tenant_id, site_id, from_ms)
    WHERE counted.due IS DISTINCT FROM stored.due`.execute(db);
  if (due.rows[0]?.differing !== 0) throw new Error(`${due.rows[0]?.differing} rollups of due rounds differ`);
}
