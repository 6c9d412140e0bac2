import { formShape } from '@watchpost/contract/record-fields';
import {
  createPatrolRoute,
  deletePatrolRoute,
  exportPatrolRoutes,
  getPatrolRoute,
  listPatrolRoutes,
  listRouteChoices,
  listRouteVersions,
  restorePatrolRoutes,
  type RouteDetails,
  routeFields,
  type RouteRow,
  routeSortColumns,
  setPatrolRouteStatus,
  updatePatrolRoute,
} from '@watchpost/contract/patrol-routes';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const routeArea = 'patrolRoutes';

type Filters = Readonly<Record<string, string>>;
const ofSite = ({ site }: Filters) => (site === undefined ? {} : { site });
const explainedBy = 'caller';

export const routeApi: RecordApi<RouteRow, (typeof routeSortColumns)[number]> = {
  area: routeArea,
  sortColumns: routeSortColumns,
  list: (query, filters, signal) =>
    call(listPatrolRoutes, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  exportAs: (query, filters, signal) =>
    download(exportPatrolRoutes, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  setStatus: async (ids, activated) =>
    (await call(setPatrolRouteStatus, { body: { ids: [...ids], activated }, explainedBy })).ids,
  remove: async (id) => (await call(deletePatrolRoute, { params: { id }, explainedBy })).ids,
  restore: async (ids) => (await call(restorePatrolRoutes, { body: { ids: [...ids] }, explainedBy })).ids,
};

export const loadRoute = (id: string, signal?: AbortSignal): Promise<RouteDetails> =>
  call(getPatrolRoute, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy });

export const useRoute = (id: string) => useStoredRecord(routeArea, id, loadRoute);

export function useRouteVersions(id: string) {
  return useQuery({
    queryKey: [routeArea, 'versions', id],
    queryFn: ({ signal }) => call(listRouteVersions, { params: { id }, signal, explainedBy }),
    staleTime: 0,
    retry: false,
  });
}

/** The checkpoints that a route of the site can be made of; none are asked for without a site. */
export function useChoices(site: string) {
  return useQuery({
    queryKey: [routeArea, 'choices', site],
    queryFn: ({ signal }) => call(listRouteChoices, { query: { site }, signal, explainedBy }),
    enabled: site !== '',
    staleTime: 0,
  });
}

export const routeSchema = z.strictObject(formShape(routeFields));
type RouteFields = z.output<typeof routeSchema>;

/** Stores a new route when there is no version, else the edited one, whose site stays. */
export function saveRoute(id: string, fields: RouteFields, version: number | null): Promise<{ id: string }> {
  if (version === null) return call(createPatrolRoute, { body: fields, explainedBy });
  const { siteId: _site, ...edited } = fields;
  return call(updatePatrolRoute, { params: { id }, body: { ...edited, version }, explainedBy });
}
