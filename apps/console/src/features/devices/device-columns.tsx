import type { DeviceRow } from '@watchpost/contract/devices';
import { deviceName } from '@watchpost/domain/browser-name';
import { type DeviceStatus, phoneModel, phoneName } from '@watchpost/domain/devices';
import { IconBan, IconDeviceMobileOff, IconEraser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { dayWords, timeWords } from '../../records/record-time.ts';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import type { Meaning } from '../../ui/theme/theme.ts';
import type { ListedDevice } from './devices.api.ts';
import styles from './devices.module.css';

/** What it is, whatever it is called. */
export const kindOf = ({ agent }: DeviceRow): string =>
  [phoneModel(agent), deviceName(agent)].filter((part) => part !== undefined).join(', ');
export const nameOf = (device: DeviceRow): string => phoneName(device);

export const statusText = (status: DeviceStatus): string => t(`devices.status.${status}`);

const meanings: Readonly<Record<DeviceStatus, Meaning>> = {
  active: 'good',
  revoked: 'missed',
  wipeAsked: 'late',
  wiped: 'unknown',
};
const icons: Readonly<Record<DeviceStatus, ReactNode>> = {
  active: undefined,
  revoked: <IconBan size={14} aria-hidden />,
  wipeAsked: <IconEraser size={14} aria-hidden />,
  wiped: <IconDeviceMobileOff size={14} aria-hidden />,
};

function StatusCell({ device }: { readonly device: DeviceRow }) {
  const { status, statusSinceMs, lostRecords } = device;
  const lost = status === 'wiped' && lostRecords !== null && lostRecords > 0;
  const since = (text: (ms: number) => string) =>
    statusSinceMs === null || status === 'active' ? '' : t('devices.since', { time: text(statusSinceMs) });
  const problem = wipeProblem(device);
  const reported = lost ? t('devices.lost', { count: lostRecords }) : since(dayWords);
  // A row has room for one of them.
  const { text: write, why } = problem ?? { text: reported, why: since(timeWords) };
  return (
    <span className={styles.line}>
      <StatusBadge meaning={meanings[status]} icon={icons[status]}>
        {statusText(status)}
      </StatusBadge>
      {write !== '' && (
        <span className={styles.more} title={why}>
          {write}
        </span>
      )}
    </span>
  );
}

/** What is not sure of a wipe; null where nothing is said of one, or it is proved. */
function wipeProblem({ status, statusSinceMs, isWipeProved, claimedWipeMs }: DeviceRow) {
  if (status === 'wiped' && !isWipeProved && statusSinceMs !== null) {
    const why = t('devices.wipeUnconfirmed', { time: timeWords(statusSinceMs) });
    return { text: t('devices.unconfirmed'), why };
  }
  if (claimedWipeMs === null) return null;
  const why = t('devices.wipeClaimedAt', { time: timeWords(claimedWipeMs) });
  return { text: t('devices.wipeClaimed'), why };
}

/** The model before its browser, which takes a second line in smaller letters where both do not fit on one. */
function KindCell({ device }: { readonly device: ListedDevice }) {
  const model = phoneModel(device.agent);
  if (model === undefined) return kindOf(device);
  return (
    <span className={styles.line} title={kindOf(device)}>
      <span>{model}</span>
      <span className={styles.more}>{deviceName(device.agent)}</span>
    </span>
  );
}

function WaitingCell({ device }: { readonly device: DeviceRow }) {
  const { waiting, waitingToldMs, isReportProved } = device;
  if (waiting === null || waitingToldMs === null) {
    return <span className={styles.more}>{t('devices.waitingUnknown')}</span>;
  }
  const time = timeWords(waitingToldMs);
  if (isReportProved) return <span title={t('devices.waitingAt', { time })}>{waiting}</span>;
  return (
    <span className={styles.count} title={t('devices.unconfirmedAt', { time })}>
      <span>{waiting}</span>
      <span className={styles.more}>{t('devices.unconfirmed')}</span>
    </span>
  );
}

function VersionCell({
  device: { appVersion, waitingToldMs, isReportProved },
}: {
  readonly device: DeviceRow;
}) {
  if (appVersion === '' || waitingToldMs === null || isReportProved) return appVersion;
  return (
    <span className={styles.line} title={t('devices.unconfirmedAt', { time: timeWords(waitingToldMs) })}>
      <span>{appVersion}</span>
      <span className={styles.more}>{t('devices.unconfirmed')}</span>
    </span>
  );
}

const idText = ({ employeeId, isClaim }: DeviceRow['guards'][number]): string =>
  isClaim ? t('devices.claimantId', { id: employeeId }) : `(${employeeId})`;

const guardsText = ({ guards }: DeviceRow): string =>
  guards.length === 0
    ? t('devices.noGuards')
    : guards.map((guard) => `${guard.name} ${idText(guard)}`).join(', ');

/** With what an unconfirmed one did. */
const guardsTitle = ({ guards }: DeviceRow): string =>
  guards
    .map(({ name, employeeId, isClaim }) =>
      isClaim ? t('devices.claimant', { name, id: employeeId }) : `${name} (${employeeId})`,
    )
    .join(', ');

/** Of two who share a phone each has a line, on which the number gives way before the name. */
function SharedCell({ device }: { readonly device: DeviceRow }) {
  return (
    <span title={guardsTitle(device)}>
      {device.guards.map((guard) => (
        <span key={guard.id} className={styles.guard}>
          <span>{guard.name}</span>
          <span className={styles.more}>
            {guard.isClaim ? t('devices.unconfirmed') : `(${guard.employeeId})`}
          </span>
        </span>
      ))}
    </span>
  );
}

const whatItIs = (): readonly GridColumn<ListedDevice>[] => [
  { id: 'name', header: t('devices.device'), width: 150, mayWrap: true, isSortable: true, value: nameOf },
  {
    id: 'guards',
    header: t('devices.guards'),
    width: 230,
    minWidth: 224,
    fitWidth: 158,
    mayWrap: true,
    value: guardsText,
    render: (text, device) => (device.guards.length === 2 ? <SharedCell device={device} /> : String(text)),
  },
  {
    id: 'status',
    header: t('devices.status'),
    width: 200,
    minWidth: 150,
    isSortable: true,
    value: ({ status }) => statusText(status),
    render: (_status, device) => <StatusCell device={device} />,
  },
  {
    id: 'lastSeen',
    header: t('devices.lastSeen'),
    width: 190,
    minWidth: 118,
    mayWrap: true,
    isSortable: true,
    value: ({ lastSeenMs }) => timeWords(lastSeenMs),
  },
];

const reportedColumns = (): readonly GridColumn<ListedDevice>[] => [
  {
    id: 'waiting',
    header: t('devices.waiting'),
    width: 104,
    minWidth: 96,
    fitWidth: 88,
    align: 'end',
    isSortable: true,
    value: ({ waiting }) => waiting ?? '',
    render: (_waiting, device) => <WaitingCell device={device} />,
  },
  {
    id: 'sites',
    header: t('devices.sites'),
    width: 190,
    minWidth: 142,
    fitWidth: 138,
    mayWrap: true,
    value: ({ sites }) => sites.map(({ name }) => name).join(', '),
  },
  {
    id: 'kind',
    header: t('devices.model'),
    width: 220,
    minWidth: 122,
    fitWidth: 114,
    mayWrap: true,
    value: kindOf,
    render: (_kind, device) => <KindCell device={device} />,
  },
  {
    id: 'key',
    header: t('devices.key'),
    width: 90,
    value: ({ hasKey }) => t(hasKey ? 'devices.key.yes' : 'devices.key.no'),
  },
  {
    id: 'firstSeen',
    header: t('devices.firstSeen'),
    width: 190,
    mayWrap: true,
    isSortable: true,
    value: ({ firstSeenMs }) => timeWords(firstSeenMs),
  },
];

const build = (): GridColumn<ListedDevice> => ({
  id: 'appVersion',
  header: t('devices.appVersion'),
  width: 120,
  value: ({ appVersion }) => appVersion,
  render: (_version, device) => <VersionCell device={device} />,
});

export const makeColumns = (): readonly GridColumn<ListedDevice>[] => [
  ...whatItIs(),
  ...reportedColumns(),
  build(),
];
