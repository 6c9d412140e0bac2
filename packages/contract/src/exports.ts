// The files that lists are exported as.
import * as z from 'zod/mini';

export const exportFormats = ['xls', 'xlsx', 'csv', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What an export is asked for besides the filter of its list. */
export const exportFormat = { format: z.enum(exportFormats) };

export const exportMediaTypes = [
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'application/pdf',
];
