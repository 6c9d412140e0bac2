import {
  addFloorPlan,
  deleteFloorPlan,
  floorPlanName,
  getFloorPlanImage,
  listFloorPlans,
  orderFloorPlans,
  placeCheckpoints,
  renameFloorPlan,
} from '@watchpost/contract/floor-plans';
import { useQuery } from '@tanstack/react-query';
import { call, upload } from '../../lib/api-client.ts';
import { browserHttp } from '../../lib/browser-http.ts';
import { toAddress } from '../../lib/http.ts';
import { listOf, type Places } from './plan-places.ts';
import { siteArea } from './sites.api.ts';

const explainedBy = 'caller';

export const floorPlansKey = (siteId: string) => [siteArea, 'floor-plans', siteId];

export const loadFloorPlans = (siteId: string, signal?: AbortSignal) =>
  call(listFloorPlans, {
    params: { id: siteId },
    ...(signal === undefined ? {} : { signal }),
    explainedBy,
  });

export function useFloorPlans(siteId: string) {
  return useQuery({
    queryKey: floorPlansKey(siteId),
    queryFn: ({ signal }) => loadFloorPlans(siteId, signal),
    staleTime: 0,
    retry: false,
  });
}

/** Address of a plan's picture. */
export const planImage = (id: string, size: 'main' | '250'): string =>
  browserHttp.baseUrl() + toAddress(getFloorPlanImage.path, { id }, { size });

export const planNameSchema = floorPlanName;

/** The server names a plan by its file. */
export const addPlan = (siteId: string, file: File, name: string) =>
  upload(addFloorPlan, { blob: file, name: `${name}.plan` }, { params: { id: siteId }, explainedBy });
export const renamePlan = (id: string, body: { readonly name: string; readonly version: number }) =>
  call(renameFloorPlan, { params: { id }, body, explainedBy });
export const orderPlans = (siteId: string, ids: readonly string[]) =>
  call(orderFloorPlans, { params: { id: siteId }, body: { ids: [...ids] }, explainedBy });
export const deletePlan = (id: string) => call(deleteFloorPlan, { params: { id }, explainedBy });
export const savePlaces = (id: string, places: Places, version: number) =>
  call(placeCheckpoints, { params: { id }, body: { version, checkpoints: listOf(places) }, explainedBy });
