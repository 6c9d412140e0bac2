// Which file the export button makes, and what it says: pure.
import type { ExportFormat } from '@watchpost/contract/exports';
import { xlsDataRowsMax } from '@watchpost/domain/limits';

/** Excel 97 while the rows fit one of its sheets, else its successor (EXP-03). */
export function mainFormat(exportRows: number): 'xls' | 'xlsx' {
  return exportRows > xlsDataRowsMax ? 'xlsx' : 'xls';
}

/** What the menu beside the button offers, in its order; .xls is out of reach once the rows do not fit. */
export function menuFormats(exportRows: number): { format: ExportFormat; fits: boolean }[] {
  const fitsXls = mainFormat(exportRows) === 'xls';
  return [
    { format: 'xls', fits: fitsXls },
    { format: 'xlsx', fits: true },
    { format: 'csv', fits: true },
    { format: 'pdf', fits: true },
  ];
}

export interface FileSize {
  readonly amount: number;
  readonly unit: 'kB' | 'MB' | 'GB';
}

/** Bytes in the unit that reads best, in thousands; never fewer than 0.1 kB once a byte has come. */
export function fileSize(bytes: number): FileSize {
  const rounded = (divisor: number) => Math.round((bytes / divisor) * 10) / 10;
  if (bytes >= 999_950_000) return { amount: rounded(1e9), unit: 'GB' };
  if (bytes >= 999_950) return { amount: rounded(1e6), unit: 'MB' };
  return { amount: bytes === 0 ? 0 : Math.max(0.1, rounded(1e3)), unit: 'kB' };
}
