// Every column by which a list of records can be sorted, both ways: by what the rows themselves show in it.
import { randomUUID } from 'node:crypto';
import { checkpointSortColumns } from '@watchpost/contract/checkpoints';
import { deviceSortColumns } from '@watchpost/contract/devices';
import { guardSortColumns } from '@watchpost/contract/guards';
import { routeSortColumns } from '@watchpost/contract/patrol-routes';
import { reportSortColumns } from '@watchpost/contract/scheduled-reports';
import { shiftSortColumns } from '@watchpost/contract/shifts';
import { siteSortColumns } from '@watchpost/contract/sites';
import { tourSortColumns } from '@watchpost/contract/tours';
import { deviceStatuses } from '@watchpost/domain/devices';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { makeDevice } from '../../testing/make-device.ts';
import { makeScheduledReport } from '../../testing/make-scheduled-report.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

/** The same hours after each other, in an order that is neither that of names nor that of another column. */
const moment = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  tenant = await makeTenant(owner);
  admin = await browserOfNew(server, tenant);
  // Each line stands at another place in every column.
  for (const [name, second, third, created, updated] of [
    ['Alder', 'm', 3, 4, 2],
    ['Birch', 'z', 1, 2, 4],
    ['Cedar', 'c', 4, 3, 1],
    ['Dogwood', 'a', 2, 1, 3],
  ] as const) {
    const times = { created_at: moment(created), updated_at: moment(10 + updated) };
    const time_zone = ['UTC', 'Asia/Tokyo', 'Europe/Paris', 'Asia/Kolkata'][third - 1] ?? '';
    const named = { name, ...times };
    await makeSite(owner, tenant, { ...named, address: `${second} Road`, time_zone });
    await makeGuard(owner, tenant, {
      first_name: name,
      last_name: 'Rao',
      employee_id: `E${third}`,
      email: `${second}@example.com`,
      secret_hash: null,
      ...times,
    });
    const site = await makeSite(owner, tenant, { name: `${second} yard`, activated: false });
    await makeCheckpoint(owner, tenant, site, { ...named, radius_metres: 10 + third });
    await makeShift(owner, tenant, site, { ...named, from_minute: 60 * third, to_minute: 900 });
    await makeRoute(owner, tenant, site, [], named);
    const { routeId: route_id } = await makeRoute(owner, tenant, site, [], {
      name: `Route ${third}`,
      activated: false,
    });
    await owner
      .insertInto('patrol_tours')
      .values({ tenant_id: tenant.id, id: randomUUID(), route_id, ...named })
      .execute();
    await makeScheduledReport(owner, tenant, site, named);
    await makeDevice(owner, tenant, site, {
      name,
      status: deviceStatuses[third - 1],
      first_seen_ms: created,
      last_seen_ms: 10 + updated,
      waiting: third,
      guardIds: [],
    });
  }
});

type Row = Readonly<Record<string, unknown>>;
/** What the row shows in the column. */
const shown = (row: Row, column: string): string | number => {
  const value = column === 'name' ? (row['name'] ?? row['firstName']) : row[column];
  return typeof value === 'number' ? value : String(value);
};
const inOrder = (values: readonly (string | number)[]) =>
  values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));

const list = async (path: string, query: Record<string, string>): Promise<Row[]> =>
  (await admin('GET', `/secure/${path}`, { query })).json().data;

describe.each<[string, readonly string[]]>([
  ['sites', siteSortColumns],
  ['guards', guardSortColumns],
  ['checkpoints', checkpointSortColumns],
  ['shifts', shiftSortColumns],
  ['patrol-routes', routeSortColumns],
  ['patrol-tours', tourSortColumns],
  ['scheduled-reports', reportSortColumns],
])('the list of %s', (path, columns) => {
  it.each(columns.map((column) => [column]))('[GRID-06] [MNG-01] is sorted by %s', async (sortColumn) => {
    const rising = await list(path, { status: 'active', sortColumn, sortType: 'asc' });
    const values = rising.map((row) => shown(row, sortColumn));
    expect(new Set(values).size).toBe(4);
    expect(values).toEqual(inOrder(values));
    const falling = await list(path, { status: 'active', sortColumn, sortType: 'desc' });
    expect(falling).toEqual(rising.toReversed());
  });
});

it.each(deviceSortColumns.map((column) => [column]))(
  '[GRID-06] the list of devices is sorted by %s',
  async (sortColumn) => {
    const field = { firstSeen: 'firstSeenMs', lastSeen: 'lastSeenMs' }[String(sortColumn)] ?? sortColumn;
    const rising = await list('devices', { sortColumn, sortType: 'asc' });
    const values = rising.map((row) => shown(row, field));
    expect(new Set(values).size).toBe(4);
    // A status stands where it comes in the life of a phone.
    expect(values).toEqual(sortColumn === 'status' ? deviceStatuses : inOrder(values));
    expect(await list('devices', { sortColumn, sortType: 'desc' })).toEqual(rising.toReversed());
  },
);
