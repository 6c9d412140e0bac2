import {
  type DeviceRow,
  exportDevices,
  listDevices,
  orderDevice,
  renameDevice,
} from '@watchpost/contract/devices';
import { tellOffice } from '@watchpost/contract/field-devices';
import { unprovedReportsPerMinute } from '@watchpost/domain/devices';
import type { AccountLimitSettings } from '../../platform/access/account-limits.ts';
import { BatchedLimit } from '../../platform/access/batched-limit.ts';
import { networkOf } from '../../platform/access/network.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { deviceConditions, deviceExport, deviceTable } from './device-table.ts';
import { answerDevice } from './device-reports.service.ts';
import { order, rename } from './devices.service.ts';

const unprovedLimit = {
  name: 'device-reports',
  max: unprovedReportsPerMinute,
  windowSeconds: 60,
  reportedAtOnce: 20,
};

export interface DeviceSettings {
  /** As accounts are limited, so are reports that nothing proves; without limit when it is left out. */
  readonly accountLimits?: AccountLimitSettings;
}

export function deviceRoutes({ accountLimits }: DeviceSettings): Route[] {
  const unproved = accountLimits === undefined ? null : new BatchedLimit(unprovedLimit);
  return [
    route(listDevices, ({ caller: { scope }, query }) => {
      const { sortColumn, sortType, offset, limit, ...filter } = query;
      const page = { sortColumn, sortType, offset, limit };
      return findRecords<DeviceRow>(scope, deviceTable, page, deviceConditions(scope, filter));
    }),

    route(exportDevices, (context) => {
      const { format: _format, sortColumn, sortType, ...filter } = context.query;
      const conditions = deviceConditions(context.caller.scope, filter);
      return exportRecords(context, deviceExport, { sortColumn, sortType }, conditions);
    }),

    route(renameDevice, (context) => {
      const { name, version } = context.body;
      const edited = { id: context.params.id, version };
      return rename(context.caller.scope, edited, name, auditOrigin(context));
    }),

    route(orderDevice, (context) => {
      const { order: wanted, version } = context.body;
      const edited = { id: context.params.id, version };
      return order(context.caller.scope, edited, wanted, auditOrigin(context));
    }),

    route(tellOffice, async (context) => {
      const { db, tenant, body, address } = context;
      const countUnproved = async () => unproved?.count(db, tenant.id, networkOf(address));
      const reception = { db, tenant, origin: auditOrigin(context), countUnproved };
      return { word: await answerDevice(reception, body) };
    }),
  ];
}
