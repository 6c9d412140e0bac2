import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { reportPageSize } from '@watchpost/domain/limits';
import { useLocation, useRouter } from '@tanstack/react-router';
import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { PageActions } from '../../lib/page-actions.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { GridPager } from '../../ui/grid/grid-pager.tsx';
import type { GridEmpty } from '../../ui/grid/grid-types.ts';
import { isReportPath, rememberReport, roundPath } from './report-address.ts';
import { ExportButton } from './scanned-checkpoints-export.tsx';
import { ScannedCheckpointsFilters } from './scanned-checkpoints-filters.tsx';
import { detailsAction, ScannedCheckpointsTable } from './scanned-checkpoints-table.tsx';
import styles from './scanned-checkpoints-page.module.css';
import { problemText, useReport } from './use-report.ts';

/** The most arrivals that a reply counts. */
const newerMax = 1000;

type Report = ReturnType<typeof useReport>;

/** The rounds of all sites that the viewer may see, newest first (REP-01 to REP-11). */
export function ScannedCheckpointsPage() {
  const report = useReport();
  const { search, reply } = report;
  const sites = useSession((session) => session.sites());
  const canExport = useSession((session) => session.hasAccess('export'));
  const open = useOpenRound();
  return (
    <div className={styles.page}>
      {canExport && (
        <PageActions>
          <ExportButton
            search={search}
            exportRows={reply?.exportRows ?? 0}
            problem={problemText(report.problem)}
          />
        </PageActions>
      )}
      <ScannedCheckpointsFilters
        filters={search}
        sites={sites}
        onChange={report.changeFilters}
        onReset={report.reset}
      />
      <div className={styles.rows}>
        <Summary report={report} />
        <ScannedCheckpointsTable
          rows={reply?.data ?? (report.problem === 'fromAfterTo' ? [] : undefined)}
          rowOffset={reply?.offset ?? 0}
          totalCount={reply?.count ?? 0}
          sort={search.sort}
          onSort={report.sort}
          actions={open.actions}
          onOpen={open.handleOpen}
          isLoading={report.isTurning}
          error={report.error === null ? null : failureText(report.error, reply !== undefined)}
          onRetry={report.retry}
          empty={emptyState(report)}
        />
        <Foot report={report} />
      </div>
    </div>
  );
}

/** Ways to a round from its row, for those who may see details. */
function useOpenRound() {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const canOpen = useSession((session) => session.hasAccess('details'));
  useEffect(() => {
    if (isReportPath(pathname)) rememberReport(pathname + searchStr);
  }, [pathname, searchStr]);
  const actions = useMemo(
    () => (canOpen ? [detailsAction((round: RoundRow) => `#${roundPath(pathname, round.id)}`)] : []),
    [canOpen, pathname],
  );
  const handleOpen = (round: RoundRow) => router.history.push(roundPath(pathname, round.id));
  return { actions, handleOpen: canOpen ? handleOpen : undefined };
}

/** Total and, when rounds arrived since the page was opened, the way to them. */
function Summary({ report }: { readonly report: Report }) {
  const { reply } = report;
  const newer = reply?.newer ?? 0;
  return (
    <div className={styles.summary}>
      <p className={styles.total} aria-live="polite">
        {reply !== undefined && t('rounds.total', { total: reply.count })}
      </p>
      {newer > 0 && (
        <Button
          size="small"
          className={styles.newer}
          icon={<IconArrowUp size={14} aria-hidden />}
          onClick={report.showNewest}
        >
          {newer >= newerMax
            ? t('rounds.newerMany', { limit: newerMax })
            : t('rounds.newer', { count: newer })}
        </Button>
      )}
    </div>
  );
}

function Foot({ report: { reply, pager, turnTo } }: { readonly report: Report }) {
  if (reply === undefined || pager === null || !pager.isShown) return null;
  return (
    <div className={styles.foot}>
      <GridPager page={pager.page} pageSize={reportPageSize} total={reply.count} onPageChange={turnTo} />
    </div>
  );
}

function failureText(error: Error, hasRows: boolean): string {
  return hasRows
    ? t('rounds.refreshFailed', { reason: error.message })
    : t('rounds.loadFailedWhy', { reason: error.message });
}

/** Says why there is nothing and what to do about it. */
function emptyState({ search, problem, reset }: Report): GridEmpty {
  const resetButton = <Button onClick={reset}>{t('rounds.reset')}</Button>;
  if (problem === 'fromAfterTo') return { reason: t('rounds.fixDates'), nextStep: resetButton };
  const isFiltered =
    search.site !== '' || search.searchText !== '' || (search.from !== '' && search.to !== '');
  return isFiltered
    ? { reason: t('rounds.noneFoundWhy'), nextStep: resetButton }
    : { reason: t('rounds.noneYetWhy') };
}
