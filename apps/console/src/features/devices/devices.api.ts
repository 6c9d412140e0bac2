import {
  type DeviceRow,
  deviceSortColumns,
  listDevices,
  orderDevice,
  renameDevice,
} from '@watchpost/contract/devices';
import { type DeviceOrder, deviceStatuses } from '@watchpost/domain/devices';
import { call } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';

export const deviceArea = 'devices';

/** Devices know no activation, which the shared list asks of its rows. */
export type ListedDevice = DeviceRow & { readonly activated: true };

export const filterNames = ['state', 'site', 'guard'] as const;

export const deviceApi: RecordApi<ListedDevice, (typeof deviceSortColumns)[number]> = {
  area: deviceArea,
  sortColumns: deviceSortColumns,
  list: async ({ searchText, sortColumn, sortType, offset, limit }, { state, site, guard }, signal) => {
    const status = deviceStatuses.find((known) => known === state);
    const query = { searchText, sortColumn, sortType, offset, limit, status, site, guard };
    const page = await call(listDevices, { query, signal, explainedBy: 'caller' });
    return { ...page, data: page.data.map((row) => ({ ...row, activated: true as const })) };
  },
};

type Edited = Pick<DeviceRow, 'id' | 'version'>;

export const rename = ({ id, version }: Edited, name: string) =>
  call(renameDevice, { params: { id }, body: { name, version }, explainedBy: 'caller' });

export const give = ({ id, version }: Edited, order: DeviceOrder) =>
  call(orderDevice, { params: { id }, body: { order, version }, explainedBy: 'caller' });
