import { expect, it } from 'vitest';
import sharp from 'sharp';
import { partKey } from '../platform/adapters/files/picture-parts.ts';
import { testDatabase } from '../testing/test-database.ts';
import { testFiles } from '../testing/test-files.ts';
import { seedDemo } from './seed-demo.ts';

it('[MNG-02] a site of the demo has a floor plan with all its checkpoints apart from each other', async () => {
  const { owner } = await testDatabase();
  await seedDemo(owner, { files: testFiles(), days: 1 });
  const plan = await owner
    .selectFrom('floor_plans as p')
    .innerJoin('files as f', 'f.id', 'p.file_id')
    .select(['p.site_id', 'f.storage_key', 'f.media_type'])
    .executeTakeFirstOrThrow();
  const picture = await testFiles().get(partKey(plan.storage_key, 'main'));
  const { format, width, height } = await sharp(picture ?? undefined).metadata();
  expect([format, width, height]).toEqual(['webp', 1_600, 1_000]);
  const positions = await owner
    .selectFrom('floor_plan_checkpoints as o')
    .innerJoin('checkpoints as c', 'c.id', 'o.checkpoint_id')
    .select(['o.x', 'o.y', 'c.site_id'])
    .execute();
  const all = await owner
    .selectFrom('checkpoints')
    .select('id')
    .where('site_id', '=', plan.site_id)
    .execute();
  expect(positions).toHaveLength(all.length);
  expect(positions.every(({ site_id }) => site_id === plan.site_id)).toBe(true);
  expect(new Set(positions.map(({ x, y }) => `${x} ${y}`)).size).toBe(positions.length);
});
