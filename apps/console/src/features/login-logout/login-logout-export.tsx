import type { ExportFormat } from '@watchpost/contract/exports';
import { exportLoginLogout } from '@watchpost/contract/login-logout';
import { download } from '../../lib/api-client.ts';
import { t } from '../../lib/labels.ts';
import { useFileExport } from '../../records/use-file-export.ts';
import { ExportButton } from '../../reports/export-button.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { filterQuery, type LoginSearch } from './login-search.ts';

interface ExportProps {
  readonly search: LoginSearch;
  /** Sessions that the filter holds. */
  readonly rows: number;
  readonly isEmpty: boolean;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem: string | null;
}

/** While an export runs, Cancel (LOGIO-01, EXP-02). */
export function LoginLogoutExport({ search, rows, isEmpty, problem }: ExportProps) {
  const { run, isRunning, cancel } = useFileExport(async (format: ExportFormat, signal) => {
    const query = { ...filterQuery(search), format };
    await download(exportLoginLogout, { query, signal, explainedBy: 'caller' });
  });
  if (isRunning) {
    return (
      <Button variant="primary" onClick={cancel}>
        {t('records.exportCancel')}
      </Button>
    );
  }
  return <ExportButton {...{ rows, isEmpty, problem }} onExport={(format) => void run(format)} />;
}
