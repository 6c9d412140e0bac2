import {
  type DeviceRow,
  deviceSortColumns,
  exportDevices,
  listDevices,
  orderDevice,
  renameDevice,
} from '@watchpost/contract/devices';
import { type DeviceOrder, deviceStatuses } from '@watchpost/domain/devices';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';

export const deviceArea = 'devices';

/** Devices know no activation, which the shared list asks of its rows. */
export type ListedDevice = DeviceRow & { readonly activated: true };

export const filterNames = ['state', 'site', 'guard'] as const;

type Filters = Readonly<Record<string, string>>;

const filterOf = ({ state, site, guard }: Filters) => ({
  status: deviceStatuses.find((known) => known === state),
  site,
  guard,
});

export const deviceApi: RecordApi<ListedDevice, (typeof deviceSortColumns)[number]> = {
  area: deviceArea,
  sortColumns: deviceSortColumns,
  list: async ({ searchText, sortColumn, sortType, offset, limit }, filters, signal) => {
    const query = { searchText, sortColumn, sortType, offset, limit, ...filterOf(filters) };
    const page = await call(listDevices, { query, signal, explainedBy: 'caller' });
    return { ...page, data: page.data.map((row) => ({ ...row, activated: true as const })) };
  },
  exportAs: ({ searchText, sortColumn, sortType, format }, filters, signal) =>
    download(exportDevices, {
      query: { searchText, sortColumn, sortType, format, ...filterOf(filters) },
      signal,
      explainedBy: 'caller',
    }),
};

type Edited = Pick<DeviceRow, 'id' | 'version'>;

export const rename = ({ id, version }: Edited, name: string) =>
  call(renameDevice, { params: { id }, body: { name, version }, explainedBy: 'caller' });

export const sendOrder = ({ id, version }: Edited, order: DeviceOrder) =>
  call(orderDevice, { params: { id }, body: { order, version }, explainedBy: 'caller' });
