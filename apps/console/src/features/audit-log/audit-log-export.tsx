import { exportAuditEntries } from '@watchpost/contract/audit-log';
import { download } from '../../lib/api-client.ts';
import { ExportMenu } from '../../records/export-menu.tsx';
import { type AuditSearch, filterQuery } from './audit-search.ts';

interface ExportProps {
  readonly search: AuditSearch;
  readonly isEmpty: boolean;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem: string | null;
}

/** The entries of the filter as a file of the chosen kind. */
export function AuditLogExport({ search, isEmpty, problem }: ExportProps) {
  return (
    <ExportMenu
      isMainAction
      isEmpty={isEmpty}
      problem={problem}
      save={(format, signal) =>
        download(exportAuditEntries, {
          query: { ...filterQuery(search), format },
          signal,
          explainedBy: 'caller',
        })
      }
    />
  );
}
