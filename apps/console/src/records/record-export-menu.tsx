// What a list shows as a file of the chosen kind, or printed: all of it, not the page alone (GRID-07).
import { type ExportFormat, exportFormats } from '@watchpost/contract/exports';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { useFileExport } from '../lib/use-file-export.ts';
import { Button } from '../ui/actions/button.tsx';
import { Menu } from '../ui/overlays/menu.tsx';

interface MenuProps {
  readonly save: (format: ExportFormat, signal: AbortSignal) => Promise<void>;
}

export function RecordExportMenu({ save }: MenuProps) {
  const { isRunning, run, cancel } = useFileExport('records', save);
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
