// Plans of a site's floors, with the checkpoints that stand on them (MNG-02).

export const floorPlansMax = 20;
export const floorPlanNameMaxLength = 60;
/** A plan is kept no larger than this either way: the words of a large drawing can still be read. */
export const floorPlanSidePx = 3_000;

/** Where something stands on a plan: from its left and upper edge, as parts of its width and height. */
export interface PlanPoint {
  readonly x: number;
  readonly y: number;
}
