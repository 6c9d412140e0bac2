// What is written when something becomes of an incident; all of it within the caller's transaction.
import type { BodyOf } from '@watchpost/contract/endpoint';
import type { IncidentRow, updateIncident as changeIncident } from '@watchpost/contract/incidents';
import type { IncidentEventKind, IncidentStatus } from '@watchpost/domain/incidents';
import type { TrustFlag } from '@watchpost/domain/trust';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { signalBoard } from '../../company/notifications/board-signals.queries.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import { findRecordsById } from '../../platform/managed-records/record-list.queries.ts';
import { incidentTable } from './incident-table.ts';

export type IncidentFields = Omit<BodyOf<typeof changeIncident>, 'version'>;

/** A transaction on a tenant's data. */
type Scope = Pick<SiteScope, 'db' | 'tenantId'>;

export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

interface HistoryEntry {
  readonly incidentId: string;
  readonly kind: IncidentEventKind;
  readonly actor: { readonly kind: 'user' | 'guard'; readonly id: string };
  readonly fromStatus?: IncidentStatus;
  readonly toStatus?: IncidentStatus;
  readonly comment?: string;
  readonly changes?: readonly FieldChange[];
  readonly flags?: readonly TrustFlag[];
}

/** The name is the one that the person who does it has at this moment. */
export async function insertHistory({ db, tenantId }: Scope, entry: HistoryEntry): Promise<void> {
  const { actor, fromStatus, toStatus, comment = '', changes = [], flags = [] } = entry;
  const name =
    actor.kind === 'guard'
      ? sql`(SELECT trim(concat(first_name, ' ', last_name)) FROM guards WHERE tenant_id = ${tenantId} AND id = ${actor.id})`
      : sql`(SELECT coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email) FROM users
          WHERE tenant_id = ${tenantId} AND id = ${actor.id})`;
  await sql`INSERT INTO incident_history (tenant_id, id, incident_id, at, kind, actor_kind, actor_id, actor_name,
      from_status, to_status, comment, changes, flags)
    VALUES (${tenantId}, ${uuidv7()}, ${entry.incidentId}, clock_timestamp(), ${entry.kind}, ${actor.kind}, ${actor.id},
      coalesce(${name}, ''), ${fromStatus ?? null}, ${toStatus ?? null}, ${comment},
      ${JSON.stringify(changes)}::jsonb, nullif(${[...flags]}::text[], '{}'))`.execute(db);
}

/** The incident, held until the transaction ends. Throws notFound, and editedMeanwhile for another version than `edited`. */
export async function lockIncident(
  scope: SiteScope,
  id: string,
  edited: number | null,
): Promise<IncidentRow> {
  const { db, tenantId } = scope;
  await sql`SELECT 1 FROM incidents WHERE tenant_id = ${tenantId} AND id = ${id} FOR NO KEY UPDATE`.execute(
    db,
  );
  const [incident] = await findRecordsById<IncidentRow>(scope, incidentTable, [id]);
  if (incident === undefined) throw new AppError('notFound');
  if (edited !== null && incident.version !== edited) throw new AppError('editedMeanwhile');
  return incident;
}

const columnsOf = ({ siteId, type, severity, description, position, guardId }: IncidentFields) => ({
  site_id: siteId,
  type,
  severity,
  description,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  guard_id: guardId,
});

export async function insertIncident(
  { db, tenantId }: Scope,
  { id, fields, userId }: { readonly id: string; readonly fields: IncidentFields; readonly userId: string },
): Promise<void> {
  await db
    .insertInto('incidents')
    .values({ tenant_id: tenantId, id, ...columnsOf(fields), opened_by: userId })
    .execute();
}

interface ChangedColumns {
  readonly fields?: IncidentFields;
  readonly status?: IncidentStatus;
  readonly assigneeId?: string | null;
}

/** Of an incident that lockIncident() holds; the new version. */
export async function updateIncident(
  { db, tenantId }: Scope,
  id: string,
  { fields, status, assigneeId }: ChangedColumns,
): Promise<number> {
  const { version } = await db
    .updateTable('incidents')
    .set({
      ...(fields === undefined ? {} : columnsOf(fields)),
      ...(status === undefined ? {} : { status, status_at: sql<Date>`now()` }),
      ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await signalBoard(db, tenantId, [null]);
  return version;
}

/** Those of the files that the user uploaded as images and that no incident shows yet. */
export async function findOwnImages(
  { db, tenantId }: Scope,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('owner_id', '=', userId)
    .where('purpose', '=', 'image')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('incident_photos as p')
            .select('p.id')
            .whereRef('p.tenant_id', '=', 'files.tenant_id')
            .whereRef('p.file_id', '=', 'files.id'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** How many were added: a file that became a photo in the meantime is left out. */
export async function insertPhotos(
  { db, tenantId }: Scope,
  incidentId: string,
  fileIds: readonly string[],
): Promise<number> {
  const rows = await db
    .insertInto('incident_photos')
    .values(
      fileIds.map((file_id) => ({ tenant_id: tenantId, id: uuidv7(), incident_id: incidentId, file_id })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'file_id']).doNothing())
    .returning('id')
    .execute();
  return rows.length;
}

/** Notifies all who see the site (NOTIF-05), of all with one `once` a single time; belongs at the transaction's end. */
export async function notifyReported(
  { db, tenantId }: Scope,
  incident: {
    readonly id: string;
    readonly siteId: string;
    readonly type: string;
    /** Its own id unless given. */
    readonly once?: string;
  },
): Promise<void> {
  const { id, siteId, type, once = id } = incident;
  const site = await db
    .selectFrom('sites')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  await signalBoard(db, tenantId, [siteId]);
  await notify(db, {
    tenantId,
    kind: 'incidentReported',
    siteId,
    params: { incident: type, site: site.name },
    link: `/manage-incidents/incident-details?id=${id}`,
    once,
  });
}
