// Excel at once, and every file type in a menu beside it (EXP-01, EXP-03).
import type { ExportFormat } from '@watchpost/contract/exports';
import { xlsDataRowsMax } from '@watchpost/domain/limits';
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { toasts } from '../ui/feedback/toasts.ts';
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx';
import styles from './export-button.module.css';
import { mainFormat, menuFormats } from './export-formats.ts';

interface ExportButtonProps {
  /** Of the file; they decide which Excel file fits. */
  readonly rows: number;
  /** Whether the report is known to hold nothing; the server still has the last word. */
  readonly isEmpty: boolean;
  /** Why nothing may be exported just now, e.g. half a date range; null when something may. */
  readonly problem: string | null;
  readonly onExport: (format: ExportFormat) => void;
  /** Files of another kind, below those of the list. */
  readonly more?: readonly MenuItem[];
  /** In place of the main button's words while an export runs; no other can be started then. */
  readonly progress?: string;
}

export function ExportButton({ rows, isEmpty, problem, onExport, more = [], progress }: ExportButtonProps) {
  const main = mainFormat(rows);
  const note = main === 'xlsx' ? t('rounds.exportSwitched', { limit: xlsDataRowsMax }) : undefined;
  const idleReason = isEmpty ? t('rounds.noData') : undefined;
  const isDisabled = progress !== undefined;
  const start = (format: ExportFormat) => {
    if (problem === null) onExport(format);
    else toasts.warn({ text: problem });
  };
  return (
    <div className={styles.split} data-print="hide">
      <Button
        variant="primary"
        className={styles.main}
        disabled={isDisabled}
        title={note}
        idleReason={idleReason}
        icon={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={() => start(main)}
      >
        {progress ?? t(main === 'xlsx' ? 'rounds.exportXlsx' : 'rounds.export')}
      </Button>
      <Menu
        align="end"
        header={note}
        items={[
          ...menuFormats(rows).map(({ format, fits }) => ({
            id: format,
            label: t(`rounds.exportAs.${format}`),
            isDisabled: !fits,
            onSelect: () => start(format),
          })),
          ...more,
        ]}
        trigger={(trigger) => (
          <Button
            {...trigger}
            variant="primary"
            className={styles.more}
            disabled={isDisabled}
            idleReason={idleReason}
            aria-label={t('rounds.exportMore')}
            icon={<IconChevronDown size={16} aria-hidden />}
          />
        )}
      />
    </div>
  );
}
