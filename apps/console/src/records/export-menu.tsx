import { type ExportFormat, exportFormats } from '@watchpost/contract/exports';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { toasts } from '../ui/feedback/toasts.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { useFileExport } from './use-file-export.ts';

interface MenuProps {
  readonly save: (format: ExportFormat, signal: AbortSignal) => Promise<void>;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem?: string | null;
  /** Whether the list is known to hold nothing. */
  readonly isEmpty?: boolean;
  /** Of the page. */
  readonly isMainAction?: boolean;
}

export function ExportMenu({ save, problem = null, isEmpty = false, isMainAction = false }: MenuProps) {
  const { isRunning, run, cancel } = useFileExport(save);
  const variant = isMainAction ? 'primary' : undefined;
  const start = (format: ExportFormat) => {
    if (problem === null) void run(format);
    else toasts.warn({ text: problem });
  };
  if (isRunning) {
    return (
      <Button variant={variant} onClick={cancel}>
        {t('records.exportCancel')}
      </Button>
    );
  }
  if (isEmpty) {
    const noData = t('records.noData');
    return (
      <Button
        variant={variant}
        idleReason={noData}
        icon={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={() => toasts.info({ text: noData })}
      >
        {t('records.export')}
      </Button>
    );
  }
  const items = exportFormats.map((format) => ({
    id: format,
    label: t(`records.exportAs.${format}`),
    onSelect: () => start(format),
  }));
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} variant={variant} icon={<IconFileSpreadsheet size={18} aria-hidden />}>
          {t('records.export')}
        </Button>
      )}
    />
  );
}
