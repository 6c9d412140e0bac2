import { sql } from 'kysely';
import type { BodyOf } from '@watchpost/contract/endpoint';
import { type createTour, type TourChoices, tourFields, type TourRow } from '@watchpost/contract/tours';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { auditedFields, auditedValues, storedColumns } from '../../platform/managed-records/record-fields.ts';
import { saveEdit } from '../../platform/managed-records/saved-edit.queries.ts';
import { makeRoundsJob } from './tour-jobs.ts';

export type TourFields = BodyOf<typeof createTour>;

/** What a tour names, as far as the caller sees it. */
export interface TourParts {
  readonly siteId: string;
  readonly isRouteGone: boolean;
  /** unknown: not of the route's site; known without a shift too. */
  readonly shift: 'known' | 'gone' | 'unknown';
  readonly guards: number;
}

/** Throws what is wrong with the parts of a tour, which it holds; the site's id. */
export type CheckParts = (
  scope: SiteScope,
  parts: Pick<TourFields, 'routeId' | 'shiftId' | 'guardIds'>,
) => Promise<string>;

/**
 * Undefined when the route is not the caller's. Shift and guards count when they are of the route's site. Route and shift
 * are held until the transaction's end, so that no one deletes them in the meantime.
 */
export async function findParts(
  { db, tenantId, siteId }: SiteScope,
  { routeId, shiftId, guardIds }: Parameters<CheckParts>[1],
): Promise<TourParts | undefined> {
  const routes = await sql<Pick<TourParts, 'siteId' | 'isRouteGone'>>`SELECT o.site_id AS "siteId",
      o.deleted_at IS NOT NULL AS "isRouteGone"
    FROM patrol_routes o JOIN sites s ON s.tenant_id = o.tenant_id AND s.id = o.site_id
    WHERE o.tenant_id = ${tenantId} AND o.id = ${routeId} AND s.deleted_at IS NULL
      AND (${siteId}::uuid IS NULL OR o.site_id = ${siteId}::uuid) FOR SHARE OF o`.execute(db);
  const [route] = routes.rows;
  if (route === undefined) return undefined;
  const shifts = await sql<{ isGone: boolean }>`SELECT f.deleted_at IS NOT NULL AS "isGone" FROM shifts f
    WHERE f.tenant_id = ${tenantId} AND f.id = ${shiftId}::uuid AND f.site_id = ${route.siteId} FOR SHARE`.execute(
    db,
  );
  const [shift] = shifts.rows;
  const guards = await sql<{ count: number }>`SELECT count(*)::int AS count
    FROM guard_sites p JOIN guards g ON g.tenant_id = p.tenant_id AND g.id = p.guard_id
    WHERE p.tenant_id = ${tenantId} AND p.site_id = ${route.siteId} AND p.guard_id = ANY (${guardIds}::uuid[])
      AND g.deleted_at IS NULL`.execute(db);
  const known = shift === undefined && shiftId !== null ? 'unknown' : 'known';
  return {
    ...route,
    shift: shift?.isGone === true ? 'gone' : known,
    guards: guards.rows[0]?.count ?? 0,
  };
}

/** What a tour of the site can be made of; undefined when the site is not the caller's. */
export async function findChoices(
  { db, tenantId, siteId }: SiteScope,
  id: string,
): Promise<TourChoices | undefined> {
  const of = sql.raw('x.tenant_id = s.tenant_id AND x.site_id = s.id');
  const { rows } = await sql<TourChoices>`SELECT s.time_zone AS "timeZone",
      (SELECT coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'checkpoints', c.checkpoints,
          'expectedMinutes', c.minutes) ORDER BY x.sort_name, x.id), '[]')
        FROM patrol_routes x CROSS JOIN LATERAL (SELECT count(*) AS checkpoints, coalesce(sum(c.expected_minutes), 0) AS minutes
          FROM patrol_route_checkpoints c WHERE c.tenant_id = x.tenant_id AND c.route_id = x.id) AS c
        WHERE ${of} AND x.activated AND x.deleted_at IS NULL) AS routes,
      (SELECT coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'fromMinute', x.from_minute,
          'toMinute', x.to_minute, 'weekdays', x.weekdays) ORDER BY x.sort_name, x.id), '[]')
        FROM shifts x WHERE ${of} AND x.activated AND x.deleted_at IS NULL) AS shifts,
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', trim(g.first_name || ' ' || g.last_name),
          'employeeId', g.employee_id) ORDER BY g.sort_name, g.id), '[]')
        FROM guard_sites x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
        WHERE ${of} AND g.activated AND g.deleted_at IS NULL) AS guards,
      (SELECT coalesce(json_agg(json_build_object('day', x.day, 'name', x.name) ORDER BY x.day), '[]')
        FROM site_holidays x WHERE ${of} AND x.day >= current_date - 1) AS holidays
    FROM sites s WHERE s.tenant_id = ${tenantId} AND s.id = ${id} AND s.deleted_at IS NULL
      AND (${siteId}::uuid IS NULL OR s.id = ${siteId}::uuid)`.execute(db);
  return rows[0];
}

