import {
  createGuard,
  deleteGuard,
  exportGuards,
  getGuard,
  getGuardDetails,
  type GuardRow,
  issueGuardSecrets,
  listGuards,
  restoreGuards,
  setGuardStatus,
  updateGuard,
} from '@watchpost/contract/guards';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { type Route, route } from '../../http/route.ts';
import { setActivated } from '../../records/record-changes.queries.ts';
import { exportRecords } from '../../records/record-export.ts';
import { findRecords } from '../../records/record-list.queries.ts';
import { viewGuardDetails } from './guard-details.service.ts';
import { guardConditions, guardExport, guardTable } from './guard-table.ts';
import {
  addGuard,
  bringBack,
  editGuard,
  guardActions,
  issueSecrets,
  removeGuard,
  viewGuard,
} from './guards.service.ts';

export function guardRoutes(): Route[] {
  return [
    route(listGuards, ({ caller: { scope }, query: { site, ...filter } }) =>
      findRecords<GuardRow>(scope, guardTable, filter, guardConditions(scope, site)),
    ),

    route(exportGuards, (context) => {
      const { site, ...filter } = context.query;
      return exportRecords(context, guardExport, filter, guardConditions(context.caller.scope, site));
    }),

    route(getGuard, ({ caller: { scope }, params }) => viewGuard(scope, params.id)),

    route(getGuardDetails, ({ caller, params }) => viewGuardDetails(caller, params.id)),

    route(createGuard, async (context) => ({
      id: await addGuard(context.caller, context.body, auditOrigin(context)),
      version: 1,
    })),

    route(updateGuard, async (context) => {
      const { version: edited, ...fields } = context.body;
      const { id } = context.params;
      const edit = { fields, version: edited };
      return { id, version: await editGuard(context.caller, id, edit, auditOrigin(context)) };
    }),

    route(setGuardStatus, async (context) => {
      const { scope } = context.caller;
      const ids = await setActivated(scope, guardTable, context.body, guardActions, auditOrigin(context));
      return { ids };
    }),

    route(deleteGuard, async (context) => ({
      ids: await removeGuard(context.caller.scope, context.params.id, auditOrigin(context)),
    })),

    route(restoreGuards, async (context) => ({
      ids: await bringBack(context.caller.scope, context.body.ids, auditOrigin(context)),
    })),

    route(issueGuardSecrets, async (context) => ({
      secrets: await issueSecrets(context.caller.scope, context.body.ids, auditOrigin(context)),
    })),
  ];
}
