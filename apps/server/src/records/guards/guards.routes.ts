import {
  createGuard,
  deleteGuard,
  exportGuards,
  getGuard,
  type GuardRow,
  issueGuardSecrets,
  listGuards,
  removeGuardFromSite,
  restoreGuards,
  setGuardStatus,
  updateGuard,
} from '@watchpost/contract/guards';
import { refuseSharedGuards } from '../../platform/access/shared-guards.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { guardConditions, guardExport, guardTable } from './guard-table.ts';
import {
  addGuard,
  bringBack,
  editGuard,
  guardActions,
  issueSecrets,
  removeGuard,
  takeOffSite,
  viewGuard,
} from './guards.service.ts';

export const guardRoutes = (): Route[] => [...readingRoutes(), ...changingRoutes()];

function readingRoutes(): Route[] {
  return [
    route(listGuards, ({ caller: { scope }, query: { site, secret, ...filter } }) =>
      findRecords<GuardRow>(scope, guardTable, filter, guardConditions(scope, { site, secret })),
    ),

    route(exportGuards, (context) => {
      const { site, secret, ...filter } = context.query;
      const conditions = guardConditions(context.caller.scope, { site, secret });
      return exportRecords(context, guardExport, filter, conditions);
    }),

    route(getGuard, ({ caller: { scope }, params }) => viewGuard(scope, params.id)),
  ];
}

function changingRoutes(): Route[] {
  return [
    route(createGuard, async (context) => ({
      id: await addGuard(context.caller, context.body, auditOrigin(context)),
      version: 1,
    })),

    route(updateGuard, async (context) => {
      const { version: edited, ...fields } = context.body;
      const { id } = context.params;
      const edit = { fields, version: edited };
      const saved = await editGuard(context.caller, id, edit, auditOrigin(context));
      return { id, ...saved };
    }),

    route(setGuardStatus, async (context) => {
      const { scope } = context.caller;
      const { body } = context;
      const refuseShared = (own: typeof scope) => refuseSharedGuards(own, body.ids);
      const ids = await setActivated(
        scope,
        guardTable,
        body,
        guardActions,
        auditOrigin(context),
        refuseShared,
      );
      return { ids };
    }),

    route(deleteGuard, async (context) => ({
      ids: await removeGuard(context.caller.scope, context.params.id, auditOrigin(context)),
    })),

    route(restoreGuards, async (context) => ({
      ids: await bringBack(context.caller.scope, context.body.ids, auditOrigin(context)),
    })),

    route(removeGuardFromSite, async (context) => {
      const { caller, params } = context;
      return { id: params.id, version: await takeOffSite(caller.scope, params, auditOrigin(context)) };
    }),

    route(issueGuardSecrets, async (context) => ({
      secrets: await issueSecrets(context.caller.scope, context.body.ids, auditOrigin(context)),
    })),
  ];
}
