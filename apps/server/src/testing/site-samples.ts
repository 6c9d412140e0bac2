// Requests that the endpoints of sites, their logos and floor plans accept (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import { type Form, formOf, plainPicture } from './test-files.ts';

interface Named {
  readonly spare: {
    readonly site: () => string;
    readonly deletedSite: () => string;
    readonly plannedSite: () => string;
    readonly planlessSite: () => string;
    readonly floorPlan: () => string;
    readonly shownFloorPlan: () => string;
    readonly postOrders: () => string;
    readonly unpostedSite: () => string;
  };
  readonly siteId: string;
  readonly checkpointId: string;
}

interface Sample {
  readonly form?: Form;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answers?: number;
}

const siteSample = {
  name: 'Sample Works',
  address: '1 Sample Road',
  latitude: 18.5,
  longitude: 73.8,
  timeZone: 'Asia/Kolkata',
  contactName: 'Meera Rao',
  contactPhone: '+912012345678',
};

const pictureBytes = await plainPicture();

const pictureSamples: Readonly<Record<string, (world: Named) => Sample>> = {
  saveSiteLogo: ({ spare }) => ({ params: { id: spare.plannedSite() }, body: { fileId: null } }),
  // No sample has uploaded a logo.
  getSiteLogo: () => ({ params: { fileId: randomUUID() }, answers: 404 }),
  listFloorPlans: ({ siteId }) => ({ params: { id: siteId } }),
  addFloorPlan: ({ spare }) => ({
    params: { id: spare.plannedSite() },
    form: formOf(pictureBytes),
  }),
  getFloorPlanImage: ({ spare }) => ({ params: { id: spare.shownFloorPlan() }, query: { size: '96' } }),
  renameFloorPlan: ({ spare }) => ({
    params: { id: spare.floorPlan() },
    body: { name: 'First floor', version: 1 },
  }),
  orderFloorPlans: ({ spare }) => ({ params: { id: spare.planlessSite() }, body: { ids: [] } }),
  deleteFloorPlan: ({ spare }) => ({ params: { id: spare.floorPlan() } }),
  placeCheckpoints: ({ spare, checkpointId }) => ({
    params: { id: spare.floorPlan() },
    body: { version: 1, checkpoints: [{ id: checkpointId, x: 0.5, y: 0.25 }] },
  }),
};

export const siteSamples: typeof pictureSamples = {
  ...pictureSamples,
  listSites: () => ({ query: { searchText: 'site', limit: '5', sortColumn: 'name', status: 'active' } }),
  exportSites: () => ({ query: { format: 'csv' } }),
  getSite: ({ siteId }) => ({ params: { id: siteId } }),
  getSiteDetails: ({ siteId }) => ({ params: { id: siteId } }),
  getPostOrders: ({ siteId }) => ({ params: { id: siteId } }),
  publishPostOrders: ({ spare }) => ({
    params: { id: spare.unpostedSite() },
    body: { text: 'Gate 2 is locked at 22:00.', effectiveOn: '2026-11-21', version: 0 },
  }),
  getOrdersAcknowledgements: ({ spare }) => ({ params: { id: spare.postOrders() } }),
  listHandoverNotes: ({ siteId }) => ({ params: { id: siteId }, query: { limit: '5' } }),
  getMap: () => ({}),
  // The sample server has no maps.
  getMapArchive: () => ({ params: { file: 'outlines.pmtiles' }, answers: 404 }),
  getMapTile: () => ({ params: { source: 'tiles', z: '3', x: '1', y: '2' }, answers: 404 }),
  searchPlaces: () => ({ query: { searchText: 'river' } }),
  findTimeZone: () => ({ query: { latitude: '18.5', longitude: '73.8' } }),
  createSite: () => ({ body: siteSample }),
  updateSite: ({ spare }) => ({ params: { id: spare.site() }, body: { ...siteSample, version: 1 } }),
  setSiteStatus: ({ spare }) => ({ body: { ids: [spare.site()], activated: false } }),
  deleteSite: ({ spare }) => ({ params: { id: spare.site() } }),
  restoreSites: ({ spare }) => ({ body: { ids: [spare.deletedSite()] } }),
};
