import type { CheckpointRow } from '@watchpost/contract/scanned-checkpoints';
import { reportPageSize } from '@watchpost/domain/limits';
import { lastPage } from '@watchpost/domain/paging';
import { usePageSize } from '../../lib/page-size.ts';
import { type PointerEvent, useEffect, useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { useSidebarReload } from '../../lib/sidebar-reload.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { PageSection } from '../../ui/display/page-section.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { GridPager } from '../../ui/grid/grid-pager.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { timeFormat } from '../../lib/rounds/round-times.ts';
import styles from './round-checkpoints-table.module.css';
import { positionText } from '../../lib/rounds/round-texts.ts';
import { useRoundCheckpoints } from './scanned-checkpoints.api.ts';

/** The day as the report has it (RDET-01), the clock as the tenant writes it. */
const scannedTimeFormat = () => `DD-MM-YYYY ${timeFormat()}`;

/** Columns in the order of RDET-01, for a site in that zone. */
const makeColumns = (zone: string, isLive: boolean): readonly GridColumn<CheckpointRow>[] => [
  { id: 'checkPointName', header: t('round.checkPointName'), width: 240, value: (row) => row.checkPointName },
  {
    id: 'checkPointPlace',
    header: t('round.checkPointPlace'),
    width: 190,
    value: (row) => positionText(row.checkPointLatitude, row.checkPointLongitude),
  },
  { id: 'scannedPlace', header: t('round.scannedPlace'), width: 190, value: scannedPlace },
  {
    id: 'scannedTime',
    header: t('round.scannedTime'),
    width: 190,
    value: (row) => row.scannedTime,
    render: (_, row) =>
      row.scannedTime === null ? null : (
        <SiteTime atMs={row.scannedTime} zone={zone} format={scannedTimeFormat()} />
      ),
  },
  {
    id: 'status',
    header: t('round.status'),
    value: (row) => row.checked,
    render: (_, { checked }) => <ScanStatus isScanned={checked} isLive={isLive} />,
  },
];

/** What was not scanned is missed (RDET-01); while the round is walked only so far, which alarms no one. */
function ScanStatus({ isScanned, isLive }: { readonly isScanned: boolean; readonly isLive: boolean }) {
  if (isScanned) return <StatusBadge meaning="good">{t('round.statusScanned')}</StatusBadge>;
  if (!isLive) return <StatusBadge meaning="missed">{t('round.statusMissed')}</StatusBadge>;
  return (
    <span className={styles.soFar}>
      <StatusBadge meaning="unknown">{t('round.statusMissed')}</StatusBadge> {t('round.statusSoFar')}
    </span>
  );
}

function scannedPlace({ checked, scannedPointLatitude, scannedPointLongitude }: CheckpointRow): string {
  if (scannedPointLatitude === null || scannedPointLongitude === null) {
    return checked ? t('round.noPlace') : '';
  }
  return positionText(scannedPointLatitude, scannedPointLongitude);
}

interface CheckpointsTableProps {
  readonly roundId: string;
  readonly zone: string;
  readonly highlightedId: string | null;
  readonly onHighlight: (checkpointId: string | null) => void;
  /** True while the round is still walked: the table then keeps itself up to date. */
  readonly isLive: boolean;
}

/** The checkpoints of a round by id, a page of the tenant's size (RDET-01, RDET-02). */
export function RoundCheckpointsTable(props: CheckpointsTableProps) {
  const { roundId, zone, highlightedId, onHighlight, isLive } = props;
  const [page, turnTo] = usePageInUrl();
  const pageSize = usePageSize(reportPageSize);
  const checkpoints = useRoundCheckpoints(roundId, page, isLive);
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns(zone, isLive)), [zone, isLive, language]);
  const selectedIds = useMemo(() => new Set(highlightedId === null ? [] : [highlightedId]), [highlightedId]);
  const { data, error, isPlaceholderData, isFetching, refetch } = checkpoints;
  useSidebarReload(checkpoints);
  const pageCount = data === undefined ? page : lastPage(data.count, pageSize);
  useEffect(() => {
    if (page > pageCount && !isPlaceholderData) turnTo(pageCount);
  });
  return (
    <PageSection title={t('round.checkpoints')}>
      <div
        onPointerOver={(event) => onHighlight(rowIdAt(event))}
        onPointerLeave={() => onHighlight(null)}
        className={styles.table}
      >
        <Grid
          label={t('round.checkpoints')}
          columns={columns}
          rows={data?.data}
          rowId={rowId}
          rowOffset={(page - 1) * pageSize}
          totalCount={data?.count}
          selectionMode="single"
          selectedIds={selectedIds}
          onSelectionChange={(ids) => onHighlight([...ids][0] ?? null)}
          onActiveRowChange={(row) => onHighlight(row.id)}
          isLoading={isPlaceholderData && isFetching}
          error={error === null ? null : error.message}
          onRetry={() => void refetch()}
          maxHeight="none"
        />
      </div>
      <div className={styles.foot}>
        <p className={styles.total}>{data !== undefined && t('rounds.total', { total: data.count })}</p>
        <GridPager page={page} pageSize={pageSize} total={data?.count ?? 0} onPageChange={turnTo} />
      </div>
    </PageSection>
  );
}

const rowId = (row: CheckpointRow): string => row.id;

function rowIdAt(event: PointerEvent): string | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-id]') : null;
  return row?.dataset.rowId ?? null;
}

/** Page from 1; anything else in the URL counts as the first. */
function usePageInUrl(): [number, (page: number) => void] {
  const [{ page: text = '1' }, change] = useUrlSearch();
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  return [page, (next) => change({ page: next === 1 ? undefined : String(next) }, { replace: true })];
}
