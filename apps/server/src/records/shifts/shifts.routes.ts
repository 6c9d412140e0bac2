import {
  createShift,
  deleteShift,
  exportShifts,
  getShift,
  getShiftPlan,
  listShifts,
  restoreShifts,
  setShiftStatus,
  type ShiftRecord,
  updateShift,
} from '@watchpost/contract/shifts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { restoreRecords, setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { shiftConditions, shiftExport, shiftTable } from './shift-table.ts';
import {
  addShift,
  editShift,
  removeShift,
  shiftActions,
  viewPlan,
  viewShift,
  withWarnings,
} from './shifts.service.ts';

export function shiftRoutes(): Route[] {
  return [
    route(listShifts, async ({ caller: { scope }, query: { site, ...filter } }) => {
      const { count, data } = await findRecords<ShiftRecord>(
        scope,
        shiftTable,
        filter,
        shiftConditions(site),
      );
      return { count, data: await withWarnings(scope, data, Date.now()) };
    }),

    route(exportShifts, (context) => {
      const { site, ...filter } = context.query;
      return exportRecords(context, shiftExport, filter, shiftConditions(site));
    }),

    route(getShiftPlan, ({ caller: { scope }, query }) => viewPlan(scope, query.site)),

    route(getShift, ({ caller: { scope }, params }) => viewShift(scope, params.id, Date.now())),

    route(createShift, async (context) => {
      const id = await addShift(context.caller.scope, context.body, auditOrigin(context));
      return { id, version: 1 };
    }),

    route(updateShift, async (context) => {
      const { version, ...fields } = context.body;
      const { id } = context.params;
      const edit = { fields, version };
      return { id, version: await editShift(context.caller.scope, id, edit, auditOrigin(context)) };
    }),

    route(setShiftStatus, async (context) => {
      const { scope } = context.caller;
      const ids = await setActivated(scope, shiftTable, context.body, shiftActions, auditOrigin(context));
      return { ids };
    }),

    route(deleteShift, async (context) => {
      const ids = await removeShift(context.caller.scope, context.params.id, auditOrigin(context));
      return { ids };
    }),

    route(restoreShifts, async (context) => {
      const { scope } = context.caller;
      const { ids } = context.body;
      return { ids: await restoreRecords(scope, shiftTable, ids, shiftActions, auditOrigin(context)) };
    }),
  ];
}
