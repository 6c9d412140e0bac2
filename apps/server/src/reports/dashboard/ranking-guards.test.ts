// Of the ranking's guards: only those are named whose due rounds were not all done on time.
import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { getDashboardRanking } from '@watchpost/contract/dashboard';
import { expect, it } from 'vitest';
import { makeGuard, makeRound, makeSite, makeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { testApp } from '../../testing/test-app.ts';

const hourMs = 3_600_000;
const dayMs = Date.UTC(2026, 2, 10);

it('[DASH-02] a guard whose due rounds were all on time is not among those who need a look', async () => {
  const server = await testApp();
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const site_id = await makeSite(owner, tenant);
  const guards = [await makeGuard(owner, tenant), await makeGuard(owner, tenant)] as const;
  const admin = await browserOfNew(server, tenant);
  const guardsOf = async () => {
    const query = { range: 'custom', from: '2026-03-10', to: '2026-03-10' };
    const reply = await admin('GET', getDashboardRanking.path, { query, headers: { timezone: 'UTC' } });
    const found: DashboardRanking = reply.json();
    return found.guards?.map(({ id, due }) => ({ id, onTime: due.onTime, missed: due.missed }));
  };
  for (const [number, { id: guard_id }] of guards.entries()) {
    const dueAtMs = dayMs + (8 + number) * hourMs;
    const ended = { status_code: 1010, total_check_points: 2, scanned_check_points: 2 };
    const round_id = await makeRound(owner, tenant, { site_id, guard_id, started_at_ms: dueAtMs, ...ended });
    const due = await makeDueRound(owner, tenant, site_id, { dueAtMs, guardIds: [guard_id] });
    await owner
      .updateTable('due_rounds')
      .set({ status: 'completed', round_id })
      .where('id', '=', due)
      .execute();
  }
  expect(await guardsOf()).toEqual([]);

  const [, { id }] = guards;
  await makeDueRound(owner, tenant, site_id, { dueAtMs: dayMs + 12 * hourMs, guardIds: [id] });
  expect(await guardsOf()).toEqual([{ id, onTime: 1, missed: 1 }]);
});
