import { uuidv7 } from 'uuidv7';
import { thumbnailSidesPx } from '@watchpost/domain/limits';
import { partKey } from '../platform/adapters/files/picture-parts.ts';
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';
import { plainPicture, testFiles } from './test-files.ts';

const picture = await plainPicture(400, 300);

/** A plan at the end of the site's, with its picture in the store; its id. */
export async function makeFloorPlan(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  name = 'Ground floor',
): Promise<string> {
  const [id, fileId] = [uuidv7(), uuidv7()];
  const storage_key = `${tenant.id}/${fileId}`;
  for (const part of ['main', ...thumbnailSidesPx]) {
    await testFiles().put(partKey(storage_key, part), picture, 'image/webp');
  }
  const about = { purpose: 'floorPlan', name: 'plan.webp', media_type: 'image/webp' } as const;
  const size = { width: 400, height: 300, bytes: picture.length, sha256: Buffer.alloc(32) };
  await owner
    .insertInto('files')
    .values({ tenant_id: tenant.id, id: fileId, storage_key, ...about, ...size })
    .execute();
  await owner
    .insertInto('floor_plans')
    .values({ tenant_id: tenant.id, id, site_id: siteId, name, file_id: fileId, position: 0 })
    .execute();
  return id;
}
