import {
  addFloorPlan,
  deleteFloorPlan,
  getFloorPlanImage,
  listFloorPlans,
  orderFloorPlans,
  placeCheckpoints,
  renameFloorPlan,
} from '@watchpost/contract/floor-plans';
import { uploadMaxBytes } from '@watchpost/domain/limits';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { drawPicture } from '../../platform/pictures/draw-picture.ts';
import {
  addPlan,
  orderPlans,
  placeOnPlan,
  removePlan,
  renamePlan,
  viewPlan,
  viewPlans,
} from './floor-plans.service.ts';
import { pictureReply, type SitePictureSettings } from './site-logos.routes.ts';
import { viewSite } from './sites.service.ts';

export function floorPlanRoutes({ files }: SitePictureSettings): Route[] {
  return [
    route(listFloorPlans, ({ caller, params }) => viewPlans(caller, params.id)),

    route(addFloorPlan, async (context) => {
      const { caller, params, readFile } = context;
      // No one's picture is drawn for nothing.
      await viewSite(caller.scope, params.id);
      const { name: fileName, bytes } = await readFile(uploadMaxBytes);
      const picture = await drawPicture(bytes, 'floorPlan');
      const plan = { siteId: params.id, fileName, picture };
      return addPlan(caller, files, plan, auditOrigin(context));
    }),

    route(getFloorPlanImage, async ({ caller: { scope }, params, query }) =>
      pictureReply(files, await viewPlan(scope, params.id), query.size),
    ),

    route(renameFloorPlan, (context) =>
      renamePlan(context.caller.scope, context.params.id, context.body, auditOrigin(context)),
    ),

    route(orderFloorPlans, async (context) => {
      const { caller, params, body } = context;
      return { ids: await orderPlans(caller.scope, params.id, body.ids, auditOrigin(context)) };
    }),

    route(deleteFloorPlan, async (context) => {
      const { scope } = context.caller;
      return { ids: await removePlan(scope, files, context.params.id, auditOrigin(context)) };
    }),

    route(placeCheckpoints, (context) =>
      placeOnPlan(context.caller, context.params.id, context.body, auditOrigin(context)),
    ),
  ];
}
