import { CompiledQuery, sql } from 'kysely';
import type { BodyOf } from '@watchpost/contract/endpoint';
import { type createGuard, guardFields, type GuardRow } from '@watchpost/contract/guards';
import { sessionHoursAfterRetired } from '@watchpost/domain/guards';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { fieldSubject, forgetTries } from '../../platform/access/sign-in-limit.queries.ts';
import { findRetiredSecrets } from '../../platform/access/retired-secrets.queries.ts';
import { refuseSharedGuards } from '../../platform/access/shared-guards.queries.ts';
import { endFieldSessions, endFieldSessionsLater } from '../../platform/access/field-sessions.queries.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { auditedFields, auditedValues, storedColumns } from '../../platform/managed-records/record-fields.ts';
import { saveEdit } from '../../platform/managed-records/saved-edit.queries.ts';

export type GuardFields = BodyOf<typeof createGuard>;

/** Besides the fields of the form: sites by name, and of a photo only whether there is one. */
const audited = (fields: Pick<GuardFields, 'photo'>, sites: Sites) => ({
  ...auditedValues(guardFields, fields),
  sites: sites.map(({ name }) => name),
  hasPhoto: fields.photo !== '',
});
const changesOf = (before: ReturnType<typeof audited>, after: typeof before) =>
  changedFields(before, after, [...auditedFields(guardFields), 'sites', 'hasPhoto']);

const nameOf = ({ firstName, lastName }: Pick<GuardFields, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Of the given ids those of sites that the caller may place guards at, with their names. */
export async function findSites(
  { db, tenantId, siteId }: SiteScope,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('sites')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .$if(siteId !== null, (query) => query.where('id', '=', siteId))
    .orderBy('sort_name')
    .execute();
}

type Sites = GuardRow['sites'];

async function insertSites(db: Db, tenantId: string, guardId: string, sites: Sites): Promise<void> {
  if (sites.length === 0) return;
  const rows = sites.map(({ id }) => ({ tenant_id: tenantId, guard_id: guardId, site_id: id }));
  await db
    .insertInto('guard_sites')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Throws a duplicate of guards_by_employee_id when the employee id is taken. */
export async function insertGuard(
  { db, tenantId }: SiteScope,
  fields: GuardFields,
  sites: Sites,
  origin: AuditOrigin,
): Promise<string> {
  const id = uuidv7();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('guards')
      .values({ tenant_id: tenantId, id, ...storedColumns(guardFields, fields) })
      .execute();
    await insertSites(transaction, tenantId, id, sites);
    await insertAuditEntry(transaction, origin, {
      action: 'guard.created',
      subject: { id, label: nameOf(fields) },
      before: null,
      after: audited(fields, sites),
    });
  });
  return id;
}

/**
 * The new version; null when somebody else saved since the edited one. Of the guard's sites only those that the
 * caller may see are replaced. Throws as insertGuard does.
 */
export async function updateGuard(
  { db, tenantId }: SiteScope,
  before: GuardRow,
  edit: { readonly fields: GuardFields; readonly sites: Sites; readonly version: number },
  origin: AuditOrigin,
): Promise<number | null> {
  const { fields, sites } = edit;
  return db.transaction().execute(async (transaction) => {
    const edited = { tenantId, id: before.id, version: edit.version };
    const version = await saveEdit(transaction, 'guards', edited, storedColumns(guardFields, fields));
    if (version === null) return null;
    const left = before.sites.filter(({ id }) => !sites.some((site) => site.id === id)).map(({ id }) => id);
    await transaction
      .deleteFrom('guard_sites')
      .where('tenant_id', '=', tenantId)
      .where('guard_id', '=', before.id)
      .where(sql<boolean>`site_id = ANY(${left}::uuid[])`)
      .execute();
    await insertSites(transaction, tenantId, before.id, sites);
    await insertAuditEntry(transaction, origin, {
      action: 'guard.changed',
      subject: { id: before.id, label: nameOf(fields) },
      ...changesOf(audited(before, before.sites), audited(fields, sites)),
    });
    return version;
  });
}

