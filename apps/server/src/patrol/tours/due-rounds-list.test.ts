// What the list of due rounds says of a status or an outcome is what follows from each round by itself, judged or not.
import { beforeAll, describe, expect, it } from 'vitest';
import { dueOutcomeOf, dueOutcomes, judgedOutcomes } from '@watchpost/domain/due-outcomes';
import { type DueStatus, dueStatusAt, dueStatuses } from '@watchpost/domain/tours';
import type { SiteScope } from '../../platform/access/caller.ts';
import { makeGuard, makeRound, makeSite, makeTenant } from '../../testing/factories.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type DueFilter, findDueRounds } from './due-rounds.queries.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 16, 6);
const store = await testDatabase();

interface Due {
  readonly id: string;
  readonly status: DueStatus;
  readonly lateAtMs: number;
  readonly missedAtMs: number;
  readonly begunAtMs: number | null;
}
const dues: Due[] = [];
let scope: SiteScope;

/** Of every stored status several, ten minutes apart: some that the clock has overtaken, some walked late. */
beforeAll(async () => {
  const tenant = await makeTenant(store.owner);
  const siteId = await makeSite(store.owner, tenant);
  const guard = await makeGuard(store.owner, tenant, { siteIds: [siteId] });
  scope = { db: store.database.forTenant(tenant.id), tenantId: tenant.id, siteId: null };
  for (let index = 0; index < 42; index += 1) {
    const status = dueStatuses[index % dueStatuses.length] ?? 'due';
    const dueAtMs = start + index * 10 * minute;
    const isStarted = status === 'completed' || status === 'incompleted' || status === 'inProgress';
    const startedAtMs = isStarted ? dueAtMs + (index % 2) * 40 * minute : null;
    const round_id =
      startedAtMs === null
        ? null
        : await makeRound(store.owner, tenant, {
            site_id: siteId,
            guard_id: guard.id,
            started_at_ms: startedAtMs,
          });
    const id = await makeDueRound(store.owner, tenant, siteId, { dueAtMs });
    const row = await store.owner
      .updateTable('due_rounds')
      .set({ status, round_id })
      .where('id', '=', id)
      .returning(['late_at_ms as lateAtMs', 'missed_at_ms as missedAtMs'])
      .executeTakeFirstOrThrow();
    dues.push({ id, status, ...row, begunAtMs: startedAtMs });
  }
});

it('[MNG-07] [DASH-02] of a guard are those that the guard began, and of those that no one began the guard’s own', async () => {
  const tenant = await makeTenant(store.owner);
  const site_id = await makeSite(store.owner, tenant);
  const own = { db: store.database.forTenant(tenant.id), tenantId: tenant.id, siteId: null };
  const [asha, ravi] = [
    (await makeGuard(store.owner, tenant, { siteIds: [site_id] })).id,
    (await makeGuard(store.owner, tenant, { siteIds: [site_id] })).id,
  ];
  const due = (minutes: number, guardIds: string[]) =>
    makeDueRound(store.owner, tenant, site_id, { dueAtMs: start + minutes * minute, guardIds });
  const ofBoth = await due(0, [asha, ravi]);
  const ofRavi = await due(10, [ravi]);
  const startedRounds = await due(20, [asha, ravi]);
  const started = { site_id, guard_id: ravi, started_at_ms: start + 20 * minute };
  const round_id = await makeRound(store.owner, tenant, started);
  await store.owner
    .updateTable('due_rounds')
    .set({ status: 'completed', round_id })
    .where('id', '=', startedRounds)
    .execute();
  const found = async (guard: string) => idsOf((await findDueRounds(own, { range: {}, guard }, start)).data);
  expect(await found(asha)).toEqual([ofBoth]);
  expect(await found(ravi)).toEqual([ofBoth, ofRavi, startedRounds].toSorted());
  const range = { fromMs: start, toMs: start + 10 * minute };
  expect(idsOf((await findDueRounds(own, { range }, start)).data)).toEqual([ofBoth]);
});

const list = (filter: Partial<DueFilter>, nowMs: number) =>
  findDueRounds(scope, { range: {}, limit: 100, ...filter }, nowMs);
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();
/** What was judged stays; what was not follows from the clock, which runs on alone. */
function statusOf({ status, ...due }: Due, nowMs: number): DueStatus {
  if (status !== 'due' && status !== 'late') return status;
  const byClock = dueStatusAt({ ...due, isExcused: false }, null, nowMs);
  return byClock === 'due' ? status : byClock;
}
const outcomeOf = (due: Due, nowMs: number) =>
  dueOutcomeOf({ ...due, status: statusOf(due, nowMs) }, due.begunAtMs);

describe.each([0, 3.5, 7, 24])('the list of due rounds %s hours on', (hours) => {
  const nowMs = start + hours * 60 * minute;

  it.each(dueStatuses)('[MNG-07] holds of status %s exactly those that are so by now', async (status) => {
    const { count, data } = await list({ status }, nowMs);
    expect(idsOf(data)).toEqual(idsOf(dues.filter((due) => statusOf(due, nowMs) === status)));
    expect(count).toBe(data.length);
    expect(data.every((row) => row.status === status)).toBe(true);
  });

  it.each([...dueOutcomes, 'judged' as const])(
    '[DASH-02] holds of outcome %s exactly those',
    async (outcome) => {
      const outcomes: readonly string[] = outcome === 'judged' ? judgedOutcomes : [outcome];
      const { count, data } = await list({ outcome }, nowMs);
      expect(idsOf(data)).toEqual(idsOf(dues.filter((due) => outcomes.includes(outcomeOf(due, nowMs)))));
      expect(count).toBe(data.length);
      const both = await list({ outcome, status: 'missed' }, nowMs);
      const isBoth = (due: Due) =>
        outcomes.includes(outcomeOf(due, nowMs)) && statusOf(due, nowMs) === 'missed';
      expect(idsOf(both.data)).toEqual(idsOf(dues.filter(isBoth)));
    },
  );

  it('[GRID-06] is cut into pages, latest first, across what was judged and what was not', async () => {
    const whole = (await list({ status: 'missed' }, nowMs)).data.map(({ id }) => id);
    const pages: string[] = [];
    for (let offset = 0; offset < whole.length; offset += 3) {
      const page = await list({ status: 'missed', offset, limit: 3 }, nowMs);
      pages.push(...page.data.map(({ id }) => id));
    }
    expect(pages).toEqual(whole);
    const order = new Map(dues.map(({ id }, index) => [id, index]));
    expect(whole.map((id) => order.get(id) ?? -1)).toEqual(
      whole.map((id) => order.get(id) ?? -1).toSorted((a, b) => b - a),
    );
  });
});
