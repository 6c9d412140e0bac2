import { exportDayEvidence, exportReportEvidence } from '@watchpost/contract/evidence';
import { exportFormats } from '@watchpost/contract/exports';
import { exportRoundRemarks } from '@watchpost/contract/round-remarks';
import { exportLateRounds, exportScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { xlsDataRowsMax } from '@watchpost/domain/limits';
import { useSyncExternalStore } from 'react';
import { download } from '../../lib/api-client.ts';
import type { DownloadProgress } from '../../lib/receive-file.ts';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { ExportButton } from '../../reports/export-button.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import {
  exportJob,
  lateFormats,
  type ExportKind,
  type ExportOutcome,
  type RunningExport,
} from './export-job.ts';
import { fileSize } from './file-size.ts';
import { filterQuery, type ReportSearch } from './report-search.ts';
import styles from './scanned-checkpoints-export.module.css';

interface ExportProps {
  readonly search: ReportSearch;
  /** Checkpoint rows that the filter holds. */
  readonly exportRows: number;
  readonly isEmpty: boolean;
  /** Why nothing may be exported just now; null when something may. */
  readonly problem: string | null;
}

async function runExport(search: ReportSearch, format: ExportKind): Promise<void> {
  const outcome = await exportJob.start(format, (signal, onBytes) => {
    const options = {
      signal,
      explainedBy: 'caller',
      onProgress: ({ receivedBytes }: DownloadProgress) => onBytes(receivedBytes),
    } as const;
    const { site, from } = search;
    if (format === 'dayEvidence') {
      return download(exportDayEvidence, { query: { site, date: from }, ...options });
    }
    const filter = filterQuery(search);
    if (format === 'evidence') return download(exportReportEvidence, { query: filter, ...options });
    const ofRemarks = exportFormats.find((each) => format === `remarks.${each}`);
    if (ofRemarks !== undefined) {
      return download(exportRoundRemarks, { query: { ...filter, format: ofRemarks }, ...options });
    }
    const ofLate = lateFormats.find((each) => format === `late.${each}`);
    if (ofLate !== undefined) {
      return download(exportLateRounds, { query: { ...filter, format: ofLate }, ...options });
    }
    const ofList = exportFormats.find((each) => each === format);
    return download(exportScannedCheckpoints, { query: { ...filter, format: ofList ?? 'xlsx' }, ...options });
  });
  if (outcome === null) return;
  if (format === 'xls' && isTooMany(outcome)) {
    toasts.info({ text: t('rounds.exportSwitched', { limit: xlsDataRowsMax }) });
    await runExport(search, 'xlsx');
  } else report(outcome, () => void runExport(search, format));
}

/** The count beside the list leaves out rounds whose start never arrived, and more arrive: the server counts again. */
const isTooMany = (outcome: ExportOutcome): boolean =>
  outcome.kind === 'failed' && outcome.error instanceof ApiError && outcome.error.code === 'tooManyRows';

function report(outcome: ExportOutcome, retry: () => void): void {
  if (outcome.kind === 'done')
    toasts.success({ text: t('rounds.exportDone', fileSize(outcome.receivedBytes)) });
  else if (outcome.kind === 'cancelled') toasts.info({ text: t('rounds.exportCancelled') });
  else reportFailure(outcome.error, retry);
}

function reportFailure(error: unknown, retry: () => void): void {
  if (error instanceof ApiError && error.code === 'nothingToExport') {
    toasts.info({ text: t('rounds.noData') });
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  const action = { label: t('rounds.retry'), onSelect: retry };
  toasts.error({ summary: t('rounds.exportFailed'), text, action });
}

/** While an export runs, how far it is and Cancel (EXP-04). */
export function ScannedCheckpointsExport({ search, exportRows, isEmpty, problem }: ExportProps) {
  const running = useSyncExternalStore(exportJob.subscribe, exportJob.running);
  return (
    <div className={styles.export} data-print="hide">
      {running !== null && (
        <Button variant="quiet" onClick={exportJob.cancel}>
          {t('rounds.exportCancel')}
        </Button>
      )}
      <ExportButton
        rows={exportRows}
        isEmpty={isEmpty}
        problem={problem}
        onExport={(format) => void runExport(search, format)}
        more={moreItems(search, problem)}
        progress={running === null ? undefined : progressText(running)}
      />
    </div>
  );
}

interface MoreKind {
  readonly id: ExportKind;
  readonly label: string;
}

/** Answers and notes in every type, what was sent late, then evidence. */
function moreItems(search: ReportSearch, problem: string | null): MenuItem[] {
  const remarks = exportFormats.map(
    (format): MoreKind => ({
      id: `remarks.${format}`,
      label: t('remarks.exportAs', { type: format }),
    }),
  );
  const late = lateFormats.map(
    (format): MoreKind => ({ id: `late.${format}`, label: t('trust.exportLate', { type: format }) }),
  );
  return [remarks, late, evidenceKinds(search)].flatMap((group) =>
    group.map((kind, at) => ({
      ...kind,
      startsGroup: at === 0,
      onSelect: () => (problem === null ? void runExport(search, kind.id) : toasts.warn({ text: problem })),
    })),
  );
}

/** A day is one only where it is one site's: each has its own clocks. */
function evidenceKinds(search: ReportSearch): MoreKind[] {
  const isDay = search.site !== '' && search.from !== '' && search.from === search.to;
  return [
    { id: 'evidence', label: t('evidence.ofList') },
    ...(isDay ? ([{ id: 'dayEvidence', label: t('evidence.ofDay') }] as const) : []),
  ];
}

function progressText({ receivedBytes }: RunningExport): string {
  return receivedBytes === 0 ? t('rounds.exportStarting') : t('rounds.exporting', fileSize(receivedBytes));
}
