import { sql } from 'kysely';
import type { BodyOf } from '@watchpost/contract/endpoint';
import { type createSite, siteFields, type SiteRow, type siteSortColumns } from '@watchpost/contract/sites';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import {
  auditedFields,
  auditedValues,
  shownColumns,
  storedColumns,
} from '../../platform/managed-records/record-fields.ts';
import type { RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { saveEdit } from '../../platform/managed-records/saved-edit.queries.ts';

export type SiteFields = BodyOf<typeof createSite>;

const countOf = (table: string, condition = 'true') =>
  `(SELECT count(*)::int FROM ${table} x WHERE x.tenant_id = r.tenant_id AND x.site_id = r.id AND ${condition})`;

/** A deleted guard keeps the postings, for being restored. */
const isGuard = `EXISTS (SELECT FROM guards g WHERE g.tenant_id = x.tenant_id AND g.id = x.guard_id AND g.deleted_at IS NULL)`;

export const siteTable: RecordTable = {
  table: 'sites',
  label: 'r.name',
  columns: `${headColumns}, ${shownColumns(siteFields, {
    logo: "coalesce(r.logo_file_id::text, '')",
    guards: countOf('guard_sites', isGuard),
    checkpoints: countOf('checkpoints', 'x.deleted_at IS NULL'),
  })}`,
  atSite: (site) => `r.id = ${site}`,
  sortable: {
    name: 'r.sort_name',
    address: inNameOrder('r.address'),
    timeZone: 'r.time_zone',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof siteSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
};

export async function insertSite(
  { db, tenantId }: SiteScope,
  fields: SiteFields,
  origin: AuditOrigin,
): Promise<string> {
  const id = uuidv7();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('sites')
      .values({ tenant_id: tenantId, id, ...storedColumns(siteFields, fields) })
      .execute();
    await insertAuditEntry(transaction, origin, {
      action: 'site.created',
      subject: { id, label: fields.name },
      before: null,
      after: auditedValues(siteFields, fields),
    });
    await tellConsoles(transaction, tenantId);
  });
  return id;
}

/** The new version; null when somebody else saved since the edited one. */
export async function updateSite(
  { db, tenantId }: SiteScope,
  before: SiteRow,
  fields: SiteFields,
  editedVersion: number,
  origin: AuditOrigin,
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const edited = { tenantId, id: before.id, version: editedVersion };
    const version = await saveEdit(transaction, 'sites', edited, storedColumns(siteFields, fields));
    if (version === null) return null;
    await insertAuditEntry(transaction, origin, {
      action: 'site.changed',
      subject: { id: before.id, label: fields.name },
      ...changedFields(before, fields, auditedFields(siteFields)),
    });
    await tellConsoles(transaction, tenantId);
    return version;
  });
}

/** Every console keeps the list of sites with its session (SIGN-10) and asks again when this count has moved. */
export async function tellConsoles(db: Db, tenantId: string): Promise<void> {
  await db
    .insertInto('tenant_settings')
    .values({ tenant_id: tenantId, version: 1 })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ version: sql`tenant_settings.version + 1` }),
    )
    .execute();
}

export interface SiteDependents {
  /** Whether anything was ever recorded there. */
  readonly hasHistory: boolean;
  readonly checkpoints: number;
  readonly routes: number;
  readonly shifts: number;
  readonly subAdmins: number;
}

/** What stands in the way of deleting a site. */
export async function findDependents({ db, tenantId }: SiteScope, id: string): Promise<SiteDependents> {
  const count = (table: string) => sql<number>`(SELECT count(*)::int FROM ${sql.table(table)} AS x
    WHERE x.tenant_id = ${tenantId} AND x.site_id = ${id} AND x.deleted_at IS NULL)`;
  const has = (table: string) => sql<boolean>`EXISTS (SELECT FROM ${sql.table(table)} AS x
    WHERE x.tenant_id = ${tenantId} AND x.site_id = ${id})`;
  const { rows } = await sql<SiteDependents>`SELECT
    ${has('rounds')} OR ${has('duty_sessions')} OR ${has('incidents')} OR ${has('sos_calls')} AS "hasHistory",
    ${count('checkpoints')} AS checkpoints, ${count('patrol_routes')} AS routes, ${count('shifts')} AS shifts,
    (SELECT count(*)::int FROM sub_admins AS x WHERE x.tenant_id = ${tenantId} AND x.site_id = ${id}) AS "subAdmins"
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without FROM has one row');
  return row;
}
