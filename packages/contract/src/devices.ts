// The phones of a tenant's guards: which there are, and what an admin does with a lost one (FIELD-01, FIELD-02).
import { deviceNameMaxLength, deviceOrders, deviceStatuses } from '@watchpost/domain/devices';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { editedVersion, listReply, pageWindow, recordParams, savedReply } from './managed-records.ts';
import { id, searchText, sortType, writtenText } from './values.ts';

/** Times are epoch milliseconds by the server's clock. */
const deviceRow = z.object({
  id: z.string(),
  /** Sent back with a change, which is refused when somebody else made one since. */
  version: z.int(),
  /** As an admin called it; empty while no one has. */
  name: z.string(),
  /** User-Agent header of its browser. */
  agent: z.string(),
  status: z.enum(deviceStatuses),
  /** When it came to the status; null for one that was never anything but active. */
  statusSinceMs: z.nullable(z.int()),
  /** Who signed in with it, the last one first; of those whom the caller may see. */
  guards: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      employeeId: z.string(),
      lastSeenMs: z.int(),
      /** The guard signed in with the id of a phone that has keys, and with none of them. */
      isClaim: z.boolean(),
    }),
  ),
  /** Of those guards, as far as the caller may see them. */
  sites: z.array(z.object({ id: z.string(), name: z.string() })),
  firstSeenMs: z.int(),
  lastSeenMs: z.int(),
  /** Names the build of the guards' app; empty while it has not said. */
  appVersion: z.string(),
  /** Records that had not arrived when it last said so; null while it has not said. */
  waiting: z.nullable(z.int()),
  waitingToldMs: z.nullable(z.int()),
  /** Whether a key of the phone signed what it said of itself: its version and what waits. */
  isReportProved: z.boolean(),
  /** Whether it signs what it records. */
  hasKey: z.boolean(),
  wipedAtMs: z.nullable(z.int()),
  /** Records that were deleted with the wipe before they had arrived; null for a phone that was never wiped. */
  lostRecords: z.nullable(z.int()),
  /** Whether a key of the phone signed that it was wiped. */
  isWipeProved: z.boolean(),
  /** When a wipe was reported that no key of the phone signed, though it has some: it is not taken for wiped. */
  claimedWipeMs: z.nullable(z.int()),
  claimedLost: z.nullable(z.int()),
});
export type DeviceRow = z.output<typeof deviceRow>;

export const deviceSortColumns = ['name', 'status', 'firstSeen', 'lastSeen', 'waiting'] as const;

/** Of the list and its files. */
const filter = {
  /** In the name, the browser's name, and names and employee ids of the guards. */
  searchText: z.optional(searchText),
  sortColumn: z.optional(z.enum(deviceSortColumns)),
  sortType: z.optional(sortType),
  status: z.optional(z.enum(deviceStatuses)),
  site: z.optional(id),
  guard: z.optional(id),
};

export const listDevices = defineEndpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/secure/devices',
  access: 'DEVICES:view',
  summary: "One page of the guards' phones, the last seen first unless sorted otherwise.",
  query: z.strictObject({ ...filter, ...pageWindow }),
  reply: listReply(deviceRow),
});

export const exportDevices = defineEndpoint({
  name: 'exportDevices',
  method: 'GET',
  path: '/secure/devices/export',
  access: 'DEVICES:view',
  summary: 'Every phone of the filter as a file.',
  query: z.strictObject({ ...filter, ...exportFormat }),
  reply: z.unknown(),
  files: exportMediaTypes,
});

export const renameDevice = defineEndpoint({
  name: 'renameDevice',
  method: 'PUT',
  path: '/secure/devices/:id',
  access: 'DEVICES:edit',
  summary: 'Gives a phone a name, or none; 409 when somebody else changed it since.',
  params: recordParams,
  body: z.strictObject({ name: writtenText(deviceNameMaxLength), ...editedVersion }),
  reply: savedReply,
});

export const orderDevice = defineEndpoint({
  name: 'orderDevice',
  method: 'POST',
  path: '/secure/devices/:id/orders',
  access: 'DEVICES:edit',
  summary:
    'Revokes a phone, whose sessions end at once; has it clear itself when it is next heard of; or allows it again.',
  params: recordParams,
  body: z.strictObject({ order: z.enum(deviceOrders), ...editedVersion }),
  reply: savedReply,
});
