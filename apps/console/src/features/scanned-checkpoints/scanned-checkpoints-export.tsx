import type { ExportFormat } from '@watchpost/contract/exports';
import { exportScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { xlsDataRowsMax } from '@watchpost/domain/limits';
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { download } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { exportJob, type ExportOutcome, type RunningExport } from './export-job.ts';
import { fileSize, mainFormat, menuFormats } from './report-export.ts';
import { filterQuery, type ReportSearch } from './report-search.ts';
import styles from './scanned-checkpoints-export.module.css';

interface ExportButtonProps {
  readonly search: ReportSearch;
  /** Checkpoint rows that the filter holds; decides which Excel file fits (EXP-03). */
  readonly exportRows: number;
  /** Why nothing may be exported just now, e.g. half a date range; null when something may. */
  readonly problem: string | null;
}

async function runExport(search: ReportSearch, format: ExportFormat): Promise<void> {
  const query = { ...filterQuery(search), format };
  const outcome = await exportJob.start(format, (signal, onBytes) =>
    download(exportScannedCheckpoints, {
      query,
      signal,
      explainedBy: 'caller',
      onProgress: ({ receivedBytes }) => onBytes(receivedBytes),
    }),
  );
  if (outcome !== null) tell(outcome, () => void runExport(search, format));
}

function tell(outcome: ExportOutcome, retry: () => void): void {
  if (outcome.kind === 'done')
    toasts.success({ text: t('rounds.exportDone', fileSize(outcome.receivedBytes)) });
  else if (outcome.kind === 'cancelled') toasts.info({ text: t('rounds.exportCancelled') });
  else tellFailure(outcome.error, retry);
}

function tellFailure(error: unknown, retry: () => void): void {
  if (error instanceof ApiError && error.code === 'nothingToExport') {
    toasts.info({ text: t('rounds.noData') });
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  const action = { label: t('rounds.retry'), onSelect: retry };
  toasts.error({ summary: t('rounds.exportFailed'), text, action });
}

/** Main button for Excel, a menu for every file type; while one runs, how far it is and Cancel (EXP-01, EXP-04). */
export function ExportButton({ search, exportRows, problem }: ExportButtonProps) {
  const running = useSyncExternalStore(exportJob.subscribe, exportJob.running);
  const main = mainFormat(exportRows);
  const note = main === 'xlsx' ? t('rounds.exportSwitched', { limit: xlsDataRowsMax }) : undefined;
  const start = (format: ExportFormat) => {
    if (problem === null) void runExport(search, format);
    else toasts.warn({ text: problem });
  };
  return (
    <div className={styles.export} data-print="hide">
      {running !== null && (
        <Button variant="quiet" onClick={exportJob.cancel}>
          {t('rounds.exportCancel')}
        </Button>
      )}
      <div className={styles.split}>
        <Button
          variant="primary"
          className={styles.main}
          disabled={running !== null}
          title={note}
          icon={<IconFileSpreadsheet size={18} aria-hidden />}
          onClick={() => start(main)}
        >
          {running !== null ? progressText(running) : t(note ? 'rounds.exportXlsx' : 'rounds.export')}
        </Button>
        <FormatMenu exportRows={exportRows} isDisabled={running !== null} note={note} onPick={start} />
      </div>
    </div>
  );
}

interface FormatMenuProps {
  readonly exportRows: number;
  readonly isDisabled: boolean;
  /** Shown above the formats. */
  readonly note: string | undefined;
  readonly onPick: (format: ExportFormat) => void;
}

function FormatMenu({ exportRows, isDisabled, note, onPick }: FormatMenuProps) {
  const items = menuFormats(exportRows).map(({ format, fits }) => ({
    id: format,
    label: t(`rounds.exportAs.${format}`),
    isDisabled: !fits,
    onSelect: () => onPick(format),
  }));
  return (
    <Menu
      align="end"
      items={items}
      header={note}
      trigger={(props) => (
        <Button
          {...props}
          variant="primary"
          className={styles.more}
          disabled={isDisabled}
          aria-label={t('rounds.exportMore')}
          icon={<IconChevronDown size={16} aria-hidden />}
        />
      )}
    />
  );
}

function progressText({ receivedBytes }: RunningExport): string {
  return receivedBytes === 0 ? t('rounds.exportStarting') : t('rounds.exporting', fileSize(receivedBytes));
}
