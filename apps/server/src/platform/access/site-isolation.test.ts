// Whatever a caller asks, nothing of another site or another tenant shows, not even that it exists.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeUser,
  type MadeTenant,
  makeTenant,
} from '../../testing/factories.ts';
import { comparable } from '../../testing/endpoint-samples.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/scanned-checkpoints';
const noon = Date.UTC(2026, 5, 15, 12);
const hour = 3_600_000;

interface SiteWorld {
  readonly siteId: string;
  readonly roundIds: string[];
}

let server: TestApp;
let tenant: MadeTenant;
let own: SiteWorld;
let foreign: SiteWorld;
/** Of the other tenant. */
let elsewhere: SiteWorld;
let subAdmin: Caller;
let superAdmin: Caller;
let stranger: Caller;
let sharedGuard: { id: string; employeeId: string };

async function makeSiteWorld(at: MadeTenant, guards: readonly string[], rounds: number): Promise<SiteWorld> {
  const siteId = await makeSite(server.owner, at);
  const checkpoints = [
    await makeCheckpoint(server.owner, at, siteId),
    await makeCheckpoint(server.owner, at, siteId),
  ];
  const { versionId } = await makeRoute(server.owner, at, siteId, checkpoints);
  const roundIds: string[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const guard_id = guards[number % guards.length] ?? '';
    const round = { site_id: siteId, guard_id, route_version_id: versionId, total_check_points: 2 };
    const started_at_ms = noon - number * hour;
    roundIds.push(await makeRound(server.owner, at, { ...round, scanned_check_points: 0, started_at_ms }));
  }
  return { siteId, roundIds };
}

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  const other = await makeTenant(server.owner);
  const guard = (at: MadeTenant, first_name: string) =>
    makeGuard(server.owner, at, { first_name, last_name: '' });
  sharedGuard = await guard(tenant, 'Shared');
  own = await makeSiteWorld(tenant, [(await guard(tenant, 'Ownly')).id, sharedGuard.id], 7);
  foreign = await makeSiteWorld(tenant, [(await guard(tenant, 'Foreignly')).id, sharedGuard.id], 9);
  elsewhere = await makeSiteWorld(other, [(await guard(other, 'Elsewhere')).id], 5);
  const ofSite = async (siteId: string) =>
    browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
  subAdmin = await ofSite(own.siteId);
  superAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
});

