import { exportLoginLogout } from '@watchpost/contract/login-logout';
import { type ExportFormat, exportFormats } from '@watchpost/contract/exports';
import { xlsDataRowsMax } from '@watchpost/domain/limits';
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react';
import { download } from '../../lib/api-client.ts';
import { t } from '../../lib/labels.ts';
import { useFileExport } from '../../lib/use-file-export.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import styles from './login-logout.module.css';
import { filterQuery, type LoginSearch } from './login-search.ts';

interface ExportProps {
  readonly search: LoginSearch;
  /** Sessions that the filter holds; decides which Excel file fits (EXP-03). */
  readonly rows: number;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem: string | null;
}

/** Main button for Excel and a menu for every file type; while one runs, Cancel (LOGIO-01, EXP-02). */
export function LoginLogoutExport({ search, rows, problem }: ExportProps) {
  const { run, isRunning, cancel } = useFileExport('records', async (format: ExportFormat, signal) => {
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
  const start = (format: ExportFormat) => {
    if (problem === null) void run(format);
    else toasts.warn({ text: problem });
  };
  return <Formats isTooLong={rows > xlsDataRowsMax} onPick={start} />;
}

interface FormatsProps {
  /** For an .xls file. */
  readonly isTooLong: boolean;
  readonly onPick: (format: ExportFormat) => void;
}

function Formats({ isTooLong, onPick }: FormatsProps) {
  const note = isTooLong ? t('logins.exportSwitched', { limit: xlsDataRowsMax }) : undefined;
  return (
    <div className={styles.split} data-print="hide">
      <Button
        variant="primary"
        className={styles.main}
        title={note}
        icon={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={() => onPick(isTooLong ? 'xlsx' : 'xls')}
      >
        {t(isTooLong ? 'rounds.exportXlsx' : 'rounds.export')}
      </Button>
      <Menu
        align="end"
        header={note}
        items={exportFormats.map((format) => ({
          id: format,
          label: t(`rounds.exportAs.${format}`),
          isDisabled: format === 'xls' && isTooLong,
          onSelect: () => onPick(format),
        }))}
        trigger={(trigger) => (
          <Button
            {...trigger}
            variant="primary"
            className={styles.more}
            aria-label={t('rounds.exportMore')}
            icon={<IconChevronDown size={16} aria-hidden />}
          />
        )}
      />
    </div>
  );
}
