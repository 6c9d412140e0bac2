// The rows of an import that have errors as a file: what is wrong, beside the cells as they were sent.
import { dateFormats } from '@watchpost/domain/limits';
import type { SiteScope } from '../access/caller.ts';
import type { FileReply } from '../http/route.ts';
import { tableFormats, writeTable } from '../tables-out/table.ts';
import type { FoundImport, ImportKind } from './import-kind.ts';
import { findErrorRows } from './record-imports.queries.ts';

type Db = SiteScope['db'];

const rowsAtOnce = 500;

export function errorsFile(kind: ImportKind, db: Db, found: FoundImport, format: 'csv' | 'xlsx'): FileReply {
  const { mime, extension } = tableFormats[format];
  const text = (header: string, width: number) => ({ header, kind: 'text', width }) as const;
  const columns = [
    { header: 'Row', kind: 'number', width: 8 } as const,
    text('Column', 16),
    text('Value', 24),
    text('What to change', 44),
    ...found.headings.map((heading, place) => text(heading || `Column ${place + 1}`, 20)),
  ];
  const meta = {
    title: 'Rows with errors',
    columns,
    timeZone: 'UTC',
    dateFormat: dateFormats.shortDateTime,
    subtitle: [],
  };
  return {
    fileName: `Rows with errors.${extension}`,
    mediaType: mime,
    chunks: writeTable(format, meta, rowsOf(kind, db, found)),
  };
}

async function* rowsOf({ fieldWords, problemWords }: ImportKind, db: Db, found: FoundImport) {
  const { headings } = found;
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
        problemWords[message] ?? message,
        ...headings.map((_heading, place) => cells[place] ?? ''),
      ]),
    );
  }
}
