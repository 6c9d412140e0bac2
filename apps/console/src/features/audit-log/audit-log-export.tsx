import { exportAuditEntries } from '@watchpost/contract/audit-log';
import { type ExportFormat, exportFormats } from '@watchpost/contract/exports';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { download } from '../../lib/api-client.ts';
import { t } from '../../lib/labels.ts';
import { useFileExport } from '../../lib/use-file-export.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { type AuditSearch, filterQuery } from './audit-search.ts';

interface ExportProps {
  readonly search: AuditSearch;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem: string | null;
}

function useExport({ search, problem }: ExportProps) {
  const { run, ...state } = useFileExport('audit', async (format: ExportFormat, signal) => {
    const query = { ...filterQuery(search), format };
    await download(exportAuditEntries, { query, signal, explainedBy: 'caller' });
  });
  const begin = (format: ExportFormat) => {
    if (problem === null) void run(format);
    else toasts.warn({ text: problem });
  };
  return { ...state, begin };
}

/** The entries of the filter as a file of the chosen kind. */
export function AuditLogExport(props: ExportProps) {
  const { isRunning, begin, cancel } = useExport(props);
  if (isRunning) {
    return (
      <Button variant="primary" onClick={cancel}>
        {t('audit.exporting')}: {t('audit.exportCancel')}
      </Button>
    );
  }
  const items = exportFormats.map((format) => ({
    id: format,
    label: t(`audit.exportAs.${format}`),
    onSelect: () => begin(format),
  }));
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} variant="primary" icon={<IconFileSpreadsheet size={18} aria-hidden />}>
          {t('audit.export')}
        </Button>
      )}
    />
  );
}
