// Filter, list and file of a report go by one zone, in any browser (REP-13).
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDuty, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { planOf, rowsRead, statementsOf } from '../../testing/read-rows.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { pdfText } from '../../platform/tables-out/pdf-text.testing.ts';
import { siteRanges } from '../../platform/exports/report-zone.queries.ts';
import { arrive, idsOf, listPath, makeReportWorld, pageOf, type ReportWorld } from './report.testing.ts';
import { findPage } from './scanned-checkpoints.queries.ts';

const day = { from: '2026-03-05', to: '2026-03-05' };
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'];
const at = (text: string) => Date.parse(text);
/** Site 0 is in Kolkata, site 2 in New York; named by the day that the site's clock showed. */
const starts = {
  kolkataFifth: { site: 0, guard: 0, startedAtMs: at('2026-03-04T19:00:00Z') },
  kolkataSixth: { site: 0, guard: 0, startedAtMs: at('2026-03-05T18:45:00Z') },
  newYorkFourth: { site: 2, guard: 1, startedAtMs: at('2026-03-05T03:00:00Z') },
  newYorkFifth: { site: 2, guard: 1, startedAtMs: at('2026-03-06T04:30:00Z') },
} as const;
type Name = keyof typeof starts;

let server: TestApp;
let world: ReportWorld;
let ids: Readonly<Record<Name, string>>;

beforeAll(async () => {
  server = await testApp();
  world = await makeReportWorld(server);
  const names = Object.keys(starts) as Name[];
  const made = await arrive(
    server.owner,
    world,
    names.map((name) => starts[name]),
  );
  ids = Object.fromEntries(names.map((name, index) => [name, made[index] ?? ''])) as typeof ids;
  for (const name of names) {
    const { site, guard, startedAtMs } = starts[name];
    await makeDuty(server.owner, world.tenant, {
      site_id: world.siteIds[site] ?? '',
      guard_id: world.guardIds[guard] ?? '',
      started_at_ms: startedAtMs,
      ended_at_ms: startedAtMs + 3_600_000,
    });
  }
});

const named = (found: readonly string[]) =>
  Object.entries(ids).flatMap(([name, id]) => (found.includes(id) ? [name] : []));
const listed = async (query: Record<string, string>, timeZone?: string) =>
  named(idsOf(await pageOf(world.superAdmin, { ...day, ...query }, timeZone)));
const fileOf = (query: Record<string, string>, timezone = 'UTC', path = listPath) =>
  world.superAdmin('GET', `${path}/export`, { query: { ...day, ...query }, headers: { timezone } });

