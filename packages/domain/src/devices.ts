// The phones that guards work with, and what an admin may have done with one that is lost or no longer trusted.
import { deviceName } from './browser-name.ts';

/** revoked: may not be used; wipeAsked: clears itself when it is next heard of; wiped: has done so. */
export const deviceStatuses = ['active', 'revoked', 'wipeAsked', 'wiped'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

export const deviceOrders = ['revoke', 'wipe', 'allow'] as const;
export type DeviceOrder = (typeof deviceOrders)[number];

const statusesAfter: Readonly<Record<DeviceOrder, Readonly<Partial<Record<DeviceStatus, DeviceStatus>>>>> = {
  revoke: { active: 'revoked' },
  wipe: { active: 'wipeAsked', revoked: 'wipeAsked' },
  allow: { revoked: 'active', wipeAsked: 'active', wiped: 'active' },
};

/** What becomes of a phone by an order; null where the order makes no sense. */
export function statusAfter(status: DeviceStatus, order: DeviceOrder): DeviceStatus | null {
  return statusesAfter[order][status] ?? null;
}

/** What the server answers a phone that asks: go on, let no one in, or hand over what waits and clear yourself. */
export const officeCommands = ['goOn', 'stop', 'clear'] as const;
export type OfficeCommand = (typeof officeCommands)[number];

const commandOf: Readonly<Record<DeviceStatus, OfficeCommand>> = {
  active: 'goOn',
  revoked: 'stop',
  wipeAsked: 'clear',
  wiped: 'stop',
};
export const officeCommandFor = (status: DeviceStatus): OfficeCommand => commandOf[status];

export const deviceNameMaxLength = 60;
export const appVersionMaxLength = 40;
/** More than any phone holds. */
export const waitingRecordsMax = 1_000_000;
/**
 * From one address, which a site's phones may share: apps of before and phones without a key report once a minute, and so
 * many of them are more than a site has.
 */
export const unprovedReportsPerMinute = 600;
/** What phones say of themselves is written down at most this often while nothing changes. */
export const deviceSeenEveryMs = 300_000;
/** Open consoles are notified of changed devices at most this often, however many change. */
export const deviceBatchMs = 2_000;

/** What people call a phone: by the name that it was given, else by what its browser says of it. */
export const phoneName = ({ name, agent }: { readonly name: string; readonly agent: string }): string =>
  name || (phoneModel(agent) ?? deviceName(agent));

/** The model that a User-Agent header of Android names; undefined where the browser keeps it to itself. */
export function phoneModel(agent: string): string | undefined {
  const [, model] = /\bAndroid [\d.]+; ([^;)]+)\)/.exec(agent) ?? [];
  const named = model?.replace(/ Build\/.*$/, '').trim();
  return named === '' || named === 'K' ? undefined : named;
}
