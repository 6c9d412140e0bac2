import type { DutySessionRow } from '@watchpost/contract/login-logout';
import { IconEye } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridAction, GridColumn, GridEmpty } from '../../ui/grid/grid-types.ts';
import { DutyStatus, guardName, LoginTime, LogoutTime, NotKnown, zoneOf } from './duty-cells.tsx';
import styles from './login-logout.module.css';
import { sessionAddress } from './session-address.ts';

/** In the order of LOGIO-01. */
const columnsOfDuty = (): readonly GridColumn<DutySessionRow>[] => [
  {
    id: 'scannedBy',
    header: t('rounds.scannedBy'),
    width: 132,
    fitWidth: 118,
    mayWrap: true,
    value: guardName,
  },
  {
    id: 'scannedById',
    header: t('logins.scannedById'),
    width: 84,
    fitWidth: 80,
    value: (row) => row.employeeId,
  },
  {
    id: 'scannedCheckPoints',
    header: t('rounds.scannedCheckPoints'),
    width: 90,
    align: 'end',
    value: (row) => row.scannedCheckPoints,
    render: (_, row) => <Scanned row={row} />,
  },
  {
    id: 'scannedStartTime',
    header: t('rounds.startTime'),
    width: 108,
    value: (row) => row.scannedStartTime,
    render: (_, row) => <Stacked>{startTime(row)}</Stacked>,
  },
  {
    id: 'status',
    header: t('rounds.status'),
    width: 152,
    value: (row) => row.status,
    render: (_, { status }) => <DutyStatus status={status} />,
  },
  {
    id: 'siteName',
    header: t('rounds.siteName'),
    width: 150,
    minWidth: 138,
    fitWidth: 132,
    mayWrap: true,
    value: (row) => row.siteName,
    render: (_, { siteName }) => siteName ?? <NotKnown />,
  },
];

/** Only the login sorts. */
const columnsOfTimes = (): readonly GridColumn<DutySessionRow>[] => [
  {
    id: 'loginTime',
    header: t('logins.loginTime'),
    width: 168,
    minWidth: 168,
    fitWidth: 162,
    mayWrap: true,
    isSortable: true,
    value: (row) => row.loginTime,
    render: (_, row) => (
      <Stacked>
        <LoginTime session={row} />
      </Stacked>
    ),
  },
  {
    id: 'logoutTime',
    header: t('logins.logoutTime'),
    width: 96,
    fitWidth: 90,
    mayWrap: true,
    value: (row) => row.logoutTime,
    render: (_, row) => (
      <Stacked>
        <LogoutTime session={row} />
      </Stacked>
    ),
  },
];

const makeColumns = () => [...columnsOfDuty(), ...columnsOfTimes()];

/** Times of one size in all columns, small enough for two lines. */
function Stacked({ children }: { readonly children: ReactNode }) {
  return <span className={styles.stacked}>{children}</span>;
}

function Scanned({ row }: { readonly row: DutySessionRow }) {
  const { scannedCheckPoints, totalCheckPoints } = row;
  if (scannedCheckPoints === null) return <NotKnown />;
  return <ScannedOf scanned={scannedCheckPoints} total={totalCheckPoints ?? 0} />;
}

function startTime(row: DutySessionRow): ReactNode {
  const { scannedStartTime, rounds } = row;
  if (scannedStartTime !== null) return <SiteTime atMs={scannedStartTime} zone={zoneOf(row)} />;
  return rounds === null ? <NotKnown /> : <span className={styles.quiet}>{t('logins.noRound')}</span>;
}

interface TableProps {
  /** Undefined until the first answer. */
  readonly rows: readonly DutySessionRow[] | undefined;
  readonly rowOffset: number;
  readonly totalCount: number | undefined;
  readonly sort: 'asc' | 'desc';
  readonly onSort: (sort: 'asc' | 'desc') => void;
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly onRetry: () => void;
  readonly empty: GridEmpty;
}

/** The grid of duty sessions with a Details button per row, for those who may see details (LOGIO-01). */
export function LoginLogoutTable({ sort, onSort, ...rest }: TableProps) {
  const language = useLanguage();
  const router = useRouter();
  const { pathname } = useLocation();
  const zone = useZoneChoice();
  const canOpen = useSession((session) => session.hasAccess('details'));
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const actions = useMemo<readonly GridAction<DutySessionRow>[]>(
    () =>
      inLanguage(
        language,
        canOpen
          ? [
              {
                id: 'details',
                label: t('rounds.details'),
                icon: <IconEye size={18} aria-hidden />,
                href: ({ id }) => `#${sessionAddress.detailsPath(pathname, id, zone)}`,
              },
            ]
          : [],
      ),
    [canOpen, language, pathname, zone],
  );
  return (
    <Grid
      {...rest}
      label={t('logins.title')}
      columns={columns}
      rowId={({ id }) => id}
      actions={actions}
      selectionMode="none"
      sort={{ columnId: 'loginTime', direction: sort === 'asc' ? 'ascending' : 'descending' }}
      onSortChange={() => onSort(sort === 'asc' ? 'desc' : 'asc')}
      onOpenRow={
        canOpen ? ({ id }) => router.history.push(sessionAddress.detailsPath(pathname, id, zone)) : undefined
      }
    />
  );
}
