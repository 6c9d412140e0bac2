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
import {
  dueLink,
  exceptionsLink,
  type FigureLink,
  type FigureList,
  type FigurePlace,
  incidentsLink,
  onDutyLink,
  roundsLink,
  type RoundsWanted,
} from '@watchpost/contract/dashboard-links';
import { listDueRounds } from '@watchpost/contract/due-rounds';
import { listExceptions } from '@watchpost/contract/exceptions';
import { listIncidents } from '@watchpost/contract/incidents';
import { listLoginLogout } from '@watchpost/contract/login-logout';
import { listScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { dashboardRanges } from '@watchpost/domain/dashboard';
import { type DueTally, dueOutcomes, judgedOf } from '@watchpost/domain/due-outcomes';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import { makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
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

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly link: FigureLink | null;
}

type Query = Readonly<Record<string, string>>;

async function get<Reply>(caller: Caller, path: string, query: Query, timezone: string): Promise<Reply> {
  const reply = await caller('GET', path, { query: { ...query }, headers: { timezone } });
  if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body}`);
  return reply.json();
}

const place = ({ span }: { span: Dashboard['span'] }, site: string | null): FigurePlace => ({ span, site });

const dueFigures = (what: string, at: FigurePlace, tally: DueTally, guard?: string): Figure[] => [
  ...dueOutcomes.map((outcome) => ({
    what: `${what} ${outcome}`,
    value: tally[outcome],
    link: dueLink(at, outcome, guard),
  })),
  { what: `${what} judged`, value: judgedOf(tally), link: dueLink(at, 'judged', guard) },
];

const statuses = ['inProgress', 'incompleted', 'completed'] as const;
type Tally = Readonly<Record<(typeof statuses)[number], number>>;

const roundFigures = (what: string, at: FigurePlace, tally: Tally, wanted: RoundsWanted = {}): Figure[] => [
  ...statuses.map((status) => ({
    what: `${what} ${status}`,
    value: tally[status],
    link: roundsLink(at, { ...wanted, status }),
  })),
  {
    what: `${what} in all`,
    value: tally.inProgress + tally.incompleted + tally.completed,
    link: roundsLink(at, wanted),
  },
  {
    what: `${what} ended`,
    value: tally.incompleted + tally.completed,
    link: roundsLink(at, { ...wanted, status: 'ended' }),
  },
];

function firstFigures(reply: Dashboard, site: string | null): Figure[] {
  const at = place(reply, site);
  const { rounds, due, onDuty, incidents, exceptions } = reply;
  if (rounds === null || due === null || onDuty === null || incidents === null || exceptions === null) {
    throw new Error('something is hidden');
  }
  const of = (what: string, value: number, link: FigureLink | null): Figure => ({ what, value, link });
  return [
    ...roundFigures('rounds', at, rounds.now),
    ...dueFigures('due', at, due.now),
    of('on duty', onDuty, onDutyLink(at)),
    of('new incidents', incidents.New, incidentsLink(at, { state: 'New' })),
    of('attended incidents', incidents.Attended, incidentsLink(at, { state: 'Attended' })),
    of('open incidents', incidents.New + incidents.Attended, incidentsLink(at, { state: 'open' })),
    of('critical', incidents.critical, incidentsLink(at, { state: 'open', severity: 'critical' })),
    of('reported', incidents.reported, incidentsLink(at, { isOfSpan: true })),
    of('answered', incidents.attended.count, incidentsLink(at, { isOfSpan: true, state: 'answered' })),
    of('settled', incidents.closed.count, incidentsLink(at, { isOfSpan: true, state: 'settled' })),
    of('exceptions', exceptions.unsettled, exceptionsLink(at, 'unsettled')),
    of('overdue', exceptions.overdue, exceptionsLink(at, 'overdue')),
    of('closed exceptions', exceptions.closed.count, exceptionsLink(at, 'closed')),
  ];
}

function trendFigures(reply: DashboardTrend, site: string | null): Figure[] {
  const at = place(reply, site);
  const cell = (value: number, index: number): Figure => {
    const [weekday, hour] = [Math.floor(index / 24) + 1, index % 24];
    return { what: `weekday ${weekday} hour ${hour}`, value, link: roundsLink(at, { weekday, hour }) };
  };
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    what: `hour ${hour}`,
    value: reply.week.filter((_count, index) => index % 24 === hour).reduce((sum, count) => sum + count, 0),
    link: roundsLink(at, { hour }),
  }));
  return [
    ...reply.steps.flatMap((step) =>
      roundFigures(`from ${new Date(step.fromMs).toISOString()}`, at, step, { window: step }).slice(0, 4),
    ),
    ...reply.week.map(cell).filter(({ value }, index) => value > 0 || index % 24 === 0),
    ...hours,
  ];
}

function rankingFigures(reply: DashboardRanking, site: string | null): Figure[] {
  return [
    ...reply.sites.flatMap(({ id, rounds, due }) => [
      ...(rounds === null ? [] : roundFigures('site', place(reply, id), rounds)),
      ...(due === null ? [] : dueFigures('site', place(reply, id), due)),
    ]),
    ...(reply.guards ?? []).flatMap(({ id, due }) => dueFigures('guard', place(reply, site), due, id)),
    ...(reply.missed ?? []).map(({ id, name, missed }) => ({
      what: `missed ${name}`,
      value: missed,
      link: roundsLink(place(reply, site), { missed: id }),
    })),
  ];
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

  it('[DASH-01] [DASH-02] of more than a quarter of a year, which is told by weeks', async () => {
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
    expect(rest).toMatchObject({ due: null, onDuty: null, incidents: null, exceptions: null });
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
