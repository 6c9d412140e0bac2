// Requests that the endpoints of shifts and patrol routes accept (endpoint-samples.ts).
import type { SpareRecords } from './spare-records.ts';

interface Named {
  readonly siteId: string;
  readonly checkpointId: string;
  readonly spare: SpareRecords;
}

const shiftSample = { name: 'Sample night', fromMinute: 1320, toMinute: 360, weekdays: [1, 2], guardIds: [] };

const routeSample = (checkpointId: string) => ({
  name: 'Sample walk',
  isFixedOrder: true,
  stops: [{ checkpointId, expectedMinutes: 5 }],
});

export const shiftSamples = {
  listShifts: ({ siteId }: Named) => ({
    query: { site: siteId, searchText: 'shift', limit: '5', sortColumn: 'name' },
  }),
  exportShifts: () => ({ query: { format: 'csv' } }),
  getShiftPlan: ({ siteId }: Named) => ({ query: { site: siteId } }),
  getShift: ({ spare }: Named) => ({ params: { id: spare.seenShift() } }),
  createShift: ({ siteId }: Named) => ({ body: { siteId, ...shiftSample } }),
  updateShift: ({ spare }: Named) => ({
    params: { id: spare.shift() },
    body: { ...shiftSample, version: 1 },
  }),
  setShiftStatus: ({ spare }: Named) => ({ body: { ids: [spare.shift()], activated: false } }),
  deleteShift: ({ spare }: Named) => ({ params: { id: spare.shift() } }),
  restoreShifts: ({ spare }: Named) => ({ body: { ids: [spare.deletedShift()] } }),
};

export const patrolRouteSamples = {
  listPatrolRoutes: ({ siteId }: Named) => ({
    query: { site: siteId, searchText: 'route', limit: '5', sortColumn: 'name' },
  }),
  exportPatrolRoutes: () => ({ query: { format: 'csv' } }),
  listRouteChoices: ({ siteId }: Named) => ({ query: { site: siteId } }),
  getPatrolRoute: ({ spare }: Named) => ({ params: { id: spare.seenRoute() } }),
  listRouteVersions: ({ spare }: Named) => ({ params: { id: spare.seenRoute() } }),
  createPatrolRoute: ({ siteId, checkpointId }: Named) => ({
    body: { siteId, ...routeSample(checkpointId) },
  }),
  updatePatrolRoute: ({ spare, checkpointId }: Named) => ({
    params: { id: spare.route() },
    body: { ...routeSample(checkpointId), version: 1 },
  }),
  setPatrolRouteStatus: ({ spare }: Named) => ({ body: { ids: [spare.route()], activated: false } }),
  deletePatrolRoute: ({ spare }: Named) => ({ params: { id: spare.route() } }),
  restorePatrolRoutes: ({ spare }: Named) => ({ body: { ids: [spare.deletedRoute()] } }),
};
