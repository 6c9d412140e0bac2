import type { IncidentDetails } from '@watchpost/contract/incidents';
import { shownTimeOf } from '@watchpost/domain/device-clock';
import { sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { epochMsOf } from '../../platform/managed-records/record-columns.ts';

const ms = (column: string) => sql.raw<number>(epochMsOf(column));

export interface IncidentOrigin {
  readonly siteTimeZone: string;
  readonly deviceAt: number | null;
  readonly phoneAtMs: number | null;
}

/** Of an incident that the caller was shown to see. */
export async function findOrigin({ db, tenantId }: SiteScope, id: string): Promise<IncidentOrigin> {
  const row = await db
    .selectFrom('incidents as r')
    .innerJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.site_id'),
    )
    .select(['s.time_zone as siteTimeZone', 'r.device_at_ms as deviceAtMs', 'r.phone_at_ms as phoneAtMs'])
    .select('r.clock_skew_ms as clockSkewMs')
    .where('r.tenant_id', '=', tenantId)
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
  const { siteTimeZone, deviceAtMs } = row;
  if (deviceAtMs === null) return { siteTimeZone, deviceAt: null, phoneAtMs: null };
  const { atMs: deviceAt, phoneAtMs } = shownTimeOf({ ...row, deviceAtMs });
  return { siteTimeZone, deviceAt, phoneAtMs };
}

export async function findPhotos(
  { db, tenantId }: SiteScope,
  id: string,
): Promise<IncidentDetails['photos']> {
  return db
    .selectFrom('incident_photos as p')
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.file_id'),
    )
    .select(['p.id', 'f.id as fileId', 'f.name', 'f.width', 'f.height'])
    .select(ms('p.added_at').as('addedAt'))
    .where('p.tenant_id', '=', tenantId)
    .where('p.incident_id', '=', id)
    .orderBy('p.added_at')
    .orderBy('p.id')
    .execute();
}

export interface PhotoFile {
  readonly name: string;
  readonly mediaType: string;
  readonly storageKey: string;
}

/** The file of a photo of this incident; null when it is no photo of it. */
export async function findPhotoFile(
  { db, tenantId }: SiteScope,
  id: string,
  fileId: string,
): Promise<PhotoFile | null> {
  const row = await db
    .selectFrom('incident_photos as p')
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.file_id'),
    )
    .select(['f.name', 'f.media_type as mediaType', 'f.storage_key as storageKey'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.incident_id', '=', id)
    .where('p.file_id', '=', fileId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findHistory(
  { db, tenantId }: SiteScope,
  id: string,
): Promise<IncidentDetails['history']> {
  return db
    .selectFrom('incident_history as h')
    .select(['h.id', 'h.kind', 'h.actor_kind as actorKind', 'h.actor_name as actorName', 'h.comment'])
    .select(['h.from_status as fromStatus', 'h.to_status as toStatus'])
    .select(ms('h.at').as('at'))
    .select(sql<IncidentDetails['history'][number]['changes']>`h.changes`.as('changes'))
    .select(sql<boolean>`coalesce('lostPhone' = ANY (h.flags), false)`.as('isFromLostPhone'))
    .select(sql<boolean>`coalesce('formerSite' = ANY (h.flags), false)`.as('isOfFormerSite'))
    .select(sql<boolean>`coalesce('sentLate' = ANY (h.flags), false)`.as('isSentLate'))
    .select(sql<boolean>`coalesce('fromFuture' = ANY (h.flags), false)`.as('isFromFuture'))
    .where('h.tenant_id', '=', tenantId)
    .where('h.incident_id', '=', id)
    .orderBy('h.at')
    .orderBy('h.id')
    .execute();
}

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Guards who are posted at the site, or at any of those that the caller may see. */
export async function findSiteGuards(
  { db, tenantId, siteId }: SiteScope,
  site: string | null,
): Promise<(Person & { employeeId: string })[]> {
  const at = siteId ?? site;
  const { rows } = await sql<Person & { employeeId: string }>`SELECT g.id,
      trim(concat(g.first_name, ' ', g.last_name)) AS name, g.employee_id AS "employeeId"
    FROM guards g WHERE g.tenant_id = ${tenantId}::uuid AND g.deleted_at IS NULL
      AND EXISTS (SELECT FROM guard_sites p WHERE p.tenant_id = g.tenant_id AND p.guard_id = g.id
        AND (${at}::uuid IS NULL OR p.site_id = ${at}::uuid))
    ORDER BY g.sort_name, g.id LIMIT 2000`.execute(db);
  return rows;
}

/** Users who may see the incidents of the site: super admins, and its sub admins where those see incidents at all. */
export async function findAssignees(
  { db, tenantId, siteId }: SiteScope,
  site: string | null,
  subAdminsMay: boolean,
): Promise<Person[]> {
  const at = siteId ?? site;
  const { rows } = await sql<Person>`SELECT u.id,
      coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) AS name
    FROM users u LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
    WHERE u.tenant_id = ${tenantId}::uuid AND u.activated AND (u.role = 'superAdmin'
      OR (u.role = 'subAdmin' AND ${subAdminsMay} AND (${at}::uuid IS NULL OR a.site_id = ${at}::uuid)))
    ORDER BY 2, 1 LIMIT 2000`.execute(db);
  return rows;
}
