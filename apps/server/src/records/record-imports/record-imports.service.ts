// Spreadsheets on their way to become records: taken in, checked row by row, set going (MNG-03, MNG-04).
import type { RecordImport } from '@watchpost/contract/record-imports';
import {
  guessMapping,
  importCellMaxLength,
  importColumnsMax,
  importEntriesMax,
  type ImportMapping,
  type ImportMode,
  importRowsMax,
  importUnpackedMaxBytes,
} from '@watchpost/domain/record-import';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import type { HeadingsOf } from '../../platform/tables-in/find-headings.ts';
import { readTable, type ReadTable } from '../../platform/tables-in/read-table.ts';
import { TableRefused } from '../../platform/tables-in/source-table.ts';
import {
  countOutcomes,
  findErrorsShown,
  findImport,
  findPreview,
  findRows,
  insertImport,
  moveImport,
  updateRows,
} from './record-imports.queries.ts';
import type { FoundImport, ImportKind } from './import-kind.ts';
import { findLossesShown } from './import-losses.queries.ts';
import { importBatchRows, importRecordsJob } from './import-records-job.ts';

const limits = {
  rowsMax: importRowsMax,
  columnsMax: importColumnsMax,
  cellMaxLength: importCellMaxLength,
  unpackedMaxBytes: importUnpackedMaxBytes,
  entriesMax: importEntriesMax,
};
const refusals: Readonly<Record<TableRefused['reason'], string>> = {
  type: 'import_file_type',
  old: 'import_file_old',
  broken: 'import_file_broken',
  empty: 'import_file_empty',
  large: 'import_file_large',
};

/** Throws InvalidInput at `file`, which says why the file is no table for us. */
export async function takeFile(
  kind: ImportKind,
  { scope, userId }: ConsoleCaller,
  file: { readonly name: string; readonly bytes: Buffer },
  origin: AuditOrigin,
): Promise<RecordImport> {
  const table = await read(file.bytes, headingsOf(kind, scope.siteId));
  const id = uuidv7();
  const fileName = (file.name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 200);
  const mapping = guessMapping(kind.headings, table.headings);
  await insertImport(scope, { id, kind: kind.name, userId, origin, fileName, table, mapping });
  return viewImport(scope, await ownImport(kind, scope, userId, id));
}

/** What a row of a file names, if it is the one of headings. */
function headingsOf({ headings, needed }: ImportKind, siteId: string | null): HeadingsOf {
  return (cells) => {
    const mapping = guessMapping(headings, cells);
    return {
      fields: Object.keys(mapping).length,
      isWhole: needed(mapping, siteId).every((field) => mapping[field] !== undefined),
    };
  };
}

async function read(bytes: Buffer, known: HeadingsOf): Promise<ReadTable> {
  try {
    return await readTable(bytes, limits, known);
  } catch (error) {
    if (error instanceof TableRefused) throw new InvalidInput({ file: refusals[error.reason] });
    throw error;
  }
}

/** Throws notFound for an import that is not the user's. */
export async function ownImport(
  kind: ImportKind,
  scope: SiteScope,
  userId: string,
  id: string,
): Promise<FoundImport> {
  const found = await findImport(scope, { kind: kind.name, userId, id });
  if (found === null) throw new AppError('notFound');
  return found;
}

export async function viewImport({ db }: SiteScope, found: FoundImport): Promise<RecordImport> {
  const [preview, counts, errors, losses] = await Promise.all([
    findPreview(db, found),
    countOutcomes(db, found),
    findErrorsShown(db, found),
    findLossesShown(db, found),
  ]);
  const { id, fileName, headings, rowCount, mapping, state, stopReason, mode, rowsDone, sheet } = found;
  return {
    id,
    fileName,
    headings: [...headings],
    rowCount,
    preview,
    mapping,
    state,
    stopReason,
    mode,
    rowsDone,
    counts,
    errors,
    sheet,
    otherSheets: [...found.otherSheets],
    losses,
  };
}

/** Throws InvalidInput keyed by the field whose column is missing or named twice, importUnderWay once it is started. */
export async function checkImport(
  kind: ImportKind,
  { scope, userId }: ConsoleCaller,
  id: string,
  mapping: ImportMapping,
): Promise<RecordImport> {
  const before = await ownImport(kind, scope, userId, id);
  refuseMapping(mapping, before.headings.length, kind.needed(mapping, scope.siteId));
  await scope.db.transaction().execute(async (transaction) => {
    const isMoved = await moveImport(transaction, before, ['uploaded', 'checked', 'refused', 'stopped'], {
      state: 'checked',
      mapping,
    });
    if (!isMoved) throw new AppError('importUnderWay');
    await judgeAll(kind, { ...scope, db: transaction }, { ...before, mapping });
  });
  return viewImport(scope, await ownImport(kind, scope, userId, id));
}

function refuseMapping(mapping: ImportMapping, columns: number, needed: readonly string[]): void {
  const problems: Record<string, string> = {};
  const seen = new Set<number>();
  for (const [field, column] of Object.entries(mapping)) {
    if (column === undefined) continue;
    if (column >= columns) problems[field] = 'import_column_needed';
    else if (seen.has(column)) problems[field] = 'import_column_twice';
    seen.add(column);
  }
  for (const field of needed) {
    if (mapping[field] === undefined) problems[field] = 'import_column_needed';
  }
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}

/** What every row would do, stored beside it. */
async function judgeAll(kind: ImportKind, scope: SiteScope, found: FoundImport): Promise<void> {
  const work = await kind.open(scope, found);
  const claimed = new Set<string>();
  let afterRow = 0;
  for (;;) {
    const rows = await findRows(scope.db, found, { afterRow, limit: importBatchRows, isLeft: false });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterRow = last.rowNo;
    await updateRows(scope.db, found, await work.check(rows, claimed), false);
  }
}

/** Throws importUnderWay unless it was checked and not started; InvalidInput at `mode` for all of what has errors. */
export async function beginImport(
  kind: ImportKind,
  { scope, userId }: ConsoleCaller,
  id: string,
  mode: ImportMode,
): Promise<RecordImport> {
  const found = await ownImport(kind, scope, userId, id);
  const { wrong } = await countOutcomes(scope.db, found);
  if (mode === 'allOrNothing' && wrong > 0) throw new InvalidInput({ mode: 'import_has_errors' });
  await scope.db.transaction().execute(async (transaction) => {
    if (!(await moveImport(transaction, found, ['checked'], { state: 'queued', mode }))) {
      throw new AppError('importUnderWay');
    }
    await enqueueJob(transaction, importRecordsJob, { tenantId: scope.tenantId, importId: id }, { key: id });
  });
  return viewImport(scope, await ownImport(kind, scope, userId, id));
}
