import type { ReportRow } from '@watchpost/contract/scheduled-reports';

/** A row as the table has it: when it is sent next follows from its timing. */
export type StoredReport = Omit<ReportRow, 'nextAtMs'>;
