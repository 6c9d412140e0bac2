import { CompiledQuery, sql } from 'kysely';
import type { BodyOf } from '@watchpost/contract/endpoint';
import { errorCodes } from '@watchpost/contract/error-codes';
import type { createGuard, GuardRow } from '@watchpost/contract/guards';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../access/caller.ts';
import { endFieldSessions } from '../../access/field-sessions.queries.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { saveEdit } from '../../records/saved-edit.queries.ts';

export type GuardFields = BodyOf<typeof createGuard>;

const auditedFields = [
  'employeeId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'countryCode',
  'sites',
  'hasPhoto',
] as const;

const columnsOf = (fields: GuardFields) => ({
  employee_id: fields.employeeId,
  first_name: fields.firstName,
  last_name: fields.lastName,
  email: fields.email,
  phone_number: fields.phoneNumber,
  country_code: fields.countryCode,
  photo: fields.photo,
});

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

/** What the log tells of a guard: sites by name, and of a photo only whether there is one. */
const audited = (fields: Omit<GuardFields, 'siteIds'>, sites: Sites) => ({
  ...fields,
  sites: sites.map(({ name }) => name),
  hasPhoto: fields.photo !== '',
});

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
      .values({ tenant_id: tenantId, id, ...columnsOf(fields) })
      .execute();
    await insertSites(transaction, tenantId, id, sites);
    const { siteIds: _ids, photo: _photo, ...after } = { ...fields, ...audited(fields, sites) };
    await insertAuditEntry(transaction, origin, {
      action: 'guard.created',
      subject: { id, label: nameOf(fields) },
      before: null,
      after,
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
    const version = await saveEdit(transaction, 'guards', edited, columnsOf(fields));
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
      ...changedFields(audited(before, before.sites), audited(fields, sites), auditedFields),
    });
    return version;
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

/** Whether the guard works at sites that the caller may not see. */
export async function isShared({ db, tenantId, siteId }: SiteScope, id: string): Promise<boolean> {
  if (siteId === null) return false;
  const row = await db
    .selectFrom('guard_sites')
    .select('site_id')
    .where('tenant_id', '=', tenantId)
    .where('guard_id', '=', id)
    .where('site_id', '<>', siteId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Names of those of the guards who work at sites that the caller may not see. Holds them, so that nobody is placed there
 * until the transaction ends.
 */
async function findWorkingElsewhere(
  { db, tenantId, siteId }: SiteScope,
  ids: readonly string[],
): Promise<string[]> {
  if (siteId === null) return [];
  const held =
    'SELECT FROM guards WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE';
  await db.executeQuery(CompiledQuery.raw(held, [tenantId, ids]));
  const text = `SELECT trim(r.first_name || ' ' || r.last_name) AS name FROM guards r
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) AND EXISTS (SELECT FROM guard_sites g
      JOIN sites s ON s.tenant_id = g.tenant_id AND s.id = g.site_id AND s.deleted_at IS NULL
      WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id AND g.site_id <> $3::uuid)
    ORDER BY r.sort_name, r.id`;
  const { rows } = await db.executeQuery<{ name: string }>(CompiledQuery.raw(text, [tenantId, ids, siteId]));
  return rows.map(({ name }) => name);
}

export interface NewSecret {
  readonly id: string;
  readonly hash: string;
}

/**
 * Stores the hashes, ends the guards' sessions on phones and tells the log, but for who is deactivated meanwhile. Throws
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
    const elsewhere = await findWorkingElsewhere({ ...scope, db: transaction }, ids);
    if (elsewhere.length > 0) {
      const message = errorCodes.guardWorksElsewhere.message.replace('{names}', () => elsewhere.join(', '));
      throw new AppError('guardWorksElsewhere', { message });
    }
    const text = `UPDATE guards g SET secret_hash = sent.hash, version = version + 1, updated_at = now()
      FROM unnest($2::uuid[], $3::text[]) AS sent (id, hash)
      WHERE g.tenant_id = $1::uuid AND g.id = sent.id AND g.activated AND g.deleted_at IS NULL
      RETURNING g.id, trim(g.first_name || ' ' || g.last_name) AS label`;
    const { rows } = await transaction.executeQuery<{ id: string; label: string }>(
      CompiledQuery.raw(text, [tenantId, ids, secrets.map(({ hash }) => hash)]),
    );
    const stored = rows.map(({ id }) => id);
    await endFieldSessions(transaction, tenantId, stored);
    for (const subject of rows) {
      await insertAuditEntry(transaction, origin, { action: 'guard.secretIssued', subject });
    }
    return new Set(stored);
  });
}
