// What can be done to any managed record, with its entry in the audit log (MNG-01).
import { CompiledQuery, type Transaction } from 'kysely';
import type { AuditAction } from '@watchpost/domain/audit-actions';
import type { SiteScope } from '../access/caller.ts';
import { insertAuditEntry } from '../audit/audit.queries.ts';
import type { AuditOrigin } from '../audit/audit-origin.ts';
import type { Db } from '../db/database.ts';
import { StatementValues } from '../db/statement-values.ts';
import type { Tables } from '../db/tables.ts';
import { type RecordTable, withinScope } from './record-list.queries.ts';

/** The actions that the audit log knows of a kind of record. */
export interface RecordActions {
  readonly activated: AuditAction;
  readonly deactivated: AuditAction;
  readonly deleted: AuditAction;
  readonly restored: AuditAction;
}

interface Changed {
  readonly id: string;
  readonly label: string;
}

interface Change {
  readonly set: string;
  readonly where: string;
  readonly action: AuditAction;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly isSwitchingOff?: boolean;
  readonly isRestoring?: boolean;
  readonly prepare?: WhileLocked | undefined;
}

/** Throws what stands in the way, while the records are held; goes by the given scope, whose handle is the transaction's. */
export type WhileLocked = (scope: SiteScope) => Promise<void>;

/** Activates or deactivates; the ids of those that were not so before and are the caller's. `prepare` comes first. */
export function setActivated(
  scope: SiteScope,
  table: RecordTable,
  request: { readonly ids: readonly string[]; readonly activated: boolean },
  actions: RecordActions,
  origin: AuditOrigin,
  prepare?: WhileLocked,
): Promise<string[]> {
  const { ids, activated } = request;
  return changeEach(scope, table, ids, origin, {
    set: `activated = ${activated}`,
    where: `r.deleted_at IS NULL AND r.activated <> ${activated}`,
    action: activated ? actions.activated : actions.deactivated,
    before: { activated: !activated },
    after: { activated },
    isSwitchingOff: !activated,
    prepare,
  });
}

/**
 * Deletes so that it can be undone; only what is activated. Empty when there was none to delete. `refuse` is asked while
 * the record is held: anyone who makes another record depend on it, and holds it for that, is before it or after it.
 */
export function deleteRecord(
  scope: SiteScope,
  table: RecordTable,
  id: string,
  actions: RecordActions,
  origin: AuditOrigin,
  refuse?: WhileLocked,
): Promise<string[]> {
  return changeEach(scope, table, [id], origin, {
    set: 'activated = false, deleted_at = now()',
    where: 'r.deleted_at IS NULL AND r.activated',
    action: actions.deleted,
    before: null,
    after: null,
    isSwitchingOff: true,
    prepare: refuse,
  });
}

/**
 * Brings deleted records back, activated as they were. `prepare` comes first. Fails with a unique violation when another
 * took their name.
 */
export function restoreRecords(
  scope: SiteScope,
  table: RecordTable,
  ids: readonly string[],
  actions: RecordActions,
  origin: AuditOrigin,
  prepare?: WhileLocked,
): Promise<string[]> {
  return changeEach(scope, table, ids, origin, {
    set: 'activated = true, deleted_at = NULL',
    where: 'r.deleted_at IS NOT NULL',
    action: actions.restored,
    before: null,
    after: null,
    isRestoring: true,
    prepare,
  });
}

function changeEach(
  scope: SiteScope,
  table: RecordTable,
  ids: readonly string[],
  origin: AuditOrigin,
  change: Change,
): Promise<string[]> {
  return scope.db.transaction().execute(async (transaction) => {
    if (change.prepare !== undefined) {
      await lockEach(transaction, scope, table, ids);
      await change.prepare({ ...scope, db: transaction });
    }
    const changed = await updateEach(transaction, scope, table, ids, change);
    const changedIds = changed.map(({ id }) => id);
    if (change.isSwitchingOff === true)
      await table.whenSwitchedOff?.(transaction, scope.tenantId, changedIds);
    if (change.isRestoring === true) await table.whenRestored?.(transaction, scope.tenantId, changedIds);
    for (const { id, label } of changed) {
      await insertAuditEntry(transaction, origin, {
        action: change.action,
        subject: { id, label },
        before: change.before,
        after: change.after,
      });
    }
    return changedIds;
  });
}

async function lockEach(
  db: Transaction<Tables>,
  { tenantId }: SiteScope,
  { table }: RecordTable,
  ids: readonly string[],
): Promise<void> {
  const text = `SELECT FROM ${table} WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, ids]));
}

async function updateEach(
  db: Db | Transaction<Tables>,
  scope: SiteScope,
  table: RecordTable,
  ids: readonly string[],
  change: Change,
): Promise<Changed[]> {
  const values = new StatementValues();
  const where = [
    `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`,
    `r.id = ANY (${values.add(ids, 'uuid[]')})`,
    change.where,
    table.changeable ?? 'true',
    ...withinScope(scope, table).map((condition) => condition(values)),
  ].join(' AND ');
  const text = `UPDATE ${table.table} r SET ${change.set}, version = version + 1, updated_at = now()
    WHERE ${where} RETURNING r.id, ${table.label} AS label`;
  const { rows } = await db.executeQuery<Changed>(CompiledQuery.raw(text, values.list));
  return rows;
}
