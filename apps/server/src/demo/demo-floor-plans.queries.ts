// The first site of a model company has a floor plan with its checkpoints on it (MNG-02).
import type { FileStore } from '../platform/adapters/files/file-store.ts';
import type { Db } from '../platform/db/database.ts';
import type { Company } from './patrol-model/company.ts';
import { Random } from './patrol-model/random.ts';
import { drawPicture } from '../platform/pictures/draw-picture.ts';
import { storePicture } from '../platform/pictures/store-picture.ts';
import { drawFloorPlan, planPositions } from './floor-plan-drawing.ts';

export async function insertFloorPlan(db: Db, files: FileStore, company: Company): Promise<void> {
  const { id: tenantId, seed, shape } = company;
  const [site] = company.sites;
  if (site === undefined) return;
  const random = new Random(seed, 'floor plan');
  const fileId = await storePicture(
    files,
    { scope: { db, tenantId }, ownerId: null },
    {
      id: random.uuidV7(shape.openedAtMs),
      name: 'Ground floor.webp',
      purpose: 'floorPlan',
      picture: await drawPicture(await drawFloorPlan(), 'floorPlan'),
    },
  );
  const planId = random.uuidV7(shape.openedAtMs);
  await db
    .insertInto('floor_plans')
    .values({
      tenant_id: tenantId,
      id: planId,
      site_id: site.id,
      name: 'Ground floor',
      file_id: fileId,
      position: 0,
    })
    .execute();
  const positioned = planPositions(site).map(({ id, x, y }) => ({
    tenant_id: tenantId,
    checkpoint_id: id,
    plan_id: planId,
    x,
    y,
  }));
  if (positioned.length > 0) await db.insertInto('floor_plan_checkpoints').values(positioned).execute();
}
