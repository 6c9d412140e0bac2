// A list of managed records as a file: exactly what its filter matches, in its order (GRID-07).
import type { SiteScope } from '../access/caller.ts';
import { type ExportRequest, fileRowsMax, replyWithExport } from '../exports/export-reply.ts';
import type { FileClock } from '../exports/report-zone.queries.ts';
import { AppError } from '../http/app-error.ts';
import type { FileReply } from '../http/route.ts';
import type { Cell, Column } from '../tables-out/table.ts';
import { findFormerIds, hasFormerIds } from './former-ids.queries.ts';
import {
  type Condition,
  findIds,
  findRecordsById,
  type RecordFilter,
  type RecordTable,
} from './record-list.queries.ts';

export interface ExportColumn<Row> extends Column {
  readonly value: (row: Row) => Cell;
}

export interface RecordExport<Row> {
  readonly table: RecordTable;
  /** What the audit log calls it. */
  readonly id: string;
  /** Names the file and heads the page. */
  readonly title: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** Whose clocks its times show; the caller's unless given. */
  readonly clock?: FileClock;
  /** Zone of a row's site, for such a clock. */
  readonly siteZone?: (row: Row) => string;
}

/** The last column, of tenants with imported records alone. */
const formerColumn: Column = { header: 'Former ID', kind: 'text', width: 26 };

/** The ids of all of them are held in memory. */
const idsMax = 1_000_000;
const rowsAtOnce = 500;

/** Throws nothingToExport for an empty list and tooManyRows for more than the format holds. */
export async function exportRecords<Row extends { readonly id: string }>(
  request: ExportRequest,
  file: RecordExport<Row>,
  filter: RecordFilter,
  conditions: readonly Condition[] = [],
): Promise<FileReply> {
  const { table, columns, clock, id, title } = file;
  const { scope } = request.caller;
  const limit = Math.min(fileRowsMax[request.query.format], idsMax) + 1;
  const ids = await findIds(scope, table, filter, conditions, { offset: 0, limit });
  if (ids.length === limit) throw new AppError('tooManyRows');
  const hasFormer = await hasFormerIds(scope);
  const rows = rowsOf(scope, file, ids, hasFormer);
  const all = hasFormer ? [...columns, formerColumn] : columns;
  return replyWithExport(
    { ...request, ...(clock === undefined ? {} : { timeZone: clock.timeZone }) },
    {
      id,
      title,
      columns: all,
      count: ids.length,
      rows,
      ...(clock === undefined ? {} : { timesOf: clock.timesOf }),
    },
  );
}

async function* rowsOf<Row extends { readonly id: string }>(
  scope: SiteScope,
  file: RecordExport<Row>,
  ids: readonly string[],
  hasFormer: boolean,
) {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await findRecordsById<Row>(scope, file.table, ids.slice(from, from + rowsAtOnce));
    const former = hasFormer ? await findFormerIds(scope, ids.slice(from, from + rowsAtOnce)) : null;
    yield rows.map((row) => [
      ...file.columns.map((column) => cellOf(row, column, file)),
      ...(former === null ? [] : [former.get(row.id) ?? null]),
    ]);
  }
}

function cellOf<Row>(
  row: Row,
  { kind, value }: ExportColumn<Row>,
  { clock, siteZone }: Pick<RecordExport<Row>, 'clock' | 'siteZone'>,
): Cell {
  const cell = value(row);
  if (clock === undefined || kind !== 'date' || typeof cell !== 'number') return cell;
  return clock.at(cell, siteZone?.(row) ?? null);
}
