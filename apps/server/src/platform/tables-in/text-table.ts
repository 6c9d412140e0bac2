import { lengthMargin, plainCell, storedCell } from './cell-text.ts';
import { delimited, type DelimitedText } from './csv-delimiter.ts';
import { csvRows, RecordTooLong } from './csv-rows.ts';
import type { HeadingsOf } from './find-headings.ts';
import { type SourceTable, type TableLimits, TableRefused, type TableRow } from './source-table.ts';
import { textOfBytes } from './text-of-bytes.ts';

/** What .xls and .xml files of other programs begin with. */
const markup = /^\s*<(?:\?xml|!doctype|html|table)/i;

/** Throws TableRefused for bytes that are no text. */
export function textTable(bytes: Buffer, limits: TableLimits, headingsOf: HeadingsOf): SourceTable {
  const text = textOfBytes(bytes);
  if (text === null || markup.test(text)) throw new TableRefused('type');
  const { columnsMax, cellMaxLength } = limits;
  const found = delimited(text, { columnsMax, cellMaxLength: cellMaxLength * lengthMargin }, headingsOf);
  return { sheet: '', rows: () => rowsOf(found, limits) };
}

async function* rowsOf(
  { text, delimiter, skipped }: DelimitedText,
  { columnsMax, cellMaxLength }: TableLimits,
): AsyncGenerator<TableRow> {
  try {
    const csvLimits = { columnsMax, cellMaxLength: cellMaxLength * lengthMargin };
    for await (const { number, cells } of csvRows(text, delimiter, csvLimits)) {
      const plain = cells.map((cell) => storedCell(plainCell(cell), cellMaxLength));
      yield { number: number + skipped, cells: plain, exact: {} };
    }
  } catch (error) {
    throw error instanceof RecordTooLong ? new TableRefused('large') : error;
  }
}
