// What a guard must know at the own sites: post orders and handover notes, for a phone to keep (FIELD-01).
import type { FieldPost } from '@watchpost/contract/field-posts';
import { handoverShownMax, handoverShownMs } from '@watchpost/domain/handover-notes';
import { ordersInForce, postOrdersAheadMax } from '@watchpost/domain/post-orders';
import { CompiledQuery } from 'kysely';
import type { GuardScope } from '../../platform/access/caller.ts';
import { happenedAt } from '../../platform/db/field-time.ts';

/** Versions that lie this far back are in force nowhere, unless nothing was published since. */
const versionsRead = 20;

interface FoundPost extends FieldPost {
  /** Empty for none. */
  readonly contactPhone: string;
}

/** One for each activated site of the guard's, by name. */
export async function findPosts(scope: GuardScope, nowMs: number): Promise<FoundPost[]> {
  const orders = `SELECT o.id, o.no, o.effective_from_ms AS "effectiveFromMs", o.text, EXISTS (
        SELECT 1 FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = o.id
          AND e.kind = 'ordersAcknowledged' AND e.guard_id = $2::uuid) AS "isAcknowledged"
      FROM post_order_versions o WHERE o.tenant_id = $1::uuid AND o.site_id = s.id
      ORDER BY o.no DESC LIMIT ${versionsRead}`;
  const handovers = `SELECT n.id, trim(concat(w.first_name, ' ', w.last_name)) AS "guardName",
        n.device_at_ms AS "deviceAtMs", ${happenedAt('n')} AS "atMs", (n.details ->> 'isUrgent')::boolean AS "isUrgent", n.details ->> 'text' AS text
      FROM field_events n JOIN guards w ON w.tenant_id = $1::uuid AND w.id = n.guard_id
      WHERE n.tenant_id = $1::uuid AND n.subject_id = s.id AND n.kind = 'handoverNoted'
        AND n.received_at_ms > $3::bigint AND n.guard_id <> $2::uuid AND NOT EXISTS (
          SELECT 1 FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = n.id
            AND e.kind = 'handoverRead' AND e.guard_id = $2::uuid)
      ORDER BY n.received_at_ms DESC, n.id DESC LIMIT ${handoverShownMax}`;
  const listed = (query: string) => `coalesce((SELECT json_agg(found) FROM (${query}) AS found), '[]')`;
  const text = `SELECT s.id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone",
      s.contact_phone AS "contactPhone",
      ${listed(orders)} AS orders, ${listed(handovers)} AS handovers
    FROM guard_sites g JOIN sites s ON s.tenant_id = $1::uuid AND s.id = g.site_id
    WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid AND s.activated ORDER BY s.sort_name, s.id`;
  const { rows } = await scope.db.executeQuery<FoundPost>(
    CompiledQuery.raw(text, [scope.tenantId, scope.guardId, nowMs - handoverShownMs]),
  );
  return rows.map((post) => ({ ...post, orders: neededOf(post.orders, nowMs) }));
}

/** Those in force, and those to come that will be. */
function neededOf(versions: FieldPost['orders'], nowMs: number): FieldPost['orders'] {
  const inForce = ordersInForce(versions, nowMs);
  const ahead = versions.filter(
    ({ effectiveFromMs, no }) => effectiveFromMs > nowMs && no > (inForce?.no ?? 0),
  );
  const needed = ahead.slice(0, postOrdersAheadMax);
  return inForce === null ? needed : [inForce, ...needed];
}
