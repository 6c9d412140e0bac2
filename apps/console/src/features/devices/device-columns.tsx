import type { DeviceRow } from '@watchpost/contract/devices';
import { deviceName } from '@watchpost/domain/browser-name';
import { type DeviceStatus, phoneModel } from '@watchpost/domain/devices';
import { IconBan, IconDeviceMobileOff, IconEraser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { timeWords } from '../../records/record-time.ts';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import type { Meaning } from '../../ui/theme/theme.ts';
import type { ListedDevice } from './devices.api.ts';
import styles from './devices.module.css';

/** What it is, whatever it is called. */
export const kindOf = ({ agent }: DeviceRow): string =>
  [phoneModel(agent), deviceName(agent)].filter((part) => part !== undefined).join(', ');
export const nameOf = (device: DeviceRow): string =>
  device.name || (phoneModel(device.agent) ?? deviceName(device.agent));

export const statusWords = (status: DeviceStatus): string => t(`devices.status.${status}`);

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

/** What matters above what explains it. */
function TwoLines({ first, second }: { readonly first: ReactNode; readonly second: string }) {
  return (
    <span className={styles.lines}>
      <span className={styles.first}>{first}</span>
      {second !== '' && <span className={styles.second}>{second}</span>}
    </span>
  );
}

function StatusCell({ device }: { readonly device: DeviceRow }) {
  const { status, statusSinceMs, lostRecords } = device;
  const lost = status === 'wiped' && lostRecords !== null && lostRecords > 0;
  const since =
    statusSinceMs === null || status === 'active'
      ? ''
      : t('devices.since', { time: timeWords(statusSinceMs) });
  return (
    <TwoLines
      first={
        <StatusBadge meaning={meanings[status]} icon={icons[status]}>
          {statusWords(status)}
        </StatusBadge>
      }
      second={lost ? t('devices.lost', { count: lostRecords }) : since}
    />
  );
}

function WaitingCell({ device: { waiting, waitingToldMs } }: { readonly device: DeviceRow }) {
  if (waiting === null || waitingToldMs === null)
    return <span className={styles.second}>{t('devices.waitingUnknown')}</span>;
  return <TwoLines first={waiting} second={t('devices.waitingAt', { time: timeWords(waitingToldMs) })} />;
}

const guardWords = ({ guards }: DeviceRow): string =>
  guards.length === 0
    ? t('devices.noGuards')
    : guards.map(({ name, employeeId }) => `${name} (${employeeId})`).join(', ');

const whatItIs = (): readonly GridColumn<ListedDevice>[] => [
  {
    id: 'name',
    header: t('devices.device'),
    width: 210,
    isSortable: true,
    value: nameOf,
    render: (_name, device) => (
      <TwoLines first={nameOf(device)} second={nameOf(device) === kindOf(device) ? '' : kindOf(device)} />
    ),
  },
  { id: 'guards', header: t('devices.guards'), width: 230, value: guardWords },
  {
    id: 'sites',
    header: t('devices.sites'),
    width: 170,
    value: ({ sites }) => sites.map(({ name }) => name).join(', '),
  },
  {
    id: 'status',
    header: t('devices.status'),
    width: 190,
    isSortable: true,
    value: ({ status }) => statusWords(status),
    render: (_status, device) => <StatusCell device={device} />,
  },
];

const whatItSaid = (): readonly GridColumn<ListedDevice>[] => [
  {
    id: 'lastSeen',
    header: t('devices.lastSeen'),
    width: 160,
    isSortable: true,
    value: ({ lastSeenMs }) => timeWords(lastSeenMs),
  },
  {
    id: 'waiting',
    header: t('devices.waiting'),
    width: 190,
    isSortable: true,
    value: ({ waiting }) => waiting ?? '',
    render: (_waiting, device) => <WaitingCell device={device} />,
  },
  {
    id: 'key',
    header: t('devices.key'),
    width: 80,
    value: ({ hasKey }) => t(hasKey ? 'devices.key.yes' : 'devices.key.no'),
  },
  {
    id: 'firstSeen',
    header: t('devices.firstSeen'),
    width: 160,
    isSortable: true,
    value: ({ firstSeenMs }) => timeWords(firstSeenMs),
  },
  { id: 'appVersion', header: t('devices.appVersion'), width: 120, value: ({ appVersion }) => appVersion },
];

export const makeColumns = (): readonly GridColumn<ListedDevice>[] => [...whatItIs(), ...whatItSaid()];
