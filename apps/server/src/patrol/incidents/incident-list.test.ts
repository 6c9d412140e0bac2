// The list of incidents: its filters, every column by which it is sorted, and its file.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeIncident, makeUser } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { type IncidentWorld, makeIncidentWorld } from './incidents.testing.ts';

let server: TestApp;

beforeAll(async () => {
  server = await testApp();
});

describe('the list of incidents', () => {
  let own: IncidentWorld;
  const list = async (query: Record<string, string>, by = own.admin) =>
    (await by('GET', '/secure/incidents', { query })).json();
  const textsOf = (reply: { data: { description: string }[] }) =>
    reply.data.map(({ description }) => description);

  beforeAll(async () => {
    own = await makeIncidentWorld(server);
    const rows = [
      ['Gate forced', 'intrusion', 'critical', 'New', own.siteId, '2026-05-01T20:00:00Z'],
      ['Pipe burst', 'damage', 'medium', 'Attended', own.otherSiteId, '2026-05-02T02:00:00Z'],
      ['Bicycle gone', 'theft', 'low', 'Closed', own.siteId, '2026-05-03T02:00:00Z'],
      ['Lock broken', 'safetyHazard', 'high', 'New', own.otherSiteId, '2026-05-04T02:00:00Z'],
    ] as const;
    const { id: zoe } = await makeUser(server.owner, own.tenant, { first_name: 'zoe' });
    const assignees = [zoe, own.adminId, null, own.subAdminId];
    for (const [index, [description, type, severity, status, siteId, at]] of rows.entries()) {
      await makeIncident(server.owner, own.tenant, siteId, {
        description,
        type,
        severity,
        status,
        reported_at: new Date(at),
        updated_at: new Date(Date.parse(at) - index * 3 * 86_400_000),
        assignee_id: assignees[index] ?? null,
      });
    }
  });

  it.each<[Record<string, string>, string[]]>([
    [{}, ['Lock broken', 'Bicycle gone', 'Pipe burst', 'Gate forced']],
    [{ severity: 'low' }, ['Bicycle gone']],
    [{ state: 'Attended' }, ['Pipe burst']],
    [{ state: 'open' }, ['Lock broken', 'Pipe burst', 'Gate forced']],
    [{ type: 'intrusion' }, ['Gate forced']],
    [{ searchText: 'bicylce' }, ['Bicycle gone']],
    [{ assignee: 'none' }, ['Bicycle gone']],
    [
      { fromMs: `${Date.parse('2026-05-02T02:00:00Z')}`, toMs: `${Date.parse('2026-05-03T02:00:00Z')}` },
      ['Pipe burst'],
    ],
  ])('[MNG-08] [GRID-05] with %j shows %j', async (query, expected) => {
    const reply = await list(query);
    expect(textsOf(reply)).toEqual(expected);
    expect(reply.count).toBe(expected.length);
  });

  it.each<[string, string[]]>([
    ['reportedAt', ['Gate forced', 'Pipe burst', 'Bicycle gone', 'Lock broken']],
    ['updatedAt', ['Lock broken', 'Bicycle gone', 'Pipe burst', 'Gate forced']],
    ['severity', ['Bicycle gone', 'Pipe burst', 'Lock broken', 'Gate forced']],
    ['type', ['Pipe burst', 'Gate forced', 'Lock broken', 'Bicycle gone']],
    ['assignee', ['Bicycle gone', 'Pipe burst', 'Lock broken', 'Gate forced']],
  ])('[MNG-08] [GRID-06] is sorted by %s both ways', async (sortColumn, rising) => {
    expect(textsOf(await list({ sortColumn, sortType: 'asc' }))).toEqual(rising);
    expect(textsOf(await list({ sortColumn, sortType: 'desc' }))).toEqual(rising.toReversed());
  });

  it.each<[string, string[]]>([
    ['status', ['New', 'New', 'Attended', 'Closed']],
    ['site', ['Hill Store', 'Hill Store', 'River Depot', 'River Depot']],
  ])('[MNG-08] [GRID-06] is sorted by %s, of which several have the same', async (sortColumn, rising) => {
    const shown = async (sortType: string) =>
      (await list({ sortColumn, sortType })).data.map(
        (row: Record<string, string>) => row[sortColumn === 'site' ? 'siteName' : 'status'],
      );
    expect(await shown('asc')).toEqual(rising);
    expect(await shown('desc')).toEqual(rising.toReversed());
  });

  it('[MNG-08] counts days as the caller’s zone has them', async () => {
    const on = async (day: string, timezone: string) => {
      const query = { from: day, to: day };
      const reply = await own.admin('GET', '/secure/incidents', { query, headers: { timezone } });
      return textsOf(reply.json());
    };
    expect(await on('2026-05-02', 'Asia/Kolkata')).toEqual(['Pipe burst', 'Gate forced']);
    expect(await on('2026-05-02', 'UTC')).toEqual(['Pipe burst']);
    // Where both were reported at the stroke of midnight, each is of the day that begins.
    expect(await on('2026-05-02', 'America/Noronha')).toEqual(['Pipe burst']);
    expect(await on('2026-05-03', 'America/Noronha')).toEqual(['Bicycle gone']);
  });

  it('[MNG-08] names the zone of each site, by whose clock it was reported', async () => {
    expect((await list({ severity: 'low' })).data).toMatchObject([{ siteTimeZone: 'Asia/Kolkata' }]);
  });

  it('[MNG-08] is that of one site, and exported as it is filtered', async () => {
    expect(textsOf(await list({ site: own.otherSiteId }))).toEqual(['Lock broken', 'Pipe burst']);
    const query = { format: 'csv', severity: 'critical' };
    const file = await own.admin('GET', '/secure/incidents/export', { query });
    expect(file.body).toContain('Gate forced');
    expect(file.body).toContain('Intrusion');
    expect(file.body).not.toContain('Pipe burst');
  });
});
