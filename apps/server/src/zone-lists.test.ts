// Lists that are filtered by days go by one zone with their files and counts, in any browser (REP-13).
import { beforeAll, describe, expect, it } from 'vitest';
import { makeIncident, makeSite, makeTenant, makeUser, type MadeTenant } from './testing/factories.ts';
import { makeEntries } from './reports/audit-log/audit-entries.testing.ts';
import { browserOf } from './testing/made-sessions.ts';
import { makeClosedException, makeException } from './testing/make-exception.ts';
import { makeDueRound } from './testing/make-tour.ts';
import { pdfText } from './platform/tables-out/pdf-text.testing.ts';
import { type Caller, testApp, type TestApp } from './testing/test-app.ts';

const day = '2026-03-05';
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland'];
/** Named by the day that the clock of the site in Kolkata or New York showed. */
const times = {
  kolkataFifth: ['kolkata', '2026-03-04T19:00:00Z'],
  kolkataSixth: ['kolkata', '2026-03-05T18:45:00Z'],
  newYorkFourth: ['newYork', '2026-03-05T03:00:00Z'],
  newYorkFifth: ['newYork', '2026-03-06T04:30:00Z'],
} as const;
type Name = keyof typeof times;
const names = Object.keys(times) as Name[];
const timeOf = (name: Name) => Date.parse(times[name][1]);

let server: TestApp;
let tenant: MadeTenant;
let sites: Readonly<Record<'kolkata' | 'newYork', string>>;
let admin: Caller;
let manager: Caller;

interface Listed {
  readonly count: number;
  readonly data: readonly { readonly id: string }[];
}

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  sites = {
    kolkata: await makeSite(server.owner, tenant, { time_zone: 'Asia/Kolkata' }),
    newYork: await makeSite(server.owner, tenant, { time_zone: 'America/New_York' }),
  };
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const user = await makeUser(server.owner, tenant, { siteId: sites.newYork });
  manager = await browserOf(server, tenant, user.id);
  await server.owner
    .insertInto('tenant_settings')
    .values({
      tenant_id: tenant.id,
      sub_admin_access: JSON.stringify({ EXCEPTIONS: ['view'], INCIDENTS: ['view'], PATROL_TOURS: ['view'] }),
    })
    .execute();
});

/** One at each of the times; asks a list of them for the names of those that it shows. */
async function listOf(path: string, make: (name: Name, siteId: string) => Promise<string>) {
  const ids = new Map<string, Name>();
  for (const name of names) ids.set(await make(name, sites[times[name][0]]), name);
  const found = async (query: Record<string, string>, timezone = 'UTC', by = admin) => {
    const reply = await by('GET', path, { query, headers: { timezone } });
    expect(reply.statusCode).toBe(200);
    const { count, data } = reply.json<Listed>();
    const shown = data.flatMap(({ id }) => ids.get(id) ?? []).toSorted();
    expect(count).toBe(shown.length);
    return shown;
  };
  const fileOf = (query: Record<string, string>, timezone = 'UTC') =>
    admin('GET', `${path}/export`, { query, headers: { timezone } });
  return { ids, found, fileOf };
}
type Lists = Awaited<ReturnType<typeof listOf>>;

const incident = async (name: Name, siteId: string) => {
  const values = {
    reported_at: new Date(timeOf(name)),
    status_at: new Date(timeOf(name)),
    description: name,
  };
  return makeIncident(server.owner, tenant, siteId, values);
};
const waiting = (name: Name, siteId: string) =>
  makeException(server.owner, tenant, siteId, { happened_at_ms: timeOf(name), route_name: name });

