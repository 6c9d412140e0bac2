import type { ListedRound } from '@watchpost/contract/scanned-checkpoints';
import { startTimeColumnWidthPx } from '@watchpost/domain/limits';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridAction, GridColumn, GridEmpty } from '../../ui/grid/grid-types.ts';
import { EndOf, guardName, RoundStatus, ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import type { SortDirection } from './report-search.ts';
import styles from '../../lib/rounds/round-cells.module.css';
import { TrustMark } from '../../lib/rounds/trust-mark.tsx';
import marks from '../../lib/rounds/trust-mark.module.css';

const columnsOfWalk = (): readonly GridColumn<ListedRound>[] => [
  { id: 'employeeId', header: t('rounds.employeeId'), width: 80, value: (round) => round.employeeId },
  {
    id: 'scannedBy',
    header: t('rounds.scannedBy'),
    width: 105,
    fitWidth: 98,
    mayWrap: true,
    value: guardName,
  },
  {
    id: 'scannedCheckPoints',
    header: t('rounds.scannedCheckPoints'),
    width: 90,
    align: 'end',
    value: (round) => round.scannedCheckPoints,
    render: (_, round) => <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />,
  },
  {
    id: 'siteName',
    header: t('rounds.siteName'),
    width: 140,
    minWidth: 138,
    fitWidth: 130,
    mayWrap: true,
    value: (round) => round.siteName,
  },
];

const columnsOfTimes = (): readonly GridColumn<ListedRound>[] => [
  {
    id: 'scannedStartTime',
    header: t('rounds.startTime'),
    width: startTimeColumnWidthPx,
    minWidth: startTimeColumnWidthPx,
    fitWidth: 184,
    isExactOnWide: true,
    mayWrap: true,
    isSortable: true,
    value: (round) => round.scannedStartTime,
    render: (_, round) => (
      <SiteTime
        atMs={round.scannedStartTime}
        zone={round.siteTimeZone}
        hasAge
        lateAtMs={round.lateArrivalAtMs ?? null}
      />
    ),
  },
  {
    id: 'scannedEndTime',
    header: t('rounds.endTime'),
    width: 92,
    mayWrap: true,
    value: (round) => round.scannedEndTime,
    render: (_, round) => <EndTime round={round} />,
  },
  {
    id: 'status',
    header: t('rounds.status'),
    width: 156,
    value: (round) => round.statusCode,
    render: (_, round) => (
      <span className={marks.status}>
        <RoundStatus code={round.statusCode} />
        <Trust round={round} />
      </span>
    ),
  },
];

/**
 * Columns in the order of REP-01. A screen of 1440 px shows the status beside the 300 px of the start: the others are as
 * wide as what they usually hold, and names of sites, the longest of all, have what is left. On smaller ones, down
 * to 1280 px, the start takes a second line for how long ago it was, rather than that the status is out of view.
 */
const makeColumns = () => [...columnsOfWalk(), ...columnsOfTimes()];

/** Says when something was sent late also where the start has no room for it. */
function Trust({ round }: { readonly round: ListedRound }) {
  const { lateArrivalAtMs, siteTimeZone, score, doubts } = round;
  const zone = useShownZone(siteTimeZone);
  const note =
    lateArrivalAtMs === undefined ? '' : t('trust.sentLateAt', { time: wallClock(lateArrivalAtMs, zone) });
  return <TrustMark score={score} flags={doubts} note={note} />;
}

function EndTime({ round }: { readonly round: ListedRound }) {
  return round.scannedEndTime === null ? (
    <span className={styles.age}>{t('rounds.notEnded')}</span>
  ) : (
    <EndOf startMs={round.scannedStartTime} endMs={round.scannedEndTime} zone={round.siteTimeZone} />
  );
}

interface TableProps {
  /** Undefined until the first answer. */
  readonly rows: readonly ListedRound[] | undefined;
  readonly rowOffset: number;
  readonly totalCount: number;
  readonly sort: SortDirection;
  readonly onSort: (sort: SortDirection) => void;
  readonly actions: readonly GridAction<ListedRound>[];
  readonly onOpen?: (round: ListedRound) => void;
  readonly onActive?: (round: ListedRound) => void;
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly onRetry: () => void;
  readonly empty: GridEmpty;
  readonly selectedIds: ReadonlySet<string>;
  readonly onSelectionChange: (ids: ReadonlySet<string>) => void;
  readonly bulkActions: ReactNode;
}

/** The grid of rounds (REP-01, REP-03): several rows can be selected, only the start time sorts. */
export function ScannedCheckpointsTable({ sort, onSort, onOpen, onActive, ...rest }: TableProps) {
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  return (
    <Grid
      {...rest}
      label={t('rounds.title')}
      columns={columns}
      rowId={(round) => round.id}
      selectionMode="multiple"
      sort={{ columnId: 'scannedStartTime', direction: sort === 'asc' ? 'ascending' : 'descending' }}
      onSortChange={() => onSort(sort === 'asc' ? 'desc' : 'asc')}
      onOpenRow={onOpen}
      onActiveRowChange={onActive}
    />
  );
}

/** The Details action of a row: an eye that leads to the round (REP-03). */
export function detailsAction(href: (round: ListedRound) => string): GridAction<ListedRound> {
  return { id: 'details', label: t('rounds.details'), icon: <IconEye size={18} aria-hidden />, href };
}
