// The demo's tours over its history: what was due there and what became of it.
import { expect, test } from 'vitest';
import { seedDemo } from '../../demo/seed-demo.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { testFiles } from '../../testing/test-files.ts';
import { judgePast } from './judge-past.queries.ts';

// A Monday: fewer rounds are walked at weekends.
const nowMs = Date.UTC(2026, 8, 14, 9, 30);
const dayMs = 86_400_000;
const { owner } = await testDatabase();
const made = await seedDemo(owner, { files: testFiles(), nowMs, days: 4 });
const judge = () => judgePast(owner, made?.tenantId ?? '', nowMs - 2 * dayMs, nowMs);

async function statuses(): Promise<Record<string, number>> {
  const rows = await owner
    .selectFrom('due_rounds')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

test('[MNG-07] rounds that were walked are those that were due, the others were missed, and the next are due', async () => {
  const tours = await owner.selectFrom('patrol_tours').select(['schedule', 'shift_id']).execute();
  const kinds = tours.map(({ schedule }) => schedule?.kind);
  const of = (kind: string) => kinds.filter((each) => each === kind).length;
  expect([tours.length, of('interval'), of('random'), of('times')]).toEqual([36, 33, 2, 1]);

  await judge();
  const found = await statuses();
  expect(found['completed'] ?? 0).toBeGreaterThan(30);
  expect(found['missed'] ?? 0).toBeGreaterThan(0);
  expect(found['completed'] ?? 0).toBeGreaterThan(found['missed'] ?? 0);
  expect(found['due'] ?? 0).toBeGreaterThan(50);
  await judge();
  expect(await statuses()).toEqual(found);
});
