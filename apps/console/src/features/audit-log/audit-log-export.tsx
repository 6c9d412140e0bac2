import { exportAuditEntries } from '@watchpost/contract/audit-log';
import { exportFormats } from '@watchpost/contract/scanned-checkpoints';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { type AuditSearch, filterQuery } from './audit-search.ts';

type ExportFormat = (typeof exportFormats)[number];

interface ExportProps {
  readonly search: AuditSearch;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem: string | null;
}

function useExport({ search, problem }: ExportProps) {
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (format: ExportFormat) => {
    if (problem !== null) {
      toasts.warn({ text: problem });
      return;
    }
    const own = new AbortController();
    controller.current = own;
    setIsRunning(true);
    try {
      const query = { ...filterQuery(search), format };
      await download(exportAuditEntries, { query, signal: own.signal, explainedBy: 'caller' });
      toasts.success({ text: t('audit.exportDone') });
    } catch (error) {
      if (!own.signal.aborted) tellFailure(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, run, cancel: () => controller.current?.abort() };
}

function tellFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'nothingToExport') toasts.info({ text: t('audit.noData') });
  else {
    const text = error instanceof Error ? error.message : String(error);
    toasts.error({ summary: t('audit.exportFailed'), text });
  }
}

/** The entries of the filter as a file of the chosen kind. */
export function AuditLogExport(props: ExportProps) {
  const { isRunning, run, cancel } = useExport(props);
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
    onSelect: () => void run(format),
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
