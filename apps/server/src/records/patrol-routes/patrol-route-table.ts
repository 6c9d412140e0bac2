// How patrol routes are listed and exported (MNG-06, GRID-06, GRID-07).
import { routeFields, type RouteRow, type routeSortColumns } from '@watchpost/contract/patrol-routes';
import { refuseDeletedCheckpoints, refuseDeletedSites } from '../sites/deleted-sites.queries.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import { fileColumns, shownColumns } from '../../platform/managed-records/record-fields.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { renewRouteVersions } from '../route-versions/route-versions.queries.ts';

const stops = `patrol_route_checkpoints x WHERE x.tenant_id = r.tenant_id AND x.route_id = r.id`;
const siteName = `(SELECT s.name FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;

export const routeTable: RecordTable = {
  table: 'patrol_routes',
  label: 'r.name',
  columns: `${headColumns}, ${shownColumns(routeFields, {
    siteName,
    checkpoints: `(SELECT count(*)::int FROM ${stops})`,
    expectedMinutes: `(SELECT coalesce(sum(x.expected_minutes), 0)::int FROM ${stops})`,
    versions: `(SELECT count(*)::int FROM route_versions x WHERE x.tenant_id = r.tenant_id AND x.route_id = r.id)`,
  })}`,
  atSite: (site) => `r.site_id = ${site}`,
  sortable: {
    name: 'r.sort_name',
    siteName: `(SELECT s.sort_name FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`,
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof routeSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
  whenRestored: async (...restored) => {
    await refuseDeletedSites('patrol_routes')(...restored);
    await refuseDeletedCheckpoints(...restored);
    // Its checkpoints may have been changed in the meantime, which makes no version of a deleted route.
    await renewRouteVersions(...restored);
  },
};

/** The filter by site; a site that is not the caller's has no routes. */
export function routeConditions(site: string | undefined): Condition[] {
  return site === undefined ? [] : [(values) => `r.site_id = ${values.add(site, 'uuid')}`];
}

export const routeExport: RecordExport<RouteRow> = {
  table: routeTable,
  id: 'patrolRoutes',
  title: 'Patrol Routes',
  columns: fileColumns(routeFields, 'Route ID', {
    isFixedOrder: ({ isFixedOrder }) => (isFixedOrder ? 'Fixed' : 'Free'),
  }),
};
