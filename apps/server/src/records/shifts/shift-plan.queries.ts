// What the guards of shifts are to do, for calendars and warnings (MNG-05).
import { sql } from 'kysely';
import type { PlanGuard, PlanShift } from '@watchpost/contract/shifts';
import { shiftsShownMax } from '@watchpost/domain/shifts';
import type { SiteScope } from '../../platform/access/caller.ts';

export async function findSite(
  { db, tenantId, siteId }: SiteScope,
  id: string,
): Promise<{ readonly siteName: string; readonly timeZone: string } | undefined> {
  if (siteId !== null && siteId !== id) return undefined;
  return db
    .selectFrom('sites')
    .select(['name as siteName', 'time_zone as timeZone'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Guards of the site who are activated, and anyone who is in a shift of it. */
export async function findPlanGuards({ db, tenantId }: SiteScope, siteId: string): Promise<PlanGuard[]> {
  const { rows } = await sql<PlanGuard>`SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name,
      g.employee_id AS "employeeId", p.guard_id IS NOT NULL AND g.activated AS "isOfSite"
    FROM guards g LEFT JOIN guard_sites p ON p.tenant_id = g.tenant_id AND p.guard_id = g.id AND p.site_id = ${siteId}
    WHERE g.tenant_id = ${tenantId} AND g.deleted_at IS NULL AND (p.guard_id IS NOT NULL AND g.activated
      OR g.id IN (SELECT x.guard_id FROM shift_guards x JOIN shifts s ON s.tenant_id = x.tenant_id AND s.id = x.shift_id
        WHERE x.tenant_id = ${tenantId} AND s.site_id = ${siteId} AND s.deleted_at IS NULL))
    ORDER BY g.sort_name, g.id`.execute(db);
  return rows;
}

const planned = sql.raw(`r.id, r.version, r.name, s.name AS "siteName", s.time_zone AS "timeZone",
  r.from_minute AS "fromMinute", r.to_minute AS "toMinute", r.weekdays,
  ARRAY(SELECT x.guard_id FROM shift_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
    WHERE x.tenant_id = r.tenant_id AND x.shift_id = r.id AND g.deleted_at IS NULL
    ORDER BY g.sort_name, g.id)::text[] AS "guardIds"
  FROM shifts r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id`);

const live = sql.raw('r.activated AND r.deleted_at IS NULL AND s.activated AND s.deleted_at IS NULL');

/** The activated shifts of a site, by their beginning. */
export async function findShiftsAt({ db, tenantId }: SiteScope, siteId: string): Promise<PlanShift[]> {
  const { rows } = await sql<PlanShift>`SELECT ${planned}
    WHERE r.tenant_id = ${tenantId} AND r.site_id = ${siteId} AND r.activated AND r.deleted_at IS NULL
    ORDER BY r.from_minute, r.sort_name, r.id LIMIT ${shiftsShownMax}`.execute(db);
  return rows;
}

/** Activated shifts of any of the guards at the sites that the caller sees. */
export async function findShiftsOf(
  { db, tenantId, siteId }: SiteScope,
  guardIds: readonly string[],
): Promise<(PlanShift & { readonly siteId: string })[]> {
  if (guardIds.length === 0) return [];
  const { rows } = await sql<PlanShift & { siteId: string }>`SELECT r.site_id AS "siteId", ${planned}
    WHERE r.tenant_id = ${tenantId} AND (${siteId}::uuid IS NULL OR r.site_id = ${siteId}::uuid) AND ${live}
      AND r.id IN (SELECT x.shift_id FROM shift_guards x
        WHERE x.tenant_id = ${tenantId} AND x.guard_id = ANY (${guardIds}::uuid[]))
    ORDER BY r.from_minute, r.id`.execute(db);
  return rows;
}