describe.each([
  ['/secure/incidents', incident],
  ['/secure/exceptions', waiting],
] as const)('%s', (path, make) => {
  let list: Lists;
  beforeAll(async () => {
    list = await listOf(path, make);
  });
  const days = { from: day, to: day };

  it('[REP-13] goes by the viewer where no zone is named', async () => {
    expect(await list.found(days, 'UTC')).toEqual(['kolkataSixth', 'newYorkFourth']);
    expect(await list.found(days, 'Asia/Kolkata')).toEqual(['kolkataFifth', 'newYorkFourth']);
  });

  it.each(zones)(
    '[REP-13] shows and exports the same of a named zone to a browser in %s',
    async (browser) => {
      const query = { ...days, zone: 'America/New_York' };
      expect(await list.found(query, browser)).toEqual(['kolkataSixth', 'newYorkFifth']);
      const { body } = await list.fileOf({ ...query, format: 'csv' }, browser);
      const lines = body.split('\r\n').filter((line) => line !== '');
      expect(lines).toHaveLength(3);
      expect(lines.find((line) => line.includes('newYorkFifth'))).toContain('11:30 PM');
      expect(lines.find((line) => line.includes('kolkataSixth'))).toContain('01:45 PM');
    },
  );

  it.each(zones)('[REP-13] goes by each site in site time, for a browser in %s', async (browser) => {
    const query = { ...days, zone: 'site' };
    expect(await list.found(query, browser)).toEqual(['kolkataFifth', 'newYorkFifth']);
    const { body } = await list.fileOf({ ...query, format: 'csv' }, browser);
    const lines = body.split('\r\n').filter((line) => line !== '');
    expect(lines).toHaveLength(3);
    expect(lines.find((line) => line.includes('kolkataFifth'))).toContain('12:30 AM');
    expect(lines.find((line) => line.includes('newYorkFifth'))).toContain('11:30 PM');
  });

  it('[REP-13] takes one end of the days alone in site time, and pages them whole', async () => {
    expect(await list.found({ from: day, zone: 'site' })).toEqual([
      'kolkataFifth',
      'kolkataSixth',
      'newYorkFifth',
    ]);
    expect(await list.found({ to: day, zone: 'site' })).toEqual([
      'kolkataFifth',
      'newYorkFifth',
      'newYorkFourth',
    ]);
    const pages = await Promise.all(
      ['0', '1'].map(async (offset) => {
        const query = { ...days, zone: 'site', offset, limit: '1' };
        return (await admin('GET', path, { query })).json<Listed>();
      }),
    );
    expect(pages.map(({ count }) => count)).toEqual([2, 2]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => list.ids.get(id)))).toEqual([
      'newYorkFifth',
      'kolkataFifth',
    ]);
  });

  it('[REP-13] [REP-07] shows a site manager the own site by its clock', async () => {
    expect(await list.found({ ...days, zone: 'site' }, 'Asia/Kolkata', manager)).toEqual(['newYorkFifth']);
    const foreign = { ...days, zone: 'site', site: sites.kolkata };
    expect(await list.found(foreign, 'Asia/Kolkata', manager)).toEqual([]);
  });

  it('[REP-13] says its zone on paper', async () => {
    const words = async (query: Record<string, string>) =>
      (await pdfText((await list.fileOf({ ...days, ...query, format: 'pdf' }, 'UTC')).rawPayload)).join(' ');
    expect(await words({})).toContain('Times of UTC');
    expect(await words({ zone: 'America/New_York' })).toContain('Times of America/New_York');
    expect(await words({ zone: 'site' })).toContain('Times of each site, by its own clock');
  });

  it.each(['Mars/Olympus', '', 'sites'])('[REP-13] refuses the zone %j', async (zone) => {
    const reply = await admin('GET', path, { query: { ...days, zone } });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['zone']]);
  });
});

describe('exceptions by site time', () => {
  it('[REP-13] are counted as the list shows them, of every status, kind and day of closing', async () => {
    const own = await listOf('/secure/exceptions', (name, siteId) =>
      makeClosedException(server.owner, tenant, siteId, {
        kind: 'late',
        happened_at_ms: timeOf(name) - 86_400_000,
        opened_at_ms: timeOf(name) - 3_600_000,
        taken_at_ms: timeOf(name) - 1_800_000,
        closed_at_ms: timeOf(name),
      }),
    );
    const before = { from: '2026-03-04', to: '2026-03-04', zone: 'site', kind: 'late' };
    expect(await own.found({ ...before, status: 'closed' })).toEqual(['kolkataFifth', 'newYorkFifth']);
    expect(await own.found({ ...before, status: 'unsettled' })).toEqual([]);
    const closed = { closedFrom: day, closedTo: day, kind: 'late' };
    expect(await own.found({ ...closed, zone: 'site' })).toEqual(['kolkataFifth', 'newYorkFifth']);
    expect(await own.found({ ...closed, zone: 'Asia/Kolkata' })).toEqual(['kolkataFifth', 'newYorkFourth']);
    const summary = async (zone: string) => {
      const query = { from: '2026-03-06', to: '2026-03-06', zone };
      return (await admin('GET', '/secure/exceptions/summary', { query })).json().closed.count;
    };
    const counts = await Promise.all(['site', 'Asia/Kolkata', 'UTC', 'America/New_York'].map(summary));
    expect(counts).toEqual([1, 2, 1, 0]);
  });
});