interface Page {
  readonly count: number;
  readonly exportRows: number;
  readonly newer: number;
  readonly cursor: string | null;
  readonly next: string | null;
  readonly data: readonly { readonly id: string; readonly subAdminId: string; readonly scannedBy: string }[];
}
async function list(caller: Caller, query: Record<string, string>): Promise<Page> {
  const reply = await caller('GET', path, { query });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const searches: Record<string, string>[] = [
  {},
  { searchText: 'Ownly' },
  { searchText: 'Shared' },
  { searchText: 'Foreignly' },
  { searchText: '%' },
];
const dates: Record<string, string>[] = [
  {},
  { from: '2026-06-15', to: '2026-06-15' },
  { from: '2026-06-01', to: '2026-06-30' },
];
const orders: Record<string, string>[] = [
  {},
  { sortType: 'asc', sortColumn: 'scannedStartTime' },
  { sortType: 'desc', limit: '3' },
];
const offsets: Record<string, string>[] = [{}, { offset: '2', limit: '2' }, { offset: '100' }];
const combinations = searches.flatMap((search) =>
  dates.flatMap((date) =>
    orders.flatMap((order) => offsets.map((offset) => ({ ...search, ...date, ...order, ...offset }))),
  ),
);

describe('the rounds of another site', () => {
  it('[REP-07] never show in rows, count or export size, whatever is filtered, searched, sorted or skipped', async () => {
    for (const query of combinations) {
      const page = await list(subAdmin, query);
      const reference = await list(superAdmin, { ...query, site: own.siteId });
      expect(page.data.every((row) => row.subAdminId === own.siteId)).toBe(true);
      expect(page.data).toEqual(reference.data);
      expect([page.count, page.exportRows]).toEqual([reference.count, reference.exportRows]);
      expect(page.count).toBeLessThanOrEqual(own.roundIds.length);
    }
    expect((await list(subAdmin, {})).count).toBe(own.roundIds.length);
    expect((await list(superAdmin, {})).count).toBe(own.roundIds.length + foreign.roundIds.length);
  });

  it('[REP-07] cannot be reached by the cursors of somebody who sees them', async () => {
    const queries: Record<string, string>[] = [
      {},
      { limit: '3' },
      { searchText: 'Shared' },
      { sortType: 'asc', limit: '4' },
    ];
    for (const query of queries) {
      const first = await list(superAdmin, query);
      const cursors = [first.cursor, first.next].filter((cursor) => cursor !== null);
      expect(cursors.length).toBeGreaterThan(0);
      for (const cursor of cursors) {
        const page = await list(subAdmin, { ...query, cursor });
        expect(page.data.every((row) => row.subAdminId === own.siteId)).toBe(true);
        expect(page.count).toBeLessThanOrEqual(own.roundIds.length);
      }
    }
    const { cursor } = await list(superAdmin, { site: foreign.siteId });
    const page = await list(subAdmin, { site: foreign.siteId, cursor: cursor ?? '' });
    expect([page.data, page.count, page.newer, page.exportRows]).toEqual([[], 0, 0, 0]);
  });

  it('[REP-07] are not among the newer ones', async () => {
    const { cursor } = await list(subAdmin, {});
    const guard_id = sharedGuard.id;
    await makeRound(server.owner, tenant, { site_id: foreign.siteId, guard_id, started_at_ms: noon });
    expect((await list(subAdmin, { cursor: cursor ?? '' })).newer).toBe(0);
    const ownRound = { site_id: own.siteId, guard_id, started_at_ms: noon, total_check_points: 2 };
    own.roundIds.push(await makeRound(server.owner, tenant, ownRound));
    expect((await list(subAdmin, { cursor: cursor ?? '' })).newer).toBe(1);
  });

  it('[REP-07] are not in the exported file', async () => {
    const reply = await subAdmin('GET', `${path}/export`, { query: { format: 'csv' } });
    expect(reply.statusCode).toBe(200);
    for (const id of foreign.roundIds) expect(reply.body).not.toContain(id);
    expect(own.roundIds.some((id) => reply.body.includes(id))).toBe(true);
    expect(reply.body).not.toContain('Foreignly');
  });
});

/** Requests about a site and a round; both exist, but not for who asks. */
const questions: readonly (readonly [
  string,
  (siteId: string, roundId: string) => readonly [string, Record<string, string>],
])[] = [
  ['its rounds', (site) => [path, { site }]],
  ['its rounds of a month', (site) => [path, { site, from: '2026-06-01', to: '2026-06-30' }]],
  ['the rounds of a guard there', (site) => [path, { site, searchText: 'Foreignly' }]],
  ['its rounds from the tenth on', (site) => [path, { site, offset: '10' }]],
  ['its export', (site) => [`${path}/export`, { site, format: 'csv' }]],
  ['its export for a guard', (site) => [`${path}/export`, { site, format: 'csv', searchText: 'Foreignly' }]],
  ['one of its rounds', (_site, round) => [`${path}/${round}`, {}]],
  ["a round's checkpoints", (_site, round) => [`${path}/${round}/checkpoints`, {}]],
  [
    "a page of a round's checkpoints",
    (_site, round) => [`${path}/${round}/checkpoints`, { offset: '1', limit: '1' }],
  ],
];

describe.each(questions)('asking for %s', (_what, question) => {
  const ask = async (caller: Caller, { siteId, roundIds }: SiteWorld) => {
    const [address, query] = question(siteId, roundIds[0] ?? '');
    return comparable(await caller('GET', address, { query }));
  };
  const nowhere = (): SiteWorld => ({ siteId: randomUUID(), roundIds: [randomUUID()] });

  it('[REP-07] of another site answers a sub admin the bytes of one that does not exist', async () => {
    expect(await ask(subAdmin, foreign)).toEqual(await ask(subAdmin, nowhere()));
    expect(await ask(superAdmin, foreign)).not.toEqual(await ask(superAdmin, nowhere()));
  });

  it('of another tenant answers the bytes of one that does not exist', async () => {
    for (const caller of [subAdmin, superAdmin]) {
      expect(await ask(caller, elsewhere)).toEqual(await ask(caller, nowhere()));
    }
    expect(await ask(stranger, own)).toEqual(await ask(stranger, nowhere()));
  });
});

it('a super admin of another tenant sees the rounds of that tenant alone', async () => {
  const page = await list(stranger, {});
  expect(page.data.map((row) => row.id).toSorted()).toEqual(elsewhere.roundIds.toSorted());
  const { cursor } = await list(superAdmin, {});
  const crossed = await list(stranger, { cursor: cursor ?? '' });
  expect(crossed.data.every((row) => elsewhere.roundIds.includes(row.id))).toBe(true);
});
