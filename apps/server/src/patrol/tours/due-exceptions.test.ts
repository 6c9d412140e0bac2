// Due rounds become exceptions in the very transaction that finds them late or missed, each once.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lateSeverity, missedSeverity, rankOf } from '@watchpost/domain/exceptions';
import { roundStatus } from '@watchpost/domain/round-status';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { makeRoute, makeRound, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { exceptionHistoryOf, exceptionsOf } from '../../testing/read-exceptions.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { noteDueSteps } from './due-history.queries.ts';
import { excuse } from './due-rounds.queries.ts';
import { judgeByClock, moveRounds } from './judge-rounds.queries.ts';

const minute = 60_000;
const dueAtMs = Date.UTC(2026, 10, 16, 6, 30);
const lateAtMs = dueAtMs + 15 * minute;
const missedAtMs = lateAtMs + 10 * minute;

let store: TestDatabase;
let tenant: MadeTenant;
let db: Db;
let siteId: string;
let guardId: string;
let versionId: string;
let dueId: string;

beforeAll(async () => {
  store = await testDatabase();
});
beforeEach(async () => {
  ({ tenant, siteId, guardId } = await makeStaffedSite(store.owner));
  db = store.database.forTenant(tenant.id);
  const route = await makeRoute(store.owner, tenant, siteId, []);
  versionId = route.versionId;
  const tourId = await makeTour(store.owner, tenant, siteId, { routeId: route.routeId });
  dueId = await makeDueRound(store.owner, tenant, siteId, { dueAtMs, tourId, guardIds: [guardId] });
});

const judge = (nowMs: number) => judgeByClock(db, tenant.id, nowMs);
const begin = async (startedAtMs: number) => {
  const id = await makeRound(store.owner, tenant, {
    site_id: siteId,
    guard_id: guardId,
    route_version_id: versionId,
    started_at_ms: startedAtMs,
    ended_at_ms: startedAtMs + 20 * minute,
    status_code: roundStatus.completed,
  });
  await moveRounds(db, tenant.id, [id]);
  return id;
};
const items = () => exceptionsOf(store.owner, tenant);
const history = () => exceptionHistoryOf(store.owner, tenant);
const close = () =>
  store.owner
    .updateTable('exceptions')
    .set({ status: 'closed', outcome: 'other', closing_reason: 'Seen', closed_at_ms: missedAtMs })
    .where('tenant_id', '=', tenant.id)
    .execute();

describe('a due round', () => {
  it('that no one began is one missed item, no matter which server judges it and how often', async () => {
    await Promise.all([judge(missedAtMs), judge(missedAtMs)]);
    await judge(missedAtMs + minute);
    expect(await items()).toMatchObject([
      {
        kind: 'missed',
        subject_id: dueId,
        due_round_id: dueId,
        severity: rankOf(missedSeverity),
        status: 'open',
        reasons: ['missed'],
        site_id: siteId,
        guard_id: guardId,
        tour_name: 'Tour',
        route_name: 'Route',
        happened_at_ms: dueAtMs,
      },
    ]);
    expect(await history()).toEqual(['opened']);
  });

  it('that is late is an item, which becomes the missed one while no one closed it', async () => {
    await judge(lateAtMs);
    const [late] = await items();
    expect(late).toMatchObject({ kind: 'late', severity: rankOf(lateSeverity), version: 1 });
    await judge(missedAtMs);
    expect(await items()).toMatchObject([
      { id: late?.id, kind: 'missed', severity: rankOf(missedSeverity), reasons: ['missed'], version: 2 },
    ]);
    expect(await history()).toEqual(['opened', 'escalated']);
  });

  it('whose late item was closed already is missed as another, and the closed one stays closed', async () => {
    await judge(lateAtMs);
    await close();
    await judge(missedAtMs);
    expect((await items()).map(({ kind, status }) => [kind, status])).toEqual([
      ['late', 'closed'],
      ['missed', 'open'],
    ]);
  });

  it('that a phone without a network had walked says so, and stays open', async () => {
    await judge(missedAtMs);
    const id = await begin(lateAtMs - minute);
    await moveRounds(db, tenant.id, [id]);
    expect(await items()).toMatchObject([
      { kind: 'missed', status: 'open', round_id: id, guard_id: guardId, made_good_at_ms: lateAtMs - minute },
    ]);
    expect(await history()).toEqual(['opened', 'madeGood']);
  });

  it('that was started late is an item though no one saw it late; started in time it is none', async () => {
    await begin(lateAtMs);
    expect(await items()).toMatchObject([{ kind: 'late', subject_id: dueId, status: 'open' }]);
    await judge(missedAtMs);
    expect(await items()).toHaveLength(1);
  });

  it('that was started in time is none', async () => {
    await begin(dueAtMs);
    await judge(missedAtMs);
    expect(await items()).toEqual([]);
  });

  it.each([
    ['late', lateAtMs],
    ['missed', missedAtMs],
  ])(
    'that is %s when somebody excuses it closes its item with that reason, by that person',
    async (kind, atMs) => {
      const user = await makeUser(store.owner, tenant, { first_name: 'Meera', last_name: 'Joshi' });
      await judge(atMs);
      const scope: SiteScope = { db, tenantId: tenant.id, siteId: null };
      const origin = {
        tenantId: tenant.id,
        actor: { id: user.id, role: 'superAdmin' as const },
        address: '',
        agent: '',
        requestId: '',
      };
      expect(await excuse(scope, { id: dueId, reason: 'Fire drill', nowMs: atMs }, origin)).toBe('excused');
      const audited = await store.owner
        .selectFrom('audit_entries')
        .select('after')
        .where('subject_id', '=', dueId)
        .executeTakeFirst();
      expect(audited?.after).toMatchObject({ dueAt: expect.stringMatching(/^\d{4}-/) });
      // Excused it is missed no more.
      await judge(missedAtMs);
      expect(await items()).toMatchObject([
        { kind, status: 'closed', outcome: 'justified', closing_reason: 'Fire drill', closed_at_ms: atMs },
      ]);
      const entry = await store.owner
        .selectFrom('exception_history')
        .select(['actor_name as name', 'text'])
        .where('tenant_id', '=', tenant.id)
        .where('kind', '=', 'excused')
        .executeTakeFirstOrThrow();
      expect(entry).toEqual({ name: 'Meera Joshi', text: 'Fire drill' });
    },
  );

  it('whose judgement is rolled back leaves no item', async () => {
    const judged = db.transaction().execute(async (transaction) => {
      await noteDueSteps(transaction, tenant.id, [{ dueId, status: 'missed', atMs: missedAtMs }]);
      throw new Error('killed');
    });
    await expect(judged).rejects.toThrow('killed');
    expect(await items()).toEqual([]);
    await judge(missedAtMs);
    expect(await items()).toHaveLength(1);
  });

  it('is not judged by a server of the version before, which would open no item', async () => {
    const judged = db
      .insertInto('due_round_history')
      .values({ tenant_id: tenant.id, due_round_id: dueId, status: 'missed', at_ms: missedAtMs })
      .execute();
    await expect(judged).rejects.toThrow('exceptions of due rounds are opened by a newer version');
  });
});
