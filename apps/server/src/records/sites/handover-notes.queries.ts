import type { HandoverNote } from '@watchpost/contract/handover-notes';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Of a site that the caller may see, the latest first. */
export async function findHandovers(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  siteId: string,
  { offset, limit }: Window,
): Promise<{ count: number; data: HandoverNote[] }> {
  const own = `n.tenant_id = $1::uuid AND n.subject_id = $2::uuid AND n.kind = 'handoverNoted'`;
  const nameOf = (guard: string) => `trim(concat(${guard}.first_name, ' ', ${guard}.last_name))`;
  const reads = `SELECT DISTINCT ON (e.guard_id) e.guard_id AS "guardId", ${nameOf('r')} AS "guardName",
      e.device_at_ms AS "deviceAtMs"
    FROM field_events e JOIN guards r ON r.tenant_id = $1::uuid AND r.id = e.guard_id
    WHERE e.tenant_id = $1::uuid AND e.subject_id = n.id AND e.kind = 'handoverRead'
    ORDER BY e.guard_id, e.device_at_ms, e.id`;
  const page = `SELECT n.id, n.guard_id AS "guardId", ${nameOf('g')} AS "guardName", n.details ->> 'text' AS text,
      (n.details ->> 'isUrgent')::boolean AS "isUrgent", n.device_at_ms AS "deviceAtMs",
      n.received_at_ms AS "receivedAtMs",
      coalesce((SELECT json_agg(read ORDER BY read."deviceAtMs", read."guardId") FROM (${reads}) AS read), '[]') AS reads
    FROM field_events n JOIN guards g ON g.tenant_id = $1::uuid AND g.id = n.guard_id
    WHERE ${own} ORDER BY n.received_at_ms DESC, n.id DESC OFFSET $3 LIMIT $4`;
  const counted = `SELECT count(*)::int AS count FROM field_events n WHERE ${own}`;
  const [{ rows }, total] = await Promise.all([
    db.executeQuery<HandoverNote>(CompiledQuery.raw(page, [tenantId, siteId, offset, limit])),
    db.executeQuery<{ count: number }>(CompiledQuery.raw(counted, [tenantId, siteId])),
  ]);
  return { count: total.rows[0]?.count ?? 0, data: rows };
}
