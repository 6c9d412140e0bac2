// What an admin may do with a guard's phone.
import type { DeviceRow } from '@watchpost/contract/devices';
import { type DeviceOrder, phoneName, statusAfter } from '@watchpost/domain/devices';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { deviceTable } from './device-table.ts';
import { updateDevice } from './devices.queries.ts';

interface Edited {
  readonly id: string;
  readonly version: number;
}

const findDevice = (scope: SiteScope, id: string): Promise<DeviceRow> =>
  viewRecord<DeviceRow>(scope, deviceTable, id);

function savedOf(id: string, version: number | null) {
  if (version === null) throw new AppError('editedMeanwhile');
  return { id, version };
}

/** Throws notFound for what is not the caller's, editedMeanwhile. */
export async function rename(
  scope: SiteScope,
  { id, version }: Edited,
  name: string,
  origin: AuditOrigin,
): Promise<Edited> {
  const device = await findDevice(scope, id);
  const edited = { id, version, label: name || phoneName(device) };
  const change = { action: 'device.renamed', before: { name: device.name }, after: { name } } as const;
  return savedOf(id, await updateDevice(scope, edited, change, origin));
}

const actions = {
  revoke: 'device.revoked',
  wipe: 'device.wipeAsked',
  allow: 'device.allowed',
} as const satisfies Record<DeviceOrder, string>;

/** Throws notFound, editedMeanwhile, and deviceNotSo for an order that makes no sense for the phone as it is. */
export async function order(
  scope: SiteScope,
  { id, version }: Edited,
  wanted: DeviceOrder,
  origin: AuditOrigin,
): Promise<Edited> {
  const device = await findDevice(scope, id);
  if (device.version !== version) throw new AppError('editedMeanwhile');
  const status = statusAfter(device.status, wanted);
  if (status === null) throw new AppError('deviceNotSo');
  const edited = { id, version, label: phoneName(device) };
  const change = { action: actions[wanted], before: { status: device.status }, after: { status } };
  return savedOf(id, await updateDevice(scope, edited, change, origin));
}
