import { CompiledQuery, sql } from 'kysely';
import type { RecordImport } from '@watchpost/contract/record-imports';
import {
  importErrorsShown,
  importRetentionDays,
  type ImportKindName,
  type ImportMapping,
  type ImportMode,
  type ImportOutcome,
  importOutcomes,
  importPreviewRows,
  type ImportState,
  type ImportStopReason,
} from '@watchpost/domain/record-import';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { insertRows } from '../../platform/db/insert-rows.queries.ts';
import type { ReadTable } from '../../platform/tables-in/read-table.ts';
import type { FoundImport, Judged, RowError, StoredRow } from './import-kind.ts';

export interface NewImport {
  readonly id: string;
  readonly kind: ImportKindName;
  readonly userId: string;
  readonly origin: AuditOrigin;
  readonly fileName: string;
  readonly table: ReadTable;
  readonly mapping: ImportMapping;
}

/** Stores a file's rows; those of long ago are forgotten. */
export async function insertImport(
  { db, tenantId, siteId }: SiteScope,
  { id, kind, userId, origin, fileName, table, mapping }: NewImport,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('record_imports')
      .where('tenant_id', '=', tenantId)
      .where('created_at', '<', sql<Date>`now() - make_interval(days => ${importRetentionDays})`)
      .where('state', 'not in', ['queued', 'running'])
      .execute();
    await transaction
      .insertInto('record_imports')
      .values({
        tenant_id: tenantId,
        id,
        kind,
        user_id: userId,
        site_id: siteId,
        origin: JSON.stringify(origin),
        file_name: fileName,
        headings: [...table.headings],
        row_count: table.rows.length,
        mapping: JSON.stringify(mapping),
        mode: null,
        sheet: table.sheet,
        other_sheets: [...table.otherSheets],
      })
      .execute();
    await insertRows(
      transaction,
      tenantId,
      'record_import_rows',
      [
        { name: 'import_id', type: 'uuid', of: () => id },
        { name: 'row_no', type: 'bigint', of: ({ number }: ReadTable['rows'][number]) => number },
        { name: 'cells', type: 'jsonb', of: ({ cells }) => JSON.stringify(cells) },
        { name: 'exact', type: 'jsonb', of: ({ exact }) => jsonOf(exact) },
      ],
      table.rows,
    );
  });
}

const jsonOf = (exact: Readonly<Record<number, string>>): string | null =>
  Object.keys(exact).length === 0 ? null : JSON.stringify(exact);

const foundColumns = `i.id, i.kind, i.tenant_id AS "tenantId", i.user_id AS "userId", i.site_id AS "siteId", i.origin, i.file_name AS "fileName",
  i.headings, i.row_count AS "rowCount", i.mapping, i.state, i.stop_reason AS "stopReason", i.mode, i.rows_done AS "rowsDone",
  i.sheet, i.other_sheets AS "otherSheets"`;

/** One of the user's own imports, made for the very sites that the user sees now. */
export async function findImport(
  { db, tenantId, siteId }: SiteScope,
  { kind, userId, id }: { readonly kind: ImportKindName; readonly userId: string; readonly id: string },
): Promise<FoundImport | null> {
  const text = `SELECT ${foundColumns} FROM record_imports i WHERE i.tenant_id = $1::uuid AND i.id = $2::uuid
    AND i.kind = $3::text AND i.user_id = $4::uuid AND i.site_id IS NOT DISTINCT FROM $5::uuid`;
  const { rows } = await db.executeQuery<FoundImport>(
    CompiledQuery.raw(text, [tenantId, id, kind, userId, siteId]),
  );
  return rows[0] ?? null;
}

/** For the job that works it off. */
export async function findImportToRun(db: Db, tenantId: string, id: string): Promise<FoundImport | null> {
  const text = `SELECT ${foundColumns} FROM record_imports i WHERE i.tenant_id = $1::uuid AND i.id = $2::uuid
    AND i.state IN ('queued', 'running')`;
  const { rows } = await db.executeQuery<FoundImport>(CompiledQuery.raw(text, [tenantId, id]));
  return rows[0] ?? null;
}

export async function findPreview(db: Db, { tenantId, id }: FoundImport): Promise<string[][]> {
  const rows = await db
    .selectFrom('record_import_rows')
    .select('cells')
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .orderBy('row_no')
    .limit(importPreviewRows)
    .execute();
  return rows.map(({ cells }) => cells);
}

/** What the check found, or what was done; of one that was stopped what was done until then. */
export async function countOutcomes(
  db: Db,
  { tenantId, id, state }: Pick<FoundImport, 'tenantId' | 'id' | 'state'>,
): Promise<Record<ImportOutcome, number>> {
  const done = state === 'stopped' ? `AND (is_applied OR outcome = 'wrong')` : '';
  const text = `SELECT outcome, count(*)::int AS count FROM record_import_rows
    WHERE tenant_id = $1::uuid AND import_id = $2::uuid AND outcome IS NOT NULL ${done} GROUP BY outcome`;
  const { rows } = await db.executeQuery<{ outcome: ImportOutcome; count: number }>(
    CompiledQuery.raw(text, [tenantId, id]),
  );
  const counts = new Map(rows.map(({ outcome, count }) => [outcome, count]));
  const of = (outcome: ImportOutcome) => counts.get(outcome) ?? 0;
  const [isNew, changed, unchanged, wrong] = importOutcomes;
  return { new: of(isNew), changed: of(changed), unchanged: of(unchanged), wrong: of(wrong) };
}

