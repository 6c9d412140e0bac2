// What a list shows as a file of the chosen kind, or printed: all of it, not the page alone (GRID-07).
import { exportFormats } from '@watchpost/contract/scanned-checkpoints';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { toasts } from '../ui/feedback/toasts.ts';
import { Menu } from '../ui/overlays/menu.tsx';

export type ExportFormat = (typeof exportFormats)[number];

function useExport(save: (format: ExportFormat, signal: AbortSignal) => Promise<void>) {
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (format: ExportFormat) => {
    const own = new AbortController();
    controller.current = own;
    setIsRunning(true);
    try {
      await save(format, own.signal);
      toasts.success({ text: t('records.exportDone') });
    } catch (error) {
      if (!own.signal.aborted) tellFailure(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { isRunning, run, cancel: () => controller.current?.abort() };
}

function tellFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'nothingToExport')
    toasts.info({ text: t('records.noData') });
  else {
    const text = error instanceof Error ? error.message : String(error);
    toasts.error({ summary: t('records.exportFailed'), text });
  }
}

interface MenuProps {
  readonly save: (format: ExportFormat, signal: AbortSignal) => Promise<void>;
}

export function RecordExportMenu({ save }: MenuProps) {
  const { isRunning, run, cancel } = useExport(save);
  if (isRunning) return <Button onClick={cancel}>{t('records.exportCancel')}</Button>;
  const items = exportFormats.map((format) => ({
    id: format,
    label: t(`records.exportAs.${format}`),
    onSelect: () => void run(format),
  }));
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} icon={<IconFileSpreadsheet size={18} aria-hidden />}>
          {t('records.export')}
        </Button>
      )}
    />
  );
}
