// Names are those of one version, whatever was known before, and decide between equals.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { listOf } from '../../platform/rollups/tally-list.ts';
import { statementsOf } from '../../testing/read-rows.ts';
import { changeRows, changes } from './dashboard-changes.testing.ts';
import { type DashboardWorld, makeDashboardWorld } from './dashboard.testing.ts';
import type { First, Ranked } from './ranked-sums.ts';
import { firstNamed, namesOf, sitesNamed } from './ranking-names.ts';
import { scopeIn } from './ranking.testing.ts';

let server: TestApp;
let world: DashboardWorld;
beforeAll(async () => {
  server = await testApp();
  world = await makeDashboardWorld(server, 24, 20);
});

const nothing = listOf(null, 1);
const firstOf = (ids: readonly string[]): First[] =>
  ids.map((id, entry) => ({ id, rank: 0, list: nothing, entry }));
const rankedOf = (guardIds: readonly string[], siteIds: readonly string[] = []): Ranked => ({
  rounds: new Map(),
  due: new Map(),
  siteIds,
  guards: firstOf(guardIds),
  missed: [],
});

const rename = (salt: string, what = 'a guard has another name') =>
  changeRows(server.owner, { tenantId: world.tenant.id, text: changes[what] ?? '', salt });

it('[DASH-02] names are asked for once a version, those alone that are not known yet', async () => {
  await rename('first');
  const asked = { siteId: null, ranked: rankedOf(world.guardIds.slice(0, 1)) };
  const { version } = await namesOf(scopeIn(server, world), randomUUID(), asked);
  const read = (guardIds: readonly string[]) =>
    statementsOf(server, world.tenant.id, (scope) =>
      namesOf(scope, version, { siteId: null, ranked: rankedOf(guardIds) }),
    );
  expect(await read(world.guardIds.slice(0, 1))).toHaveLength(0);
  const [statement, ...others] = await read(world.guardIds.slice(0, 2));
  expect(others).toHaveLength(0);
  expect(statement?.parameters).toContainEqual(world.guardIds.slice(1, 2));
  expect(await read(world.guardIds.slice(0, 2))).toHaveLength(0);
});

it('[DASH-02] names that changed since their version was read are all read again', async () => {
  const asked = { siteId: null, ranked: rankedOf(world.guardIds) };
  const scope = scopeIn(server, world);
  const before = await namesOf(scope, randomUUID(), asked);
  await rename('second');
  // Nothing is missing at the version that it was.
  expect(await namesOf(scope, before.version, asked)).toEqual(before);
  const after = await namesOf(scope, randomUUID(), asked);
  expect(after.version).not.toBe(before.version);
  const namesIn = ({ guards }: typeof before) => world.guardIds.map((id) => guards.get(id)?.name);
  expect(namesIn(after)).not.toEqual(namesIn(before));
  expect(
    namesIn(await namesOf(scope, before.version, { siteId: null, ranked: rankedOf([randomUUID()]) })),
  ).toEqual(namesIn(after));
});

it('[DASH-02] a site that is not in use is named when there is something to tell of it, in the order of names', async () => {
  const scope = scopeIn(server, world);
  await rename('third', 'a site is not in use');
  const told = world.siteIds;
  const names = await namesOf(scope, randomUUID(), { siteId: null, ranked: rankedOf([], told) });
  const all = sitesNamed(names, null, told);
  const inUse = sitesNamed(names, null, []);
  expect(inUse.length).toBeLessThan(all.length);
  expect(all.filter(({ isInUse }) => isInUse)).toEqual(inUse);
  expect(all.map(({ sortName }) => sortName)).toEqual(all.map(({ sortName }) => sortName).toSorted());
  expect(told.filter((id) => !all.some((site) => site.id === id))).toEqual([]);
  for (const site of all) {
    expect(sitesNamed(names, site.id, [site.id])).toEqual([site]);
    expect(sitesNamed(names, site.id, [])).toEqual(site.isInUse ? [site] : []);
  }
});

it('those named first are the first of all in the order of rank, name and id', () => {
  const one = fc.record({
    rank: fc.integer({ min: -3, max: 3 }),
    sortName: fc.constantFrom('', 'a', 'aa', 'b'),
  });
  fc.assert(
    fc.property(fc.array(one), fc.integer({ min: 1, max: 6 }), (every, count) => {
      const first = every.map(({ rank }, at) => ({ id: `${at}`, rank, list: nothing, entry: at }));
      const names = new Map(
        every.map(({ sortName }, at) => [`${at}`, { id: `${at}`, name: sortName, sortName }]),
      );
      names.delete('1');
      const keys = every.map(({ rank, sortName }, at) => ({ rank, sortName, id: `${at}` }));
      const sorted = keys
        .filter(({ id }) => id !== '1')
        .toSorted(
          (a, b) =>
            a.rank - b.rank ||
            Number(a.sortName > b.sortName) - Number(a.sortName < b.sortName) ||
            Number(a.id > b.id) - Number(a.id < b.id),
        );
      expect(firstNamed(first, names, count).map(([, { id }]) => id)).toEqual(
        sorted.slice(0, count).map(({ id }) => id),
      );
    }),
  );
});