interface ErrorRow {
  readonly rowNo: number;
  readonly cells: readonly string[];
  readonly errors: readonly RowError[];
}

/** Rows with errors after `afterRow`, in their order; without any where an erasure emptied the row. */
export async function findErrorRows(
  db: Db,
  { tenantId, id }: FoundImport,
  { afterRow = 0, limit }: { readonly afterRow?: number; readonly limit: number },
): Promise<ErrorRow[]> {
  const text = `SELECT row_no AS "rowNo", cells, coalesce(errors, '[]') AS errors FROM record_import_rows
    WHERE tenant_id = $1::uuid AND import_id = $2::uuid AND outcome = 'wrong' AND row_no > $3::int
    ORDER BY row_no LIMIT $4::int`;
  const { rows } = await db.executeQuery<ErrorRow>(CompiledQuery.raw(text, [tenantId, id, afterRow, limit]));
  return rows;
}

export async function findErrorsShown(db: Db, found: FoundImport): Promise<RecordImport['errors']> {
  const rows = await findErrorRows(db, found, { limit: importErrorsShown });
  return rows.flatMap(({ rowNo, errors }) => errors.map((error) => ({ row: rowNo, ...error })));
}

/** The next rows, of all or of those that still have to be worked off. */
export async function findRows(
  db: Db,
  { tenantId, id }: FoundImport,
  { afterRow, limit, isLeft }: { afterRow: number; limit: number; isLeft: boolean },
): Promise<StoredRow[]> {
  const left = isLeft ? `AND NOT is_applied AND outcome <> 'wrong'` : '';
  const text = `SELECT row_no AS "rowNo", cells, exact, losses FROM record_import_rows
    WHERE tenant_id = $1::uuid AND import_id = $2::uuid AND row_no > $3::int ${left}
    ORDER BY row_no LIMIT $4::int`;
  const { rows } = await db.executeQuery<StoredRow>(CompiledQuery.raw(text, [tenantId, id, afterRow, limit]));
  return rows;
}

/** What became of rows; what they take from records stays as the check found it when they are applied. */
export async function updateRows(
  db: Db,
  { tenantId, id }: FoundImport,
  judged: readonly Judged[],
  isApplied: boolean,
): Promise<void> {
  const text = `UPDATE record_import_rows r SET outcome = sent.outcome, errors = sent.errors::jsonb, is_applied = $6::boolean,
      losses = coalesce(sent.losses::jsonb, r.losses), record = sent.record
    FROM unnest($3::int[], $4::text[], $5::text[], $7::text[], $8::text[]) AS sent (row_no, outcome, errors, losses, record)
    WHERE r.tenant_id = $1::uuid AND r.import_id = $2::uuid AND r.row_no = sent.row_no`;
  const numbers = judged.map(({ rowNo }) => rowNo);
  const outcomes = judged.map(({ outcome }) => outcome);
  const errors = judged.map(({ errors: found }) => (found.length === 0 ? null : JSON.stringify(found)));
  const losses = judged.map((made) => (isApplied ? null : JSON.stringify(made.losses)));
  const records = judged.map(({ record }) => record);
  await db.executeQuery(
    CompiledQuery.raw(text, [tenantId, id, numbers, outcomes, errors, isApplied, losses, records]),
  );
}

/** False when its state was none of `from` any more. */
export async function moveImport(
  db: Db,
  { tenantId, id }: Pick<FoundImport, 'tenantId' | 'id'>,
  from: readonly ImportState[],
  to: {
    readonly state: ImportState;
    readonly mode?: ImportMode;
    readonly mapping?: ImportMapping;
    readonly stopReason?: ImportStopReason;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('record_imports')
    .set({
      state: to.state,
      stop_reason: to.stopReason ?? '',
      beat_at: sql`now()`,
      ...(to.mode === undefined ? {} : { mode: to.mode, rows_done: 0 }),
      ...(to.mapping === undefined ? {} : { mapping: JSON.stringify(to.mapping) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updateProgress(db: Db, { tenantId, id }: FoundImport, rowsDone: number): Promise<void> {
  await db
    .updateTable('record_imports')
    .set({ rows_done: rowsDone, beat_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Imports that no one has moved for a while, though they are under way; each is named once in that while. */
export async function claimStalled(
  database: Database,
): Promise<{ readonly tenantId: string; readonly id: string }[]> {
  const claimed: { tenantId: string; id: string }[] = [];
  for (const tenantId of await findTenantIds(database.shared)) {
    const rows = await database
      .forTenant(tenantId)
      .updateTable('record_imports')
      .set({ beat_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('state', 'in', ['queued', 'running'])
      .where('beat_at', '<', sql<Date>`now() - interval '1 minute'`)
      .returning('id')
      .execute();
    claimed.push(...rows.map(({ id }) => ({ tenantId, id })));
  }
  return claimed;
}

/** Whether this transaction alone works the import off; no one waits for anybody. */
export async function isAlone(db: Db, importId: string): Promise<boolean> {
  const text = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1::text, 0)) AS "isAlone"';
  const { rows } = await db.executeQuery<{ isAlone: boolean }>(CompiledQuery.raw(text, [importId]));
  return rows[0]?.isAlone === true;
}
