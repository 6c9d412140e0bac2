// Rows of an import as a file, beside their cells as they were sent: what is wrong with them, or what they take from records.
import { dateFormats } from '@watchpost/domain/limits';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileReply } from '../../platform/http/route.ts';
import { tableFormats, writeTable } from '../../platform/tables-out/table.ts';
import type { FoundImport, ImportKind } from './import-kind.ts';
import { findLossRows } from './import-losses.queries.ts';
import { findErrorRows } from './record-imports.queries.ts';

type Db = SiteScope['db'];
type Cells = readonly (string | number)[];

interface FileOptions {
  readonly format: 'csv' | 'xlsx';
  readonly of?: 'errors' | 'losses' | undefined;
}

const rowsAtOnce = 500;
const text = (header: string, width: number) => ({ header, kind: 'text', width }) as const;
const contents = {
  errors: {
    title: 'Rows with errors',
    columns: [text('Column', 16), text('Value', 24), text('What to change', 44)],
    rows: errorRows,
  },
  losses: {
    title: 'Values replaced or taken away',
    columns: [text('Record', 20), text('Column', 16), text('Now', 24), text('After the import', 24)],
    rows: lossRows,
  },
};

export function errorsFile(
  kind: ImportKind,
  db: Db,
  found: FoundImport,
  { format, of = 'errors' }: FileOptions,
): FileReply {
  const { mime, extension } = tableFormats[format];
  const { title, columns, rows } = contents[of];
  const meta = {
    title,
    columns: [
      { header: 'Row', kind: 'number', width: 8 } as const,
      ...columns,
      ...found.headings.map((heading, place) => text(heading || `Column ${place + 1}`, 20)),
    ],
    timeZone: 'UTC',
    dateFormat: dateFormats.shortDateTime,
    subtitle: [],
  };
  return {
    fileName: `${title}.${extension}`,
    mediaType: mime,
    chunks: writeTable(format, meta, rows(kind, db, found)),
  };
}

const cellsOf = ({ headings }: FoundImport, cells: readonly string[]): string[] =>
  headings.map((_heading, place) => cells[place] ?? '');

async function* errorRows(
  { fieldWords, problemWords }: ImportKind,
  db: Db,
  found: FoundImport,
): AsyncGenerator<Cells[]> {
  for (let afterRow = 0; ; ) {
    const rows = await findErrorRows(db, found, { afterRow, limit: rowsAtOnce });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterRow = last.rowNo;
    yield rows.flatMap(({ rowNo, cells, errors }) =>
      errors.map(({ field, value, message }) => [
        rowNo,
        fieldWords[field] ?? field,
        value,
        problemWords[message] ?? commonProblems[message] ?? message,
        ...cellsOf(found, cells),
      ]),
    );
  }
}

async function* lossRows({ fieldWords }: ImportKind, db: Db, found: FoundImport): AsyncGenerator<Cells[]> {
  for (let afterRow = 0; ; ) {
    const rows = await findLossRows(db, found, { afterRow, limit: rowsAtOnce });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterRow = last.rowNo;
    yield rows.flatMap(({ rowNo, record, cells, losses }) =>
      losses.map(({ field, before, after }) => [
        rowNo,
        record,
        fieldWords[field] ?? field,
        before,
        after,
        ...cellsOf(found, cells),
      ]),
    );
  }
}

/** Of every kind of records. */
const commonProblems: Readonly<Record<string, string>> = {
  import_cell_error: 'The cell shows an error in place of a value: correct it in the spreadsheet.',
  import_cell_unreadable: 'Letters of this cell could not be read: save the file as .xlsx or as UTF-8.',
  import_loss_unshown: 'The record was changed since the check, and would lose this: check the rows again.',
};
