import type { DutyCheckpointRow, DutySessionDetails } from '@watchpost/contract/login-logout';
import { IconRoute } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { roundHref } from '../../lib/record-links.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { timeFormat, wallClock } from '../../lib/rounds/round-times.ts';
import { useShownZone, useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { PageSection } from '../../ui/display/page-section.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridAction, GridColumn } from '../../ui/grid/grid-types.ts';
import { zoneOf } from './duty-cells.tsx';
import styles from './session-details.module.css';

/** The day as the reports have it (RDET-01), the clock as the tenant writes it. */
const scannedTimeFormat = () => `DD-MM-YYYY ${timeFormat()}`;

const degrees = (value: number): string => value.toFixed(5);

/** The first of its groups tell the time at which it was made, and are alike on every row. */
const groupsOfTime = 'xxxxxxxx-xxxx-xxxx-'.length;

/** Whole, on two lines: what tells one from another stands at its end. */
function CheckpointId({ id }: { readonly id: string }) {
  return (
    <span className={styles.id}>
      {id.slice(0, groupsOfTime)}
      <wbr />
      {id.slice(groupsOfTime)}
    </span>
  );
}

interface PositionProps {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Lat and Long lines (LOGIO-03). */
function Position({ latitude, longitude }: PositionProps) {
  if (latitude === null || longitude === null) return null;
  return (
    <span className={styles.place}>
      <span>{t('logins.lat', { degrees: degrees(latitude) })}</span>
      <span>{t('logins.long', { degrees: degrees(longitude) })}</span>
    </span>
  );
}

function ScannedPosition({ row }: { readonly row: DutyCheckpointRow }) {
  if (row.checked && row.scannedPointLatitude === null) {
    return <span className={styles.quiet}>{t('round.noPlace')}</span>;
  }
  return <Position latitude={row.scannedPointLatitude} longitude={row.scannedPointLongitude} />;
}

/** Columns in the order of LOGIO-03, for a site in that zone. */
const makeColumns = (zone: string): readonly GridColumn<DutyCheckpointRow>[] => [
  {
    id: 'checkPointId',
    header: t('logins.checkPointId'),
    width: 170,
    value: (row) => row.checkPointId,
    render: (_, { checkPointId }) => <CheckpointId id={checkPointId} />,
  },
  { id: 'checkPointName', header: t('round.checkPointName'), width: 210, value: (row) => row.checkPointName },
  {
    id: 'checkPointPlace',
    header: t('round.checkPointPlace'),
    width: 150,
    value: (row) => row.checkPointLatitude,
    render: (_, row) => <Position latitude={row.checkPointLatitude} longitude={row.checkPointLongitude} />,
  },
  {
    id: 'scannedPlace',
    header: t('round.scannedPlace'),
    width: 150,
    value: (row) => row.scannedPointLatitude,
    render: (_, row) => <ScannedPosition row={row} />,
  },
  {
    id: 'scannedTime',
    header: t('round.scannedTime'),
    width: 180,
    value: (row) => row.scannedTime,
    render: (_, { scannedTime }) =>
      scannedTime === null ? null : <SiteTime atMs={scannedTime} zone={zone} format={scannedTimeFormat()} />,
  },
  {
    id: 'checked',
    header: t('logins.checked'),
    width: 120,
    value: (row) => row.checked,
    render: (_, { checked }) => (
      <StatusBadge meaning={checked ? 'good' : 'missed'}>
        {t(checked ? 'logins.checkedYes' : 'logins.checkedNo')}
      </StatusBadge>
    ),
  },
];

/** Every checkpoint of the session's rounds, without paging (LOGIO-03). */
export function SessionCheckpoints({ details }: { readonly details: DutySessionDetails }) {
  const { session, checkpoints } = details;
  const zone = zoneOf(session);
  const shownZone = useShownZone(zone);
  const choice = useZoneChoice();
  const language = useLanguage();
  const canOpenRound = useSession((current) => current.hasAccessTo('SCANNED_CHECKPOINTS', 'details'));
  const columns = useMemo(() => inLanguage(language, makeColumns(zone)), [zone, language]);
  const actions = useMemo<readonly GridAction<DutyCheckpointRow>[]>(
    () =>
      inLanguage(
        language,
        canOpenRound
          ? [
              {
                id: 'round',
                label: (row) => t('logins.openRoundAt', { time: wallClock(row.roundStartTime, shownZone) }),
                icon: <IconRoute size={18} aria-hidden />,
                href: ({ roundId }) => roundHref(roundId, choice),
              },
            ]
          : [],
      ),
    [canOpenRound, choice, language, shownZone],
  );
  return (
    <PageSection title={t('round.checkpoints')}>
      <Grid
        label={t('round.checkpoints')}
        columns={columns}
        rows={checkpoints}
        rowId={({ id }) => id}
        totalCount={checkpoints.length}
        actions={actions}
        selectionMode="none"
        empty={{
          reason: t(session.rounds === null ? 'logins.noRoundsUnknown' : 'logins.noCheckpoints'),
        }}
      />
      <p className={styles.foot}>{t('rounds.total', { total: checkpoints.length })}</p>
    </PageSection>
  );
}
