// The phones that guards work with: which there are, and what to do about a lost one.
import {
  deviceNameMaxLength,
  deviceStatuses,
  type DeviceOrder,
  statusAfter,
} from '@watchpost/domain/devices';
import { IconBan, IconCircleCheck, IconDeviceMobile, IconEraser, IconPencil } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { choiceChip, guardChip, type RecordChip } from '../../records/filter-chips.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { type FilterProps, readSearch, oneOf } from '../../records/record-search.ts';
import { SiteSelect, useSiteChip } from '../../records/site-filter.tsx';
import { TextDialog } from '../../records/text-dialog.tsx';
import { type Attempts, useAttempt } from '../../records/use-attempt.ts';
import { makeAsked } from '../../records/use-dialog-draft.ts';
import { useFresh } from '../../records/use-fresh.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { GridAction } from '../../ui/grid/grid-types.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { kindOf, makeColumns, nameOf, statusText } from './device-columns.tsx';
import { deviceApi, deviceArea, filterNames, sendOrder, type ListedDevice, rename } from './devices.api.ts';
import styles from './devices.module.css';

function DeviceFilters({ filters, onChange }: FilterProps) {
  return (
    <>
      <SelectField
        className={styles.choice}
        label={t('devices.status')}
        value={filters['state'] ?? ''}
        options={[
          { value: '', label: t('devices.anyStatus') },
          ...deviceStatuses.map((value) => ({ value, label: statusText(value) })),
        ]}
        onValueChange={(state) => onChange('state', state)}
      />
      <SiteSelect site={filters['site'] ?? ''} onChange={(site) => onChange('site', site)} />
    </>
  );
}
const listFilters = (props: FilterProps) => <DeviceFilters {...props} />;
const links = {};

function useDeviceChips(): RecordChip[] {
  const [raw] = useUrlSearch();
  const { filters } = readSearch(raw, filterNames);
  const site = useSiteChip();
  const status = oneOf(deviceStatuses, filters['state']);
  return [...choiceChip('state', t('devices.status'), status, statusText), ...site, ...guardChip(filters)];
}

const orders = [
  { order: 'revoke', icon: <IconBan size={18} aria-hidden />, done: 'devices.revoked' },
  { order: 'wipe', icon: <IconEraser size={18} aria-hidden />, done: 'devices.wipeAsked' },
  { order: 'allow', icon: <IconCircleCheck size={18} aria-hidden />, done: 'devices.allowed' },
] as const satisfies readonly {
  readonly order: DeviceOrder;
  readonly icon: ReactNode;
  readonly done: string;
}[];

type Asked = (typeof orders)[number];

async function ask(
  device: ListedDevice,
  { order, done }: Asked,
  attempt: Attempts['attempt'],
): Promise<void> {
  const name = nameOf(device);
  const isSure = await confirm({
    message: t(`devices.${order}Question`, { name }),
    yesLabel: t(`devices.${order}`),
    noLabel: t('records.cancel'),
    isDangerous: order !== 'allow',
  });
  if (isSure) await attempt(() => sendOrder(device, order), t(done, { name }));
}

function useRowActions(
  attempt: Attempts['attempt'],
  onRename: (device: ListedDevice) => void,
): readonly GridAction<ListedDevice>[] {
  const language = useLanguage();
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return useMemo(() => {
    if (!mayEdit) return [];
    const icon = <IconPencil size={18} aria-hidden />;
    return inLanguage(language, [
      { id: 'rename', label: t('devices.rename'), icon, onSelect: onRename },
      ...orders.map((asked) => ({
        id: asked.order,
        label: t(`devices.${asked.order}`),
        icon: asked.icon,
        isShown: ({ status }: ListedDevice) => statusAfter(status, asked.order) !== null,
        onSelect: (device: ListedDevice) => void ask(device, asked, attempt),
      })),
    ]);
  }, [language, mayEdit, attempt, onRename]);
}

/** Phones are heard of by themselves, and may be the concern of another admin in the meantime. */
const fresh = { area: deviceArea, parts: ['list'], changed: 'devicesChanged' } as const;

/** Where guards of this company open their app. */
const guardAppAddress = (): string =>
  `${window.location.origin}/guard/?company=${encodeURIComponent(currentTenant())}`;

const renaming = 'device';
const useRenamed = makeAsked<ListedDevice>(renaming);

export function DevicesPage() {
  useFresh(fresh);
  const language = useLanguage();
  const { isBusy, attempt } = useAttempt(deviceArea);
  const [renamed, setRenamed] = useRenamed();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const actions = useRowActions(attempt, setRenamed);
  const chips = useDeviceChips();
  const store = (device: ListedDevice, name: string) =>
    attempt(() => rename(device, name), t('devices.renamed', { name: name || kindOf(device) }));
  return (
    <>
      <RecordListPage
        api={deviceApi}
        area="devices"
        title={t('devices.title')}
        searchPlaceholder={t('devices.searchPlaceholder')}
        columns={columns}
        nameOf={nameOf}
        links={links}
        furtherActions={actions}
        filterNames={filterNames}
        filters={listFilters}
        chips={chips}
        empty={{
          icon: <IconDeviceMobile size={32} aria-hidden />,
          title: t('devices.none'),
          reason: t('devices.noneReason', { address: guardAppAddress() }),
        }}
      />
      {renamed !== null && (
        <TextDialog
          name={renaming}
          title={t('devices.rename')}
          subject={kindOf(renamed)}
          label={t('devices.name')}
          help={t('devices.nameHelp')}
          missing={undefined}
          maxLength={deviceNameMaxLength}
          initial={renamed.name}
          isBusy={isBusy}
          onSubmit={(name) => store(renamed, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  );
}
