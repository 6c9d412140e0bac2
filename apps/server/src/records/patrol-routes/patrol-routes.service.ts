// What may become of a patrol route.
import type { RouteDetails, RouteRow } from '@watchpost/contract/patrol-routes';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { deleteRecord, type RecordActions } from '../../platform/managed-records/record-changes.queries.ts';
import { isOwnSite } from '../../platform/managed-records/own-site.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { routeTable } from './patrol-route-table.ts';
import {
  findChoices,
  findDependents,
  findStops,
  findVersions,
  insertRoute,
  type NewRoute,
  type RouteFields,
  type StopProblem,
  updateRoute,
} from './patrol-routes.queries.ts';

export const routeActions: RecordActions = {
  activated: 'patrolRoute.activated',
  deactivated: 'patrolRoute.deactivated',
  deleted: 'patrolRoute.deleted',
  restored: 'patrolRoute.restored',
};

const viewRow = (scope: SiteScope, id: string): Promise<RouteRow> =>
  viewRecord<RouteRow>(scope, routeTable, id);

/** Throws notFound for what is not the caller's. */
export async function viewRoute(scope: SiteScope, id: string): Promise<RouteDetails> {
  return { ...(await viewRow(scope, id)), stops: await findStops(scope, id) };
}

export async function viewVersions(scope: SiteScope, id: string) {
  await viewRow(scope, id);
  return findVersions(scope, id);
}

export async function viewChoices(scope: SiteScope, siteId: string) {
  if (!(await isOwnSite(scope, siteId))) throw new AppError('notFound');
  return { data: await findChoices(scope, siteId) };
}

function refuse(problem: Exclude<StopProblem, null>): Error {
  return problem === 'unknown'
    ? new AppError('notFound')
    : new InvalidInput({ stops: 'route_stop_deactivated' });
}

/** Throws notFound for a site or a checkpoint that is not the caller's. */
export async function addRoute(scope: SiteScope, route: NewRoute, origin: AuditOrigin) {
  if (!(await isOwnSite(scope, route.siteId))) throw new AppError('notFound');
  const stored = await insertRoute(scope, route, origin);
  if (typeof stored === 'string') throw refuse(stored);
  return stored;
}

export async function editRoute(
  scope: SiteScope,
  id: string,
  edit: { readonly fields: RouteFields; readonly version: number },
  origin: AuditOrigin,
) {
  const before = await viewRoute(scope, id);
  const stored = await updateRoute(scope, before, edit.fields, edit.version, origin);
  if (stored === null) throw new AppError('editedMeanwhile');
  if (typeof stored === 'string') throw refuse(stored);
  return stored;
}

/** Throws hasHistory or stillUsed, which say why; onlyActivatedDeleted for a deactivated route. */
export async function removeRoute(scope: SiteScope, id: string, origin: AuditOrigin): Promise<string[]> {
  const route = await viewRow(scope, id);
  if (!route.activated) throw new AppError('onlyActivatedDeleted');
  return deleteRecord(scope, routeTable, id, routeActions, origin, async (own) => {
    const { hasRounds, hasTours } = await findDependents(own, id);
    if (hasRounds) throw new AppError('hasHistory');
    if (hasTours) throw new AppError('stillUsed');
  });
}