/** Ends the work at a site; the guard's new version. Throws notFound where the guard does not work by now. */
export async function removeFromSite(
  { db, tenantId }: SiteScope,
  guard: GuardRow,
  siteId: string,
  origin: AuditOrigin,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .updateTable('guards')
      .set({ version: sql`version + 1`, updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', guard.id)
      .where('deleted_at', 'is', null)
      .returning('version')
      .executeTakeFirst();
    const { numDeletedRows } = await transaction
      .deleteFrom('guard_sites')
      .where('tenant_id', '=', tenantId)
      .where('guard_id', '=', guard.id)
      .where('site_id', '=', siteId)
      .executeTakeFirst();
    if (saved === undefined || numDeletedRows === 0n) throw new AppError('notFound');
    const left = guard.sites.filter(({ id }) => id !== siteId);
    await insertAuditEntry(transaction, origin, {
      action: 'guard.changed',
      subject: { id: guard.id, label: nameOf(guard) },
      ...changesOf(audited(guard, guard.sites), audited(guard, left)),
    });
    return saved.version;
  });
}

/** Whether anything was ever recorded of the guard. Calls for help, few and by no guard in an index, are looked at last. */
export async function hasHistory({ db, tenantId }: SiteScope, id: string): Promise<boolean> {
  const has = (table: string) =>
    sql`EXISTS (SELECT FROM ${sql.table(table)} AS x WHERE x.tenant_id = ${tenantId} AND x.guard_id = ${id})`;
  const { rows } = await sql<{ has: boolean }>`SELECT ${has('rounds')} OR ${has('duty_sessions')}
    OR ${has('incidents')} OR ${has('sos_calls')} AS has`.execute(db);
  return rows[0]?.has === true;
}

export interface NewSecret {
  readonly id: string;
  readonly hash: string;
}

/**
 * Stores the hashes, ends the guards' sessions on phones (of a secret that was retired after some hours, so that no one on duty
 * is thrown out) and tells the log, but for who is deactivated by now. Throws
 * guardWorksElsewhere, which names them: with a secret of theirs the caller could be them where the caller may not look.
 */
export async function updateSecrets(
  scope: SiteScope,
  secrets: readonly NewSecret[],
  origin: AuditOrigin,
): Promise<ReadonlySet<string>> {
  const { db, tenantId } = scope;
  const ids = secrets.map(({ id }) => id);
  return db.transaction().execute(async (transaction) => {
    await refuseSharedGuards({ ...scope, db: transaction }, ids);
    const retired = await findRetiredSecrets(transaction, tenantId, ids);
    const text = `UPDATE guards g SET secret_hash = sent.hash, secret_issued_by = $4::uuid, version = version + 1, updated_at = now()
      FROM unnest($2::uuid[], $3::text[]) AS sent (id, hash)
      WHERE g.tenant_id = $1::uuid AND g.id = sent.id AND g.activated AND g.deleted_at IS NULL
      RETURNING g.id, g.employee_id AS "employeeId", trim(g.first_name || ' ' || g.last_name) AS label`;
    const hashes = secrets.map(({ hash }) => hash);
    const { rows } = await transaction.executeQuery<{ id: string; employeeId: string; label: string }>(
      CompiledQuery.raw(text, [tenantId, ids, hashes, origin.actor?.id ?? null]),
    );
    const stored = rows.map(({ id }) => id);
    const [later, now] = [stored.filter((id) => retired.has(id)), stored.filter((id) => !retired.has(id))];
    await endFieldSessions(transaction, tenantId, now);
    await endFieldSessionsLater(transaction, tenantId, later, sessionHoursAfterRetired);
    // Who guessed at the one before must not keep the guard out, who stands beside the admin now.
    await forgetTries(
      transaction,
      tenantId,
      rows.map(({ employeeId }) => fieldSubject(employeeId)),
    );
    for (const { id, label } of rows) {
      await insertAuditEntry(transaction, origin, { action: 'guard.secretIssued', subject: { id, label } });
    }
    return new Set(stored);
  });
}
