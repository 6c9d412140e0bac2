// Plans of a site's floors and the checkpoints on them (MNG-02).
import { floorPlanNameMaxLength, floorPlansMax } from '@watchpost/domain/floor-plans';
import { thumbnailSidesPx } from '@watchpost/domain/limits';
import { siteCheckpointsShown } from '@watchpost/domain/site-details';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, idsReply, recordParams, savedReply } from './managed-records.ts';
import { id, neededText } from './values.ts';

/** Its errors are label keys. */
export const floorPlanName = neededText(floorPlanNameMaxLength, 'plan_name_required');

const fraction = z.number().check(z.minimum(0), z.maximum(1));
/** From the plan's left and upper edge, as parts of its width and height. */
const place = z.strictObject({ id, x: fraction, y: fraction });

const floorPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the image, in pixels. */
  width: z.int(),
  height: z.int(),
  /** Sent back with an edit, which is refused when somebody else saved since. */
  version: z.int(),
  checkpoints: z.array(z.object({ id: z.string(), x: z.number(), y: z.number() })),
});
export type FloorPlan = z.output<typeof floorPlan>;

export const listFloorPlans = defineEndpoint({
  name: 'listFloorPlans',
  method: 'GET',
  path: '/secure/sites/:id/floor-plans',
  access: 'SITES:view',
  summary:
    "A site's floor plans in their order, with the checkpoints on each, and all checkpoints of the site.",
  params: recordParams,
  reply: z.object({
    siteName: z.string(),
    data: z.array(floorPlan),
    /** By name; null for who may not see checkpoints, whose plans show none. */
    checkpoints: z.nullable(z.array(z.object({ id: z.string(), name: z.string(), activated: z.boolean() }))),
  }),
});
export type FloorPlans = z.output<typeof listFloorPlans.reply>;

export const addFloorPlan = defineEndpoint({
  name: 'addFloorPlan',
  method: 'POST',
  path: '/secure/sites/:id/floor-plans',
  access: 'SITES:edit',
  summary:
    'Stores a picture as the last floor plan of the site: jpeg, png or webp, at most 10 MB, redrawn as webp. It is named like the file.',
  upload: true,
  params: recordParams,
  reply: savedReply,
});

export const getFloorPlanImage = defineEndpoint({
  name: 'getFloorPlanImage',
  method: 'GET',
  path: '/secure/floor-plans/:id/image',
  access: 'SITES:view',
  summary: 'The picture of a floor plan, whole or small and square; it never changes.',
  params: recordParams,
  query: z.strictObject({ size: z._default(z.enum(['main', ...thumbnailSidesPx]), 'main') }),
  reply: z.unknown(),
  files: ['image/webp'],
  isPicture: true,
});

export const renameFloorPlan = defineEndpoint({
  name: 'renameFloorPlan',
  method: 'PUT',
  path: '/secure/floor-plans/:id',
  access: 'SITES:edit',
  summary: 'Renames a floor plan; 409 when somebody else saved since the version that was edited.',
  params: recordParams,
  body: z.strictObject({ name: floorPlanName, ...editedVersion }),
  reply: savedReply,
});

export const orderFloorPlans = defineEndpoint({
  name: 'orderFloorPlans',
  method: 'PUT',
  path: '/secure/sites/:id/floor-plans/order',
  access: 'SITES:edit',
  summary: 'Puts the floor plans of a site in order; 409 unless each of them is named once.',
  params: recordParams,
  body: z.strictObject({ ids: z.array(id).check(z.maxLength(floorPlansMax)) }),
  reply: idsReply,
});

export const deleteFloorPlan = defineEndpoint({
  name: 'deleteFloorPlan',
  method: 'DELETE',
  path: '/secure/floor-plans/:id',
  access: 'SITES:edit',
  summary: 'Deletes a floor plan and its picture for good; its checkpoints stay, on no plan.',
  params: recordParams,
  reply: idsReply,
});

export const placeCheckpoints = defineEndpoint({
  name: 'placeCheckpoints',
  method: 'PUT',
  path: '/secure/floor-plans/:id/checkpoints',
  access: 'SITES:edit',
  summary:
    'Stores which checkpoints of the site stand where on a floor plan; they leave other plans. 409 when somebody else saved since the version that was edited.',
  params: recordParams,
  body: z.strictObject({
    ...editedVersion,
    checkpoints: z.array(place).check(
      z.maxLength(siteCheckpointsShown),
      z.refine((places) => new Set(places.map((each) => each.id)).size === places.length, {
        error: 'Each checkpoint may stand once.',
      }),
    ),
  }),
  reply: savedReply,
});
