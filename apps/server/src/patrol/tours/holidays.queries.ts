import { sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { makeRoundsJob } from './tour-jobs.ts';

interface Holiday {
  readonly site: string;
  readonly day: string;
}

async function findSiteName({ db, tenantId, siteId }: SiteScope, id: string): Promise<string | null> {
  if (siteId !== null && siteId !== id) return null;
  const site = await db
    .selectFrom('sites')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return site?.name ?? null;
}

/** False when the site is not the caller's. */
export async function upsertHoliday(
  scope: SiteScope,
  { site, day, name }: Holiday & { readonly name: string },
  origin: AuditOrigin,
): Promise<boolean> {
  const label = await findSiteName(scope, site);
  if (label === null) return false;
  const { db, tenantId } = scope;
  await db.transaction().execute(async (transaction) => {
    const known = await sql<{ name: string }>`SELECT name FROM site_holidays
      WHERE tenant_id = ${tenantId} AND site_id = ${site} AND day = ${day} FOR UPDATE`.execute(transaction);
    const [before] = known.rows;
    await transaction
      .insertInto('site_holidays')
      .values({ tenant_id: tenantId, site_id: site, day, name })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'site_id', 'day']).doUpdateSet({ name }))
      .execute();
    await insertAuditEntry(transaction, origin, {
      action: 'site.holidayAdded',
      subject: { id: site, label },
      before: before === undefined ? null : { day, name: before.name },
      after: { day, name },
    });
    await enqueueJob(transaction, makeRoundsJob, { tenantId });
  });
  return true;
}

/** False when there was none, or the site is not the caller's. */
export async function deleteHoliday(
  scope: SiteScope,
  { site, day }: Holiday,
  origin: AuditOrigin,
): Promise<boolean> {
  const label = await findSiteName(scope, site);
  if (label === null) return false;
  const { db, tenantId } = scope;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`DELETE FROM site_holidays
      WHERE tenant_id = ${tenantId} AND site_id = ${site} AND day = ${day} RETURNING name`.execute(
      transaction,
    );
    const [gone] = rows;
    if (gone === undefined) return false;
    await insertAuditEntry(transaction, origin, {
      action: 'site.holidayRemoved',
      subject: { id: site, label },
      before: { day, name: gone.name },
    });
    await enqueueJob(transaction, makeRoundsJob, { tenantId });
    return true;
  });
}