describe('due rounds', () => {
  const path = '/secure/due-rounds';
  let list: Lists;
  beforeAll(async () => {
    list = await listOf(path, (name, siteId) =>
      makeDueRound(server.owner, tenant, siteId, { dueAtMs: timeOf(name) }),
    );
  });

  it.each(zones)(
    '[REP-13] of a day go by a named zone or each site, for a browser in %s',
    async (browser) => {
      expect(await list.found({ day, zone: 'Asia/Kolkata' }, browser)).toEqual([
        'kolkataFifth',
        'newYorkFourth',
      ]);
      expect(await list.found({ day, zone: 'site' }, browser)).toEqual(['kolkataFifth', 'newYorkFifth']);
      const span = { from: day, to: day, zone: 'site' };
      expect(await list.found(span, browser)).toEqual(['kolkataFifth', 'newYorkFifth']);
      const site = { day, zone: 'Asia/Kolkata', site: sites.newYork };
      expect(await list.found(site, browser)).toEqual(['newYorkFourth']);
    },
  );

  it('[REP-13] name the zone of their day', async () => {
    const zoneOf = async (query: Record<string, string>) =>
      (await admin('GET', path, { query: { day, ...query }, headers: { timezone: 'UTC' } })).json().timeZone;
    expect(await zoneOf({ zone: 'Asia/Kolkata' })).toBe('Asia/Kolkata');
    expect(await zoneOf({ zone: 'site', site: sites.newYork })).toBe('America/New_York');
    expect(await zoneOf({ site: sites.newYork })).toBe('America/New_York');
    expect(await zoneOf({})).toBe('UTC');
  });
});

describe('the audit log', () => {
  const path = '/secure/audit-log';

  it.each(zones)('[REP-13] goes by a named zone in list and file, for a browser in %s', async (browser) => {
    const own = await makeTenant(server.owner);
    const caller = await browserOf(server, own, (await makeUser(server.owner, own)).id);
    const noon = Date.parse('2026-03-05T18:45:00Z');
    const made = await makeEntries(server.owner, own, 40, noon);
    const query = { from: day, to: day, zone: 'Asia/Kolkata' };
    const headers = { timezone: browser };
    const fromMs = Date.parse('2026-03-05T00:00:00+05:30');
    const expected = made.filter(({ at }) => at >= fromMs && at < fromMs + 86_400_000).map(({ id }) => id);
    const listed = (await caller('GET', path, { query: { ...query, limit: '100' }, headers })).json<Listed>();
    expect(listed.data.map(({ id }) => id)).toEqual(expected);
    const file = await caller('GET', `${path}/export`, { query: { ...query, format: 'csv' }, headers });
    const lines = file.body.split('\r\n').filter((line) => line !== '');
    expect(lines).toHaveLength(expected.length + 1);
    expect(lines[1]).toContain('10:45 PM');
  });

  it('[REP-13] knows no site time', async () => {
    const reply = await admin('GET', path, { query: { from: day, to: day, zone: 'site' } });
    expect(reply.statusCode).toBe(400);
  });
});

describe('the report of an incident', () => {
  it('[REP-13] [MNG-08] shows the zone that is asked for, else the site’s', async () => {
    const id = await incident('kolkataFifth', sites.kolkata);
    const words = async (query: Record<string, string>) => {
      const headers = { timezone: 'UTC' };
      const reply = await admin('GET', `/secure/incidents/${id}/report`, { query, headers });
      return (await pdfText(reply.rawPayload)).join(' ');
    };
    expect(await words({})).toContain('05/03/26 12:30 AM IST');
    expect(await words({ zone: 'site' })).toContain('05/03/26 12:30 AM IST');
    expect(await words({ zone: 'America/New_York' })).toContain('04/03/26 02:00 PM EST');
  });
});