const columnsOf = (fields: TourFields) => ({
  ...storedColumns(tourFields, fields),
  weekdays: inOrder(fields.weekdays),
  schedule: JSON.stringify(fields.schedule),
  valid_from: fields.validFrom,
  valid_to: fields.validTo,
});

const inOrder = (weekdays: readonly number[]) => weekdays.toSorted((one, other) => one - other);

async function writeGuards(db: Db, tenantId: string, tourId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('tour_guards')
    .where('tenant_id', '=', tenantId)
    .where('tour_id', '=', tourId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((guard_id) => ({ tenant_id: tenantId, tour_id: tourId, guard_id }));
  await db.insertInto('tour_guards').values(rows).execute();
}

export async function insertTour(
  scope: SiteScope,
  fields: TourFields,
  origin: AuditOrigin,
  check: CheckParts,
): Promise<string> {
  const { db, tenantId } = scope;
  const id = uuidv7();
  await db.transaction().execute(async (transaction) => {
    await check({ ...scope, db: transaction }, fields);
    await transaction
      .insertInto('patrol_tours')
      .values({ tenant_id: tenantId, id, ...columnsOf(fields) })
      .execute();
    await writeGuards(transaction, tenantId, id, fields.guardIds);
    await insertAuditEntry(transaction, origin, {
      action: 'patrolTour.created',
      subject: { id, label: fields.name },
      before: null,
      after: audited(fields),
    });
    await enqueueJob(transaction, makeRoundsJob, { tenantId });
  });
  return id;
}

/** The new version; null when somebody else saved since the edited one. */
export async function updateTour(
  scope: SiteScope,
  edit: { readonly before: TourRow; readonly fields: TourFields; readonly check: CheckParts },
  editedVersion: number,
  origin: AuditOrigin,
): Promise<number | null> {
  const { db, tenantId } = scope;
  const { before, fields, check } = edit;
  return db.transaction().execute(async (transaction) => {
    await check({ ...scope, db: transaction }, fields);
    const edited = { tenantId, id: before.id, version: editedVersion };
    const version = await saveEdit(transaction, 'patrol_tours', edited, columnsOf(fields));
    if (version === null) return null;
    await writeGuards(transaction, tenantId, before.id, fields.guardIds);
    const guardIds = before.guards.map(({ id }) => id);
    await insertAuditEntry(transaction, origin, {
      action: 'patrolTour.changed',
      subject: { id: before.id, label: fields.name },
      ...changedFields(audited({ ...before, guardIds }), audited(fields), auditedFields(tourFields)),
    });
    await enqueueJob(transaction, makeRoundsJob, { tenantId });
    return version;
  });
}

type Audited = Omit<TourFields, 'schedule'> & { readonly schedule: TourFields['schedule'] | null };

/** Guards and days in orders of their own, so that the same ones in another order are no change. */
const audited = (fields: Audited) =>
  auditedValues(tourFields, {
    ...fields,
    weekdays: inOrder(fields.weekdays),
    guardIds: fields.guardIds.toSorted(),
  });

/** Whether a round of it was due by now or was started. */
export async function hasPast({ db, tenantId }: SiteScope, id: string, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('due_rounds')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('tour_id', '=', id)
    .where((eb) => eb.or([eb('due_at_ms', '<=', nowMs), eb('round_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
