import type { BodyOf } from '@watchpost/contract/endpoint';
import {
  type createShift,
  shiftFields,
  type ShiftRecord,
  type updateShift as update,
} from '@watchpost/contract/shifts';
import { uuidv7 } from 'uuidv7';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import type { Db } from '../../platform/db/database.ts';
import { lockOwnSite } from '../../platform/managed-records/own-site.queries.ts';
import { auditedFields, auditedValues, storedColumns } from '../../platform/managed-records/record-fields.ts';
import { saveEdit } from '../../platform/managed-records/saved-edit.queries.ts';

export type NewShift = BodyOf<typeof createShift>;
export type ShiftFields = Omit<BodyOf<typeof update>, 'version'>;

/** Which of the guards are of the site. */
export async function findGuardsOf(
  { db, tenantId }: SiteScope,
  siteId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('guard_sites as p')
    .innerJoin('guards as g', (join) =>
      join.onRef('g.tenant_id', '=', 'p.tenant_id').onRef('g.id', '=', 'p.guard_id'),
    )
    .select('g.id')
    .where('p.tenant_id', '=', tenantId)
    .where('p.site_id', '=', siteId)
    .where('p.guard_id', 'in', ids)
    .where('g.deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

const inOrder = (weekdays: readonly number[]) => weekdays.toSorted((one, other) => one - other);

const columnsOf = <Fields extends ShiftFields>(fields: Fields) =>
  storedColumns(shiftFields, { ...fields, weekdays: inOrder(fields.weekdays) });

async function writeGuards(
  transaction: Db,
  tenantId: string,
  shiftId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('shift_guards')
    .where('tenant_id', '=', tenantId)
    .where('shift_id', '=', shiftId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((guard_id) => ({ tenant_id: tenantId, shift_id: shiftId, guard_id }));
  await transaction.insertInto('shift_guards').values(rows).execute();
}

/** Its id; null for a site that is not the caller's. */
export async function insertShift(
  scope: SiteScope,
  shift: NewShift,
  origin: AuditOrigin,
): Promise<string | null> {
  const { db, tenantId } = scope;
  const id = uuidv7();
  return db.transaction().execute(async (transaction) => {
    if (!(await lockOwnSite({ ...scope, db: transaction }, shift.siteId))) return null;
    await transaction
      .insertInto('shifts')
      .values({ tenant_id: tenantId, id, ...columnsOf(shift) })
      .execute();
    await writeGuards(transaction, tenantId, id, shift.guardIds);
    await insertAuditEntry(transaction, origin, {
      action: 'shift.created',
      subject: { id, label: shift.name },
      before: null,
      after: auditedValues(shiftFields, inOrders(shift)),
    });
    return id;
  });
}

/** The new version; null when somebody else saved since the edited one. */
export async function updateShift(
  { db, tenantId }: SiteScope,
  before: ShiftRecord,
  fields: ShiftFields,
  editedVersion: number,
  origin: AuditOrigin,
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const { id, siteId } = before;
    const edited = { tenantId, id, version: editedVersion };
    const version = await saveEdit(transaction, 'shifts', edited, columnsOf(fields));
    if (version === null) return null;
    await writeGuards(transaction, tenantId, id, fields.guardIds);
    await insertAuditEntry(transaction, origin, {
      action: 'shift.changed',
      subject: { id, label: fields.name },
      ...changedFields(inOrders(before), inOrders({ ...fields, siteId }), auditedFields(shiftFields)),
    });
    return version;
  });
}

/** Days and guards in orders of their own, so that the same ones in another order are no change. */
const inOrders = (shift: NewShift): NewShift => ({
  ...shift,
  weekdays: inOrder(shift.weekdays),
  guardIds: shift.guardIds.toSorted(),
});

export async function hasTours({ db, tenantId }: SiteScope, shiftId: string): Promise<boolean> {
  const tour = await db
    .selectFrom('patrol_tours')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('shift_id', '=', shiftId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return tour !== undefined;
}
