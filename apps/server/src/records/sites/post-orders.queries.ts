import type { OrdersAcknowledgements, OrdersVersion } from '@watchpost/contract/post-orders';
import { postOrdersShown } from '@watchpost/domain/post-orders';
import { CompiledQuery, sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { nameOfUser } from '../../platform/managed-records/user-name.queries.ts';

type Scope = Pick<SiteScope, 'db' | 'tenantId'>;

/** Newest first. */
export async function findOrders({ db, tenantId }: Scope, siteId: string): Promise<OrdersVersion[]> {
  return db
    .selectFrom('post_order_versions as o')
    .select([
      'o.id',
      'o.no',
      'o.text',
      'o.effective_from_ms as effectiveFromMs',
      'o.created_by_name as createdBy',
    ])
    .select(sql<number>`floor(extract(epoch FROM o.created_at) * 1000)::float8`.as('createdAtMs'))
    .select(
      sql<number>`(SELECT count(DISTINCT e.guard_id)::int FROM field_events e WHERE e.tenant_id = ${tenantId}
        AND e.subject_id = o.id AND e.kind = 'ordersAcknowledged')`.as('acknowledgements'),
    )
    .where('o.tenant_id', '=', tenantId)
    .where('o.site_id', '=', siteId)
    .orderBy('o.no', 'desc')
    .limit(postOrdersShown)
    .execute();
}

/** The number of the newest version, 0 for none. Within a transaction no one else publishes until its end. */
export async function lockNewestNo({ db, tenantId }: Scope, siteId: string): Promise<number> {
  await sql`SELECT 1 FROM sites WHERE tenant_id = ${tenantId} AND id = ${siteId} FOR NO KEY UPDATE`.execute(
    db,
  );
  const row = await db
    .selectFrom('post_order_versions')
    .select(({ fn }) => fn.max('no').as('no'))
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return row?.no ?? 0;
}

export interface NewOrders {
  readonly id: string;
  readonly siteId: string;
  readonly no: number;
  readonly text: string;
  readonly effectiveFromMs: number;
  readonly userId: string;
}

export async function insertOrders({ db, tenantId }: Scope, orders: NewOrders): Promise<void> {
  await db
    .insertInto('post_order_versions')
    .values({
      tenant_id: tenantId,
      id: orders.id,
      site_id: orders.siteId,
      no: orders.no,
      text: orders.text,
      effective_from_ms: orders.effectiveFromMs,
      created_by: orders.userId,
      created_by_name: nameOfUser(tenantId, orders.userId),
    })
    .execute();
}

/** The site of a version; null for one that the caller may not see. */
export async function findOrdersSite(
  { db, tenantId, siteId }: SiteScope,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('post_order_versions as o')
    .innerJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.site_id'),
    )
    .select('o.site_id as siteId')
    .where('o.tenant_id', '=', tenantId)
    .where('o.id', '=', id)
    .where('s.deleted_at', 'is', null)
    .$if(siteId !== null, (query) => query.where('o.site_id', '=', siteId))
    .executeTakeFirst();
  return row?.siteId ?? null;
}

export async function findAcknowledged(
  { db, tenantId }: Scope,
  id: string,
): Promise<OrdersAcknowledgements['acknowledged']> {
  const text = `SELECT * FROM (SELECT DISTINCT ON (e.guard_id) e.guard_id AS "guardId",
        trim(concat(g.first_name, ' ', g.last_name)) AS "guardName", g.employee_id AS "employeeId",
        e.device_at_ms AS "deviceAtMs", e.received_at_ms AS "receivedAtMs"
      FROM field_events e JOIN guards g ON g.tenant_id = $1::uuid AND g.id = e.guard_id
      WHERE e.tenant_id = $1::uuid AND e.subject_id = $2::uuid AND e.kind = 'ordersAcknowledged'
      ORDER BY e.guard_id, e.device_at_ms, e.id) AS first ORDER BY "deviceAtMs" DESC, "guardId"`;
  const { rows } = await db.executeQuery<OrdersAcknowledgements['acknowledged'][number]>(
    CompiledQuery.raw(text, [tenantId, id]),
  );
  return rows;
}

/** Activated guards of the site, by name. */
export async function findSiteGuards(
  { db, tenantId }: Scope,
  siteId: string,
): Promise<OrdersAcknowledgements['missing']> {
  const text = `SELECT g.id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
      g.employee_id AS "employeeId"
    FROM guard_sites s JOIN guards g ON g.tenant_id = $1::uuid AND g.id = s.guard_id
    WHERE s.tenant_id = $1::uuid AND s.site_id = $2::uuid AND g.activated AND g.deleted_at IS NULL
    ORDER BY g.sort_name, g.id`;
  const { rows } = await db.executeQuery<OrdersAcknowledgements['missing'][number]>(
    CompiledQuery.raw(text, [tenantId, siteId]),
  );
  return rows;
}
