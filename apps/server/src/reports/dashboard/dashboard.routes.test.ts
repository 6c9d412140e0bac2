// Every figure of the dashboard against the list that it opens.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Dashboard,
  type DashboardRanking,
  type DashboardTrend,
  getDashboard,
  getDashboardRanking,
  getDashboardTrend,
} from '@watchpost/contract/dashboard';
import { type FigureList, onDutyElsewhereLink } from '@watchpost/contract/dashboard-links';
import { listDueRounds } from '@watchpost/contract/due-rounds';
import { listExceptions } from '@watchpost/contract/exceptions';
import { listIncidents } from '@watchpost/contract/incidents';
import { listLoginLogout } from '@watchpost/contract/login-logout';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { dashboardRanges } from '@watchpost/domain/dashboard';
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { makeDuty, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import {
  type Figure,
  firstFigures,
  rankingFigures,
  statuses,
  trendFigures,
} from './dashboard-figures.testing.ts';
import { type DashboardWorld, makeDashboardWorld } from './dashboard.testing.ts';

let server: TestApp;
let world: DashboardWorld;
beforeAll(async () => {
  server = await testApp();
  world = await makeDashboardWorld(server, 7);
  // Of another tenant, which must count nowhere.
  await makeDashboardWorld(server, 8, 40);
});

const paths: Readonly<Record<FigureList, string>> = {
  rounds: listScannedCheckpoints.path,
  dueRounds: listDueRounds.path,
  incidents: listIncidents.path,
  duties: listLoginLogout.path,
  exceptions: listExceptions.path,
};

type Query = Readonly<Record<string, string>>;

async function get<Reply>(caller: Caller, path: string, query: Query, timezone: string): Promise<Reply> {
  const reply = await caller('GET', path, { query: { ...query }, headers: { timezone } });
  if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body}`);
  return reply.json();
}

/** Figures whose list shows another number, as sentences. */
async function differing(caller: Caller, figures: readonly Figure[], zone: string): Promise<string[]> {
  const linked = figures.flatMap(({ what, value, link }) => (link === null ? [] : [{ what, value, link }]));
  const found: string[] = [];
  for (let first = 0; first < linked.length; first += atOnce) {
    await Promise.all(
      linked.slice(first, first + atOnce).map(async ({ what, value, link }) => {
        const query = { ...link.query, limit: '1' };
        const { count } = await get<{ count: number }>(caller, paths[link.list], query, zone);
        if (count !== value) found.push(`${what}: ${value}, the list ${JSON.stringify(link)} has ${count}`);
      }),
    );
  }
  return found;
}

const atOnce = 8;

async function figuresOf(caller: Caller, query: Query, zone: string, site: string | null): Promise<Figure[]> {
  return [
    ...firstFigures(await get<Dashboard>(caller, getDashboard.path, query, zone), site),
    ...trendFigures(await get<DashboardTrend>(caller, getDashboardTrend.path, query, zone), site),
    ...rankingFigures(await get<DashboardRanking>(caller, getDashboardRanking.path, query, zone), site),
  ];
}

const zones = [
  'Asia/Kolkata',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
  'Africa/Casablanca',
];

describe('the dashboard', () => {
  it.each(
    dashboardRanges
      .filter((range) => range !== 'custom')
      .map((range, index) => [range, zones[index % zones.length] ?? '']),
  )(
    '[DASH-01] [DASH-02] of %s in %s: every figure is the count of the rows that it opens',
    async (range, zone) => {
      const figures = await figuresOf(world.superAdmin, { range }, zone, null);
      expect(figures.length).toBeGreaterThan(60);
      expect(await differing(world.superAdmin, figures, zone)).toEqual([]);
    },
  );

  it.each(zones)(
    '[DASH-01] [DASH-02] of custom dates in %s, over days that begin or end daylight saving, and of one site',
    async (zone) => {
      const today = calendarDate(Date.now(), zone);
      const dates = { from: addDays(today, -69), to: addDays(today, -3) };
      const site = world.siteIds[1] ?? '';
      const figures = await figuresOf(world.superAdmin, { range: 'custom', ...dates, site }, zone, site);
      expect(await differing(world.superAdmin, figures, zone)).toEqual([]);
      expect(figures.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThan(100);
    },
  );

  it('[DASH-01] [DASH-02] of more than a quarter of a year shows weeks', async () => {
    const zone = 'America/New_York';
    const to = calendarDate(Date.now(), zone);
    const query = { range: 'custom', from: addDays(to, -199), to };
    const { step, steps } = await get<DashboardTrend>(world.superAdmin, getDashboardTrend.path, query, zone);
    expect([step, steps.length]).toEqual(['week', 29]);
    const figures = await figuresOf(world.superAdmin, query, zone, null);
    expect(await differing(world.superAdmin, figures, zone)).toEqual([]);
    const { rounds } = await get<Dashboard>(world.superAdmin, getDashboard.path, query, zone);
    const told = steps.reduce((sum, one) => sum + one.inProgress + one.incompleted + one.completed, 0);
    expect(told).toBe(statuses.reduce((sum, status) => sum + (rounds?.now[status] ?? 0), 0));
  });

  it('[DASH-02] sums up to what the parts are', async () => {
    const query = { range: 'last30Days' };
    const zone = 'America/New_York';
    const { rounds, due } = await get<Dashboard>(world.superAdmin, getDashboard.path, query, zone);
    const { steps, week } = await get<DashboardTrend>(world.superAdmin, getDashboardTrend.path, query, zone);
    const { sites } = await get<DashboardRanking>(world.superAdmin, getDashboardRanking.path, query, zone);
    const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
    for (const status of statuses) {
      expect(sum(steps.map((step) => step[status]))).toBe(rounds?.now[status]);
      expect(sum(sites.map((site) => site.rounds?.[status] ?? 0))).toBe(rounds?.now[status]);
    }
    expect(sum(week)).toBe(sum(steps.flatMap((step) => statuses.map((status) => step[status]))));
    for (const outcome of dueOutcomes) {
      expect(sum(sites.map((site) => site.due?.[outcome] ?? 0))).toBe(due?.now[outcome]);
    }
    expect(steps).toHaveLength(30);
  });

  it('[DASH-02] tells a sub admin of the own site alone, whatever site is asked for', async () => {
    const [own = '', other = ''] = world.siteIds;
    const figures = await figuresOf(world.subAdmin, { range: 'last30Days' }, 'UTC', own);
    expect(await differing(world.subAdmin, figures, 'UTC')).toEqual([]);
    expect(figures.some(({ value }) => value > 0)).toBe(true);
    const foreign = await figuresOf(world.subAdmin, { range: 'last30Days', site: other }, 'UTC', other);
    expect(foreign.filter(({ value }) => value > 0)).toEqual([]);
    const asAdmin = await figuresOf(world.superAdmin, { range: 'last30Days', site: own }, 'UTC', own);
    expect(asAdmin.map(({ what, value }) => [what, value])).toEqual(
      figures.map(({ what, value }) => [what, value]),
    );
  });

  it('[DASH-02] names the sites with most guards on duty, of as many by name, and a sub admin the own site', async () => {
    const tenant = await makeTenant(server.owner);
    const names = ['Beach', 'attic', 'Cellar', 'Dock', 'Estate', 'Farm'];
    const crews = [1, 1, 3, 2, 1, 0];
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      const id = await makeSite(server.owner, tenant, { name });
      ids.push(id);
      for (let guard = 0; guard < (crews[index] ?? 0); guard += 1) {
        const { id: guard_id } = await makeGuard(server.owner, tenant, { siteIds: [id] });
        await makeDuty(server.owner, tenant, { guard_id, site_id: id });
      }
    }
    const atNight = async (siteId?: string) => {
      const user = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
      const caller = await browserOf(server, tenant, user.id);
      const reply = await get<Dashboard>(caller, getDashboard.path, { range: 'lastHour' }, 'UTC');
      const named = reply.onDutySites ?? [];
      const place = { span: reply.span, site: siteId ?? null };
      const { query } = onDutyElsewhereLink(
        place,
        named.map(({ id }) => id),
      );
      const elsewhere = await get<{ count: number }>(caller, listLoginLogout.path, query, 'UTC');
      return [reply.onDuty, named.map(({ name, onDuty }) => `${name} ${onDuty}`), elsewhere.count];
    };
    expect(await atNight()).toEqual([8, ['Cellar 3', 'Dock 2', 'attic 1', 'Beach 1'], 1]);
    await server.owner
      .insertInto('tenant_settings')
      .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify({ LOGIN_LOGOUT: ['view'] }) })
      .execute();
    expect(await atNight(ids[3])).toEqual([2, ['Dock 2'], 0]);
  });

  it('[DASH-02] tells a sub admin of no module that is not theirs, and a new tenant that nothing is there', async () => {
    const tenant = await makeTenant(server.owner);
    const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    const empty = await get<Dashboard>(admin, getDashboard.path, { range: 'currentDay' }, 'UTC');
    expect(empty.places).toEqual({ sites: 0, guards: 0, checkpoints: 0, routes: 0, tours: 0 });
    const siteId = await makeSite(server.owner, tenant);
    const user = await makeUser(server.owner, tenant, { siteId });
    const caller = await browserOf(server, tenant, user.id);
    const { rounds, ...rest } = await get<Dashboard>(caller, getDashboard.path, { range: 'lastHour' }, 'UTC');
    expect(rounds).not.toBeNull();
    expect(rest).toMatchObject({
      due: null,
      onDuty: null,
      onDutySites: null,
      incidents: null,
      exceptions: null,
    });
    const ranking = await get<DashboardRanking>(
      caller,
      getDashboardRanking.path,
      { range: 'lastHour' },
      'UTC',
    );
    expect(ranking).toMatchObject({ guards: null, missed: [], sites: [{ id: siteId, due: null }] });
  });

  it.each([
    [{ range: 'custom' }],
    [{ range: 'currentDay', from: '2026-01-01', to: '2026-01-02' }],
    [{ range: 'custom', from: '2026-01-02', to: '2026-01-01' }],
    [{ range: 'custom', from: '2024-01-01', to: '2026-01-01' }],
    [{ range: 'lastYear' }],
  ])('[DASH-01] refuses %j', async (query) => {
    const reply = await world.superAdmin('GET', getDashboard.path, { query: { ...query } });
    expect(reply.statusCode).toBe(400);
  });
});
