// Which files an export offers: pure.
import { type ExportFormat, exportFormats } from '@watchpost/contract/exports';
import { xlsDataRowsMax } from '@watchpost/domain/limits';

/** Excel 97 while the rows fit one of its sheets, else its successor (EXP-03). */
export function mainFormat(rows: number): 'xls' | 'xlsx' {
  return rows > xlsDataRowsMax ? 'xlsx' : 'xls';
}

/** What the menu offers, in its order; .xls is out of reach once the rows do not fit. */
export function menuFormats(rows: number): { format: ExportFormat; fits: boolean }[] {
  return exportFormats.map((format) => ({ format, fits: format !== 'xls' || mainFormat(rows) === 'xls' }));
}
