import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { IconCopy, IconRoute } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { openedPart } from '../../lib/opened-part.tsx';
import { ShownZone, type ZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { problemText } from '../../reports/dates.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { GridEmpty } from '../../ui/grid/grid-types.ts';
import { filterQuery, isFiltered } from './report-search.ts';
import { ReportPager, ReportSummary } from './report-summary.tsx';
import { rowsAsText } from './rows-as-text.ts';
import { ScannedCheckpointsExport } from './scanned-checkpoints-export.tsx';
import { ScannedCheckpointsFilters } from './scanned-checkpoints-filters.tsx';
import styles from './scanned-checkpoints-page.module.css';
import { ScannedCheckpointsTable } from './scanned-checkpoints-table.tsx';
import { useOpenRound, usePreview } from './use-open-round.ts';
import { type Report, useReport } from './use-report.ts';
import { useSelection } from './use-selection.ts';

export { beginReport } from './begin-report.ts';

const RoundPreview = openedPart(async () => (await import('./round-preview.tsx')).RoundPreview);

/** The rounds of all sites that the viewer may see, newest first (REP-01 to REP-11). */
export function ScannedCheckpointsPage() {
  const report = useReport();
  const { search, reply } = report;
  const sites = useSession((session) => session.sites());
  const canExport = useSession((session) => session.hasAccess('export'));
  return (
    <div className={styles.page}>
      {canExport && (
        <PageActions>
          <ScannedCheckpointsExport
            search={search}
            exportRows={reply?.exportRows ?? 0}
            isEmpty={reply?.count === 0}
            problem={problemText(report.problem)}
          />
        </PageActions>
      )}
      <ScannedCheckpointsFilters
        filters={search}
        sites={sites}
        siteZones={reply?.data.map(({ siteTimeZone }) => siteTimeZone) ?? []}
        onChange={report.changeFilters}
        onReset={report.reset}
      />
      <ShownZone value={search.zone}>
        <Rows report={report} />
      </ShownZone>
    </div>
  );
}

function Rows({ report }: { readonly report: Report }) {
  const { search, reply, problem } = report;
  const open = useOpenRound(search.zone);
  const selection = useSelection(reply?.data, JSON.stringify(filterQuery(search)));
  const preview = usePreview(reply?.data, open.handleOpen !== undefined);
  return (
    <div className={styles.rows} onKeyDownCapture={preview.handleKey}>
      <ReportSummary report={report} preview={preview} />
      <div className={styles.beside} data-previewing={preview.round !== null || undefined}>
        <ScannedCheckpointsTable
          rows={reply?.data ?? (problem === 'fromAfterTo' ? [] : undefined)}
          rowOffset={reply?.offset ?? 0}
          totalCount={reply?.count ?? 0}
          sort={search.sort}
          onSort={report.sort}
          actions={open.actions}
          onOpen={open.handleOpen}
          onActive={preview.follow}
          isLoading={report.isTurning}
          error={report.error === null ? null : failureText(report.error, reply !== undefined)}
          onRetry={report.retry}
          empty={emptyState(report)}
          selectedIds={selection.ids}
          onSelectionChange={selection.change}
          bulkActions={<CopyButton rounds={selection.rounds} zone={search.zone} />}
        />
        {preview.round !== null && (
          <RoundPreview round={preview.round} href={open.href(preview.round)} onClose={preview.close} />
        )}
      </div>
      <ReportPager report={report} />
    </div>
  );
}

function CopyButton({ rounds, zone }: { readonly rounds: readonly RoundRow[]; readonly zone: ZoneChoice }) {
  const copy = () =>
    navigator.clipboard.writeText(rowsAsText(rounds, zone)).then(
      () => toasts.success({ text: t('rounds.copied', { count: rounds.length }) }),
      () => toasts.error({ text: t('rounds.copyRefused') }),
    );
  return (
    <Button size="small" icon={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
      {t('rounds.copy')}
    </Button>
  );
}

/** Where the rounds are planned, for anyone who may see that. */
function ToTours() {
  const maySeeTours = useSession((session) => session.canView('PATROL_TOURS'));
  return maySeeTours && <ButtonLink href="#/manage-patrol-tours">{t('rounds.toTours')}</ButtonLink>;
}

function failureText(error: Error, hasRows: boolean): string {
  return hasRows
    ? t('rounds.refreshFailed', { reason: error.message })
    : t('rounds.loadFailedWhy', { reason: error.message });
}

/** Says why there is nothing and what to do about it. */
function emptyState({ search, problem, reset }: Report): GridEmpty {
  const resetButton = <Button onClick={reset}>{t('rounds.clearFilters')}</Button>;
  if (problem === 'fromAfterTo') return { reason: t('rounds.fixDates'), nextStep: resetButton };
  return isFiltered(search)
    ? { reason: t('rounds.noneFoundWhy'), nextStep: resetButton }
    : { icon: <IconRoute size={32} aria-hidden />, reason: t('rounds.noneYetWhy'), nextStep: <ToTours /> };
}
