import {
  createPatrolRoute,
  deletePatrolRoute,
  exportPatrolRoutes,
  getPatrolRoute,
  listPatrolRoutes,
  listRouteChoices,
  listRouteVersions,
  restorePatrolRoutes,
  type RouteRow,
  setPatrolRouteStatus,
  updatePatrolRoute,
} from '@watchpost/contract/patrol-routes';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { restoreRecords, setActivated } from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { routeConditions, routeExport, routeTable } from './patrol-route-table.ts';
import {
  addRoute,
  editRoute,
  removeRoute,
  routeActions,
  viewChoices,
  viewRoute,
  viewVersions,
} from './patrol-routes.service.ts';

export function patrolRouteRoutes(): Route[] {
  return [
    route(listPatrolRoutes, ({ caller: { scope }, query: { site, ...filter } }) =>
      findRecords<RouteRow>(scope, routeTable, filter, routeConditions(site)),
    ),

    route(exportPatrolRoutes, (context) => {
      const { site, ...filter } = context.query;
      return exportRecords(context, routeExport, filter, routeConditions(site));
    }),

    route(listRouteChoices, ({ caller: { scope }, query }) => viewChoices(scope, query.site)),

    route(getPatrolRoute, ({ caller: { scope }, params }) => viewRoute(scope, params.id)),

    route(listRouteVersions, ({ caller: { scope }, params }) => viewVersions(scope, params.id)),

    route(createPatrolRoute, (context) => addRoute(context.caller.scope, context.body, auditOrigin(context))),

    route(updatePatrolRoute, (context) => {
      const { version, ...fields } = context.body;
      const edit = { fields, version };
      return editRoute(context.caller.scope, context.params.id, edit, auditOrigin(context));
    }),

    route(setPatrolRouteStatus, async (context) => {
      const { scope } = context.caller;
      const ids = await setActivated(scope, routeTable, context.body, routeActions, auditOrigin(context));
      return { ids };
    }),

    route(deletePatrolRoute, async (context) => {
      const ids = await removeRoute(context.caller.scope, context.params.id, auditOrigin(context));
      return { ids };
    }),

    route(restorePatrolRoutes, async (context) => {
      const { scope } = context.caller;
      const { ids } = context.body;
      return { ids: await restoreRecords(scope, routeTable, ids, routeActions, auditOrigin(context)) };
    }),
  ];
}
