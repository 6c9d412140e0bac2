import { beforeAll, describe, expect, it } from 'vitest';
import type { ExceptionRow } from '@watchpost/contract/exceptions';
import { exceptionAges, exceptionSeverities } from '@watchpost/domain/exceptions';
import { type MadeTenant, makeGuard, makeRoute, makeSite } from '../../testing/factories.ts';
import { makeClosedException, makeException } from '../../testing/make-exception.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makeExceptionWorld } from './exceptions.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let adminId: string;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  ({ tenant, adminId, admin } = await makeExceptionWorld(server));
});

const make = (values: object, site: string) => makeException(server.owner, tenant, site, values);
const list = async (query: Record<string, string>) =>
  (await admin('GET', '/secure/exceptions', { query })).json();
const idsOf = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).data.map(({ id }: { id: string }) => id);

describe('the list', () => {
  const day = 86_400_000;
  let checkpointId: string;
  let guardId: string;
  let overdue: string;
  let ageing: string;
  let closed: string;
  let own: string;
  beforeAll(async () => {
    checkpointId = await makeSite(server.owner, tenant, { name: 'Zenith Mill' });
    guardId = (await makeGuard(server.owner, tenant, { first_name: 'Quentin', siteIds: [checkpointId] })).id;
    const { routeId } = await makeRoute(server.owner, tenant, checkpointId, [], { name: 'Xylophone lane' });
    const nowMs = Date.now();
    const { high, low } = exceptionAges;
    overdue = await make({ opened_at_ms: nowMs - high.overdueMs, guard_id: guardId }, checkpointId);
    ageing = await make(
      { severity: 1, kind: 'late', opened_at_ms: nowMs - low.warningMs, route_id: routeId },
      checkpointId,
    );
    own = await make(
      { status: 'inHand', owner_id: adminId, taken_at_ms: nowMs, kind: 'flagged' },
      checkpointId,
    );
    closed = await makeClosedException(server.owner, tenant, checkpointId, {
      happened_at_ms: nowMs - 40 * day,
    });
    await make({}, await makeSite(server.owner, tenant, { name: 'abbey' }));
  });
  const here = (query: Record<string, string> = {}) => idsOf({ site: checkpointId, ...query });

  it('is filtered by everything that its columns tell, with an exact count', async () => {
    expect((await list({ site: checkpointId })).count).toBe(4);
    expect(await here({ kind: 'late' })).toEqual([ageing]);
    expect(await here({ severity: 'low' })).toEqual([ageing]);
    expect(await here({ status: 'closed' })).toEqual([closed]);
    expect((await here({ status: 'unsettled' })).toSorted()).toEqual([overdue, ageing, own].toSorted());
    expect(await here({ owner: 'me' })).toEqual([own]);
    expect(await here({ owner: adminId })).toEqual([own]);
    expect((await here({ owner: 'none', status: 'unsettled' })).toSorted()).toEqual(
      [overdue, ageing].toSorted(),
    );
    expect(await here({ age: 'overdue' })).toEqual([overdue]);
    expect(await here({ age: 'ageing' })).toEqual([ageing]);
    expect(await here({ age: 'fresh' })).toEqual([own]);
    expect(await here({ guard: guardId })).toEqual([overdue]);
    const [date = ''] = new Date(Date.now() - 39 * day).toISOString().split('T');
    expect(await here({ to: date })).toEqual([closed]);
    expect(await here({ from: date })).toHaveLength(3);
    const [today = ''] = new Date().toISOString().split('T');
    expect(await here({ closedFrom: today, closedTo: today })).toEqual([closed]);
    expect(await here({ closedTo: date })).toEqual([]);
  });

  it('days of what happened and of what was closed last from their first millisecond to their last', async () => {
    const site = await makeSite(server.owner, tenant);
    const [from, to] = [Date.UTC(2026, 2, 4), Date.UTC(2026, 2, 5)];
    const ids: string[] = [];
    for (const atMs of [from - 1, from, to - 1, to]) {
      const times = { happened_at_ms: atMs, opened_at_ms: atMs, taken_at_ms: atMs, closed_at_ms: atMs };
      ids.push(await makeClosedException(server.owner, tenant, site, times));
    }
    const day = '2026-03-04';
    const within = ids.slice(1, 3).toReversed();
    expect(await idsOf({ site, from: day, to: day })).toEqual(within);
    expect((await idsOf({ site, closedFrom: day, closedTo: day })).toSorted()).toEqual(within.toSorted());
  });

  it('is searched by site, guard and route, and nothing else of it turns up', async () => {
    expect((await idsOf({ searchText: 'zenith' })).toSorted()).toEqual(
      [overdue, ageing, own, closed].toSorted(),
    );
    expect(await idsOf({ searchText: 'quentin' })).toEqual([overdue]);
    expect(await idsOf({ searchText: 'xylophone' })).toEqual([ageing]);
    expect(await idsOf({ searchText: 'nobody-is-called-this' })).toEqual([]);
  });

  it('of a site is sorted by severity and by when it was opened', async () => {
    expect((await here({ sortColumn: 'severity', sortType: 'asc' }))[0]).toBe(ageing);
    expect((await here({ sortColumn: 'openedAt', sortType: 'asc' })).slice(0, 2).toSorted()).toEqual(
      [overdue, ageing].toSorted(),
    );
  });

  it.each<[string, (row: ExceptionRow) => string | number]>([
    ['happenedAt', ({ happenedAtMs }) => happenedAtMs],
    ['openedAt', ({ openedAtMs }) => openedAtMs],
    ['closedAt', ({ closedAtMs }) => closedAtMs ?? Infinity],
    ['severity', ({ severity }) => exceptionSeverities.indexOf(severity)],
    ['site', ({ siteName }) => siteName.toLowerCase()],
    ['owner', ({ owner }) => owner?.name.toLowerCase() ?? '\uFFFF'],
  ])('is sorted by %s, by what the rows themselves show in it', async (sortColumn, shown) => {
    for (const sortType of ['asc', 'desc']) {
      const values = (await list({ sortColumn, sortType, limit: '100' })).data.map(shown);
      const rising = values.toSorted((one: string, other: string) =>
        one < other ? -1 : Number(one > other),
      );
      expect(new Set(values).size).toBeGreaterThan(1);
      expect(values).toEqual(sortType === 'asc' ? rising : rising.toReversed());
    }
  });

  it('has in its summary the counts of the very rows that the figures open', async () => {
    const summary = (
      await admin('GET', '/secure/exceptions/summary', { query: { site: checkpointId } })
    ).json();
    const count = async (query: Record<string, string>) =>
      (await list({ site: checkpointId, ...query })).count;
    expect(summary).toMatchObject({ open: 2, inHand: 1, overdue: 1, unowned: 2 });
    expect(summary.open).toBe(await count({ status: 'open' }));
    expect(summary.inHand).toBe(await count({ status: 'inHand' }));
    expect(summary.overdue).toBe(await count({ age: 'overdue' }));
    expect(summary.unowned).toBe(await count({ status: 'unsettled', owner: 'none' }));
    const { from, to, count: closedCount } = summary.closed;
    expect(closedCount).toBe(await count({ status: 'closed', closedFrom: from, closedTo: to }));
    expect(summary.closed).toMatchObject({ medianTakingMs: 1_800_000, medianClosingMs: 3_600_000 });
    expect(summary.kinds).toContainEqual({ kind: 'flagged', open: 0, inHand: 1 });
  });

  it.each(['xls', 'xlsx', 'csv', 'pdf'])('is exported as %s with exactly its filter', async (format) => {
    const reply = await admin('GET', '/secure/exceptions/export', { query: { format, site: checkpointId } });
    expect(reply.statusCode).toBe(200);
  });

  it('is exported with a row for each, told in words', async () => {
    const query = { format: 'csv', site: checkpointId, status: 'closed' };
    const { body } = await admin('GET', '/secure/exceptions/export', { query });
    expect(body.trim().split('\r\n')).toHaveLength(2);
    expect(body).toContain('False alarm');
    expect(body).toContain('The clock was wrong.');
  });
});
