// Spreadsheets on their way to become guards: taken in, checked row by row, set going (MNG-03).
import type { GuardImport } from '@watchpost/contract/guard-imports';
import {
  guessMapping,
  importCellMaxLength,
  importColumnsMax,
  importEntriesMax,
  type ImportMapping,
  type ImportMode,
  importRowsMax,
  importUnpackedMaxBytes,
  neededImportFields,
} from '@watchpost/domain/guard-import';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../access/caller.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../http/app-error.ts';
import { enqueueJob } from '../../jobs/enqueue-job.queries.ts';
import { readTable, type ReadTable, TableRefused } from '../../tables-in/read-table.ts';
import {
  countOutcomes,
  findErrorsShown,
  findImport,
  findPreview,
  findRows,
  findSiteNames,
  type FoundImport,
  insertImport,
  moveImport,
  updateRows,
} from './guard-imports.queries.ts';
import { importGuardsJob } from './import-guards-job.ts';
import { findKnown, isAlone } from './import-guards.queries.ts';
import { judge, type Judged, readRow, type ReadRow, type RowContext } from './import-row.ts';

type Db = SiteScope['db'];

/** Rows that are read and judged at once. */
export const batchRows = 1_000;

const limits = {
  rowsMax: importRowsMax,
  columnsMax: importColumnsMax,
  cellMaxLength: importCellMaxLength,
  unpackedMaxBytes: importUnpackedMaxBytes,
  entriesMax: importEntriesMax,
};
const refusals: Readonly<Record<TableRefused['reason'], string>> = {
  type: 'import_file_type',
  broken: 'import_file_broken',
  empty: 'import_file_empty',
  large: 'import_file_large',
};

/** Throws InvalidInput at `file`, which says why the file is no table for us. */
export async function takeFile(
  { scope, userId }: ConsoleCaller,
  file: { readonly name: string; readonly bytes: Buffer },
  origin: AuditOrigin,
): Promise<GuardImport> {
  const table = await read(file.bytes);
  const id = uuidv7();
  const fileName = (file.name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 200);
  const mapping = guessMapping(table.headings);
  await insertImport(scope, { id, userId, origin, fileName, table, mapping });
  return viewImport(scope, await ownImport(scope, userId, id));
}

async function read(bytes: Buffer): Promise<ReadTable> {
  try {
    return await readTable(bytes, limits);
  } catch (error) {
    if (error instanceof TableRefused) throw new InvalidInput({ file: refusals[error.reason] });
    throw error;
  }
}

/** Throws notFound for an import that is not the user's. */
export async function ownImport(scope: SiteScope, userId: string, id: string): Promise<FoundImport> {
  const found = await findImport(scope, userId, id);
  if (found === null) throw new AppError('notFound');
  return found;
}

export async function viewImport({ db }: SiteScope, found: FoundImport): Promise<GuardImport> {
  const [preview, counts, errors] = await Promise.all([
    findPreview(db, found),
    countOutcomes(db, found),
    findErrorsShown(db, found),
  ]);
  const { id, fileName, headings, rowCount, mapping, state, mode, rowsDone } = found;
  return {
    id,
    fileName,
    headings: [...headings],
    rowCount,
    preview,
    mapping,
    state,
    mode,
    rowsDone,
    counts,
    errors,
  };
}

/** Throws InvalidInput keyed by the field whose column is missing or named twice, importUnderWay once it is begun. */
export async function checkImport(
  { scope, userId }: ConsoleCaller,
  id: string,
  mapping: ImportMapping,
): Promise<GuardImport> {
  const before = await ownImport(scope, userId, id);
  refuseMapping(mapping, before.headings.length);
  await scope.db.transaction().execute(async (transaction) => {
    const isMoved = await moveImport(transaction, before, ['uploaded', 'checked', 'refused'], {
      state: 'checked',
      mapping,
    });
    if (!isMoved) throw new AppError('importUnderWay');
    await judgeAll({ ...scope, db: transaction }, { ...before, mapping });
  });
  return viewImport(scope, await ownImport(scope, userId, id));
}

function refuseMapping(mapping: ImportMapping, columns: number): void {
  const problems: Record<string, string> = {};
  const seen = new Set<number>();
  for (const [field, column] of Object.entries(mapping)) {
    if (column >= columns) problems[field] = 'import_column_needed';
    else if (seen.has(column)) problems[field] = 'import_column_twice';
    seen.add(column);
  }
  for (const field of neededImportFields) {
    if (mapping[field] === undefined) problems[field] = 'import_column_needed';
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}

/** What every row would do, stored beside it. */
async function judgeAll(scope: SiteScope, found: FoundImport): Promise<void> {
  const context = await contextOf(scope, found);
  const seen = new Set<string>();
  let afterRow = 0;
  for (;;) {
    const rows = await findRows(scope.db, found, { afterRow, limit: batchRows, isLeft: false });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterRow = last.rowNo;
    const read = rows.map(({ rowNo, cells }) => refusingTwice(readRow(rowNo, cells, context), seen));
    await updateRows(scope.db, found, await judgeRows(scope, found, read, false), false);
  }
}

/** Of rows with one employee id the first counts. */
function refusingTwice(row: ReadRow, seen: Set<string>): ReadRow {
  const { employeeId } = row.texts;
  if (employeeId === undefined) return row;
  const key = employeeId.toLowerCase();
  if (!seen.has(key)) {
    seen.add(key);
    return row;
  }
  const error = { field: 'employeeId', value: employeeId, message: 'import_employee_id_twice' } as const;
  return { ...row, errors: [...row.errors, error] };
}

export async function contextOf(scope: SiteScope, found: FoundImport): Promise<RowContext> {
  const { mapping, countryCode } = found;
  return { mapping, countryCode, sites: await findSiteNames(scope) };
}

/** What rows do to the guards as these are now; with `isHeld` the guards stay so until the transaction ends. */
export async function judgeRows(
  scope: SiteScope,
  { countryCode, siteId }: FoundImport,
  rows: readonly ReadRow[],
  isHeld: boolean,
): Promise<Judged[]> {
  const keyOf = ({ texts }: ReadRow) => (texts.employeeId ?? '').toLowerCase();
  const known = await findKnown(scope, rows.map(keyOf), isHeld);
  const options = { newId: uuidv7, countryCode, ownSite: siteId };
  return rows.map((row) => judge(row, known.get(keyOf(row)), options));
}

/** Throws importUnderWay unless it was checked and not begun; InvalidInput at `mode` for all of what has errors. */
export async function beginImport(
  { scope, userId }: ConsoleCaller,
  id: string,
  mode: ImportMode,
): Promise<GuardImport> {
  const found = await ownImport(scope, userId, id);
  const { wrong } = await countOutcomes(scope.db, found);
  if (mode === 'allOrNothing' && wrong > 0) throw new InvalidInput({ mode: 'import_has_errors' });
  await scope.db.transaction().execute(async (transaction) => {
    if (!(await moveImport(transaction, found, ['checked'], { state: 'queued', mode }))) {
      throw new AppError('importUnderWay');
    }
    await enqueueJob(transaction, importGuardsJob, { tenantId: scope.tenantId, importId: id }, { key: id });
  });
  return viewImport(scope, await ownImport(scope, userId, id));
}

/** Runs `work` in a transaction that has the import to itself; null when somebody else is at it. */
export async function alone<T>(
  db: Db,
  importId: string,
  work: (transaction: Db) => Promise<T>,
): Promise<T | null> {
  return db
    .transaction()
    .execute(async (transaction) => ((await isAlone(transaction, importId)) ? work(transaction) : null));
}