describe('a report in a zone', () => {
  it('[REP-13] goes by the viewer where none is named', async () => {
    expect(await listed({}, 'UTC')).toEqual(['kolkataSixth', 'newYorkFourth']);
    expect(await listed({}, 'Asia/Kolkata')).toEqual(['kolkataFifth', 'newYorkFourth']);
  });

  it.each(zones)('[REP-13] shows the same rows of a named zone to a browser in %s', async (browser) => {
    expect(await listed({ zone: 'America/New_York' }, browser)).toEqual(['kolkataSixth', 'newYorkFifth']);
    const file = await fileOf({ zone: 'America/New_York', format: 'csv' }, browser);
    expect(file.body).toContain(ids.newYorkFifth);
    expect(file.body).toContain('11:30 PM');
    expect(file.body).not.toContain(ids.newYorkFourth);
  });

  it.each(zones)('[REP-13] goes by each site in site time, for a browser in %s', async (browser) => {
    expect(await listed({ zone: 'site' }, browser)).toEqual(['kolkataFifth', 'newYorkFifth']);
    const file = await fileOf({ zone: 'site', format: 'csv' }, browser);
    const lines = file.body.split('\r\n');
    expect(lines.find((line) => line.includes(ids.kolkataFifth))).toContain('12:30 AM');
    expect(lines.find((line) => line.includes(ids.newYorkFifth))).toContain('11:30 PM');
    expect(lines.filter((line) => line !== '')).toHaveLength(3);
  });

  it('[REP-13] counts and pages by site time without losing or repeating a row', async () => {
    const first = await pageOf(world.superAdmin, { ...day, zone: 'site', limit: '1' });
    expect([first.count, named(idsOf(first))]).toEqual([2, ['newYorkFifth']]);
    const query = { ...day, zone: 'site', limit: '1', cursor: first.next ?? '' };
    const second = await pageOf(world.superAdmin, query);
    expect([second.count, named(idsOf(second)), second.next]).toEqual([2, ['kolkataFifth'], null]);
  });

  it('[REP-13] narrows site time by guard, status, hour and site', async () => {
    expect(await listed({ zone: 'site', guard: world.guardIds[1] ?? '' })).toEqual(['newYorkFifth']);
    expect(await listed({ zone: 'site', status: 'inProgress' })).toEqual([]);
    expect(await listed({ zone: 'site', hour: '23' })).toEqual(['newYorkFifth']);
    expect(await listed({ zone: 'site', site: world.siteIds[0] ?? '' })).toEqual(['kolkataFifth']);
  });

  it('[REP-13] [REP-07] shows a site manager the own site by its clock', async () => {
    const user = await makeUser(server.owner, world.tenant, { siteId: world.siteIds[2] ?? '' });
    const manager = await browserOf(server, world.tenant, user.id);
    expect(named(idsOf(await pageOf(manager, { ...day, zone: 'site' })))).toEqual(['newYorkFifth']);
  });

  it('[REP-13] says its zone on paper', async () => {
    const texts = async (query: Record<string, string>) =>
      (await pdfText((await fileOf({ ...query, format: 'pdf' }, 'Asia/Kolkata')).rawPayload)).join(' ');
    expect(await texts({})).toContain('Times of Asia/Kolkata');
    expect(await texts({ zone: 'America/New_York' })).toContain('Times of America/New_York');
    expect(await texts({ zone: 'site' })).toContain('Times of each site, by its own clock');
  });

  it.each(['Mars/Olympus', '', 'sites'])('[REP-13] refuses the zone %j', async (zone) => {
    const reply = await world.superAdmin('GET', listPath, { query: { ...day, zone } });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['zone']]);
  });

  it('[REP-13] finds the rows of site time in the index of each site', async () => {
    const startedAtMs = at('2001-03-05T00:00:00Z');
    // Many at a site that is not asked for, so that an index without the site reads far more.
    const elsewhere = Array.from({ length: 300 }, (_, n) => ({
      site: 1,
      guard: 0,
      startedAtMs: startedAtMs + n,
    }));
    await arrive(server.owner, world, [{ site: 0, guard: 0, startedAtMs }, ...elsewhere]);
    await server.owner.executeQuery(CompiledQuery.raw('ANALYZE rounds'));
    const sites = new Map([
      ['Asia/Kolkata', world.siteIds.slice(0, 1)],
      ['America/New_York', world.siteIds.slice(2)],
    ]);
    const range = { fromMs: startedAtMs - 1, toMs: startedAtMs + 300 };
    const filter = { siteId: null, guardIds: null, range: null, isAscending: false };
    const [statement] = await statementsOf(server, world.tenant.id, (scope) =>
      findPage(scope, { ...filter, siteRanges: siteRanges(sites, () => [range]) }, { offset: 0 }, 30),
    );
    if (statement === undefined) throw new Error('no statement');
    const nodes = await planOf(server, world.tenant.id, statement);
    const scans = nodes.filter((node) => node['Relation Name'] === 'rounds');
    expect(scans.every((node) => node['Node Type'] !== 'Seq Scan')).toBe(true);
    // Once for the page and once for its total.
    expect(rowsRead(nodes, 'rounds')).toBeLessThanOrEqual(2);
  });
});

describe('the login/logout report in a zone', () => {
  const path = '/secure/login-logout';
  const logins = async (query: Record<string, string>, timezone: string) => {
    const { data } = (
      await world.superAdmin('GET', path, { query: { ...day, ...query }, headers: { timezone } })
    ).json<{ data: { loginTime: number }[] }>();
    return Object.entries(starts).flatMap(([name, { startedAtMs }]) =>
      data.some(({ loginTime }) => loginTime === startedAtMs) ? [name] : [],
    );
  };

  it.each(zones)(
    '[REP-13] shows a browser in %s the same sessions of a named zone and of site time',
    async (browser) => {
      expect(await logins({ zone: 'America/New_York' }, browser)).toEqual(['kolkataSixth', 'newYorkFifth']);
      expect(await logins({ zone: 'site' }, browser)).toEqual(['kolkataFifth', 'newYorkFifth']);
      const file = await fileOf({ zone: 'site', format: 'csv' }, browser, path);
      expect(file.body).toContain('12:30 AM');
      expect(file.body).toContain('11:30 PM');
    },
  );
});
