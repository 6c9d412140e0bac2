// A history that was brought in as a whole becomes the tenant's log of evidence, as if each record had been sealed when it came.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { closePastDuties } from '../../apps/server/src/patrol/duties/close-forgotten.queries.ts';
import { sealLog } from '../../apps/server/src/patrol/evidence/seal-log.queries.ts';
import type { Sealing } from '../../apps/server/src/patrol/evidence/sealing.ts';

export interface HistoryOwner {
  readonly tenantId: string;
  /** As the owner, whose rows belong to no log. */
  readonly owner: Db;
  /** The tenant's own handle, what is done by which is noted for the log. */
  readonly own: Db;
}

/** What the owner closed no version tells of: the tenant's own handle closes it once more. */
const reopening = `UPDATE duty_sessions SET ended_at_ms = NULL, is_closed_by_system = false
  WHERE tenant_id = $1::uuid AND is_closed_by_system`;

/** What one minute brought of a table waits as if one statement had stored it. */
const noting = `INSERT INTO log_pending (tenant_id, source, ids)
  SELECT $1::uuid, source, array_agg(id ORDER BY at_ms, id) FROM (
    SELECT 'scans' AS source, id, received_at_ms AS at_ms FROM scans WHERE tenant_id = $1::uuid
    UNION ALL SELECT 'field_events', id, received_at_ms FROM field_events WHERE tenant_id = $1::uuid
    UNION ALL SELECT 'route_versions', id, (extract(epoch FROM created_at) * 1000)::bigint FROM route_versions
      WHERE tenant_id = $1::uuid) AS taken
  GROUP BY source, at_ms / 60000 ORDER BY at_ms / 60000, source DESC`;

/** Resolves with the number of leaves. `nowMs`: by when all of it had come. */
export async function sealHistory(
  { tenantId, owner, own }: HistoryOwner,
  sealing: Sealing,
  nowMs: number,
): Promise<number> {
  for (const text of [reopening, noting]) await owner.executeQuery(CompiledQuery.raw(text, [tenantId]));
  const records = await sealLog(own, tenantId, sealing, { now: () => nowMs });
  await closePastDuties(own, tenantId, nowMs);
  return records + (await sealLog(own, tenantId, sealing));
}
