// An incident that comes from the field: stored once under the id it came with, and told.
import type { TrustFlag } from '@watchpost/domain/trust';
import { incidentNoticesPerHour } from '@watchpost/domain/incidents';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { insertHistory, notifyReported } from './incident-changes.queries.ts';

interface Reported
  extends Omit<
    Insertable<Tables['incidents']>,
    'tenant_id' | 'reported_at' | 'status_at' | 'opened_by' | 'guard_id'
  > {
  readonly guard_id: string;
}

interface Arrival {
  readonly receivedAtMs: number;
  readonly flags?: readonly TrustFlag[];
}

/** Within the caller's transaction. False when the id is taken, be it by the same report. */
export async function insertReported(
  { db, tenantId }: { readonly db: Db; readonly tenantId: string },
  { receivedAtMs, flags = [] }: Arrival,
  reported: Reported,
): Promise<boolean> {
  const at = new Date(receivedAtMs);
  const row = await db
    .insertInto('incidents')
    .values({ ...reported, tenant_id: tenantId, reported_at: at, status_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  const { id, type, site_id: siteId, guard_id: guardId } = reported;
  const scope = { db, tenantId };
  const actor = { kind: 'guard', id: guardId } as const;
  await insertHistory(scope, { incidentId: id, kind: 'reported', actor, toStatus: 'New', flags });
  await notifyReported(scope, { id, siteId, type, once: await onceOf(scope, { id, guardId, siteId }) });
  return true;
}

/** A notice for each incident, until there are so many of one guard that there is one an hour and site for all of them. */
async function onceOf(
  { db, tenantId }: { readonly db: Db; readonly tenantId: string },
  { id, guardId, siteId }: { readonly id: string; readonly guardId: string; readonly siteId: string },
): Promise<string> {
  const { reported } = await db
    .selectFrom('incidents')
    .select(sql<number>`count(*)::int`.as('reported'))
    .where('tenant_id', '=', tenantId)
    .where('guard_id', '=', guardId)
    .where('reported_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (reported <= incidentNoticesPerHour) return id;
  return `${guardId} ${siteId} ${new Date().toISOString().slice(0, 13)}`;
}
