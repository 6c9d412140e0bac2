import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { scannedCount } from '../../platform/db/round-counts.ts';

/** Checkpoints that were scanned in each of the rounds. */
export async function countScanned(
  { db, tenantId }: SiteScope,
  roundIds: readonly string[],
): Promise<Map<string, number>> {
  const text = `SELECT r.id, ${scannedCount('r', '$1::uuid')} AS scanned FROM unnest($2::uuid[]) AS asked (id)
    JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.id`;
  const { rows } = await db.executeQuery<{ id: string; scanned: number }>(
    CompiledQuery.raw(text, [tenantId, roundIds]),
  );
  return new Map(rows.map(({ id, scanned }) => [id, scanned]));
}
