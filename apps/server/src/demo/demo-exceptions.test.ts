// The demo's queue of exceptions: alive, short, and true to its rounds.
import { expect, test } from 'vitest';
import { judgePast } from '../patrol/tours/judge-past.queries.ts';
import { testDatabase } from '../testing/test-database.ts';
import { testFiles } from '../testing/test-files.ts';
import { exceptionDifferences } from '../lifecycle/verification/verify-exceptions.ts';
import { insertExceptions } from './demo-exceptions.queries.ts';
import { seedDemo } from './seed-demo.ts';

// A Monday: fewer rounds are walked at weekends.
const nowMs = Date.UTC(2026, 8, 14, 9, 30);
const dayMs = 86_400_000;

test('some exceptions wait, many were closed with a reason, and nothing happened before it opened', async () => {
  const { owner } = await testDatabase();
  const made = await seedDemo(owner, { files: testFiles(), nowMs, days: 6 });
  const tenantId = made?.tenantId ?? '';
  await judgePast(owner, tenantId, nowMs - 2 * dayMs, nowMs);
  await insertExceptions(owner, tenantId, nowMs);
  const items = await owner.selectFrom('exceptions').selectAll().where('tenant_id', '=', tenantId).execute();
  const of = (status: string) => items.filter((item) => item.status === status);
  expect(of('open').length).toBeGreaterThan(2);
  expect(of('open').length).toBeLessThan(20);
  expect(of('inHand').length).toBeGreaterThan(1);
  expect(of('closed').length).toBeGreaterThan(of('open').length);
  expect(new Set(items.map(({ kind }) => kind))).toEqual(
    new Set(['missed', 'late', 'incomplete', 'flagged']),
  );
  expect(of('closed').every(({ closing_reason }) => closing_reason !== '')).toBe(true);
  for (const { opened_at_ms, taken_at_ms, closed_at_ms } of items) {
    expect(taken_at_ms ?? nowMs).toBeGreaterThanOrEqual(opened_at_ms);
    expect(closed_at_ms ?? nowMs).toBeGreaterThanOrEqual(taken_at_ms ?? 0);
    expect(closed_at_ms ?? nowMs).toBeLessThanOrEqual(nowMs);
  }
  // Rounds of before are without exceptions, and the check knows since when there are any.
  const { exceptions_from_ms } = await owner
    .selectFrom('tenants')
    .select('exceptions_from_ms')
    .executeTakeFirstOrThrow();
  expect(await exceptionDifferences(owner, tenantId, exceptions_from_ms)).toEqual([]);
});
