// What stands in a mailed report: the rows and figures of each part, of its site and days alone, and how long it is kept.
import { randomUUID } from 'node:crypto';
import { parseCsv } from 'hucre/csv';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { reportContents, reportLinkRequestsPerMinute } from '@watchpost/domain/scheduled-reports';
import { pdfText } from '../../platform/tables-out/pdf-text.testing.ts';
import { makeDuty, makeIncident, makeRound, makeSite, makeTenant } from '../../testing/factories.ts';
import { makeException } from '../../testing/make-exception.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { anyone } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { addDay, at, instant } from './report-parts.testing.ts';
import { deleteOldFiles } from './scheduled-reports.jobs.ts';
import {
  filesOf,
  linkIn,
  mailsTo,
  planReport,
  type ReportWorld,
  reportWorld,
  runsOf,
  settled,
  tick,
} from './scheduled-reports.testing.ts';

let world: ReportWorld;
const dayMs = 86_400_000;
beforeAll(async () => {
  world = await reportWorld();
  const { server, tenant, siteId, guardId } = world;
  for (const site of [siteId, world.otherSite]) {
    await addDay(world, site);
  }
  // Of the day after, at its first moment.
  const next = at('00:00') + dayMs;
  await makeRound(server.owner, tenant, { site_id: siteId, guard_id: guardId, started_at_ms: next });
  await makeDuty(server.owner, tenant, { guard_id: guardId, site_id: siteId, started_at_ms: next });
  await makeDueRound(server.owner, tenant, siteId, { dueAtMs: next });
  await makeIncident(server.owner, tenant, siteId, { reported_at: new Date(next) });
  await makeException(server.owner, tenant, siteId, { happened_at_ms: next });
});

const armed_at = new Date('2026-03-04T12:00:00Z');

async function mailed(to: string, values: Parameters<typeof planReport>[1]) {
  const id = await planReport(world, { armed_at, recipients: [to], ...values });
  await tick(world, '2026-03-05T07:00:00');
  await settled(world, id, 1);
  const [mail] = await mailsTo(world, to, 1);
  return { id, mail };
}

/** Each table of a message: its title and its rows. */
const tablesOf = (html: string | false | undefined): string[] =>
  [...String(html).matchAll(/<table.*?<\/table>/gs)].map(([table]) =>
    [...table.matchAll(/<tr>.*?<\/tr>/gs)]
      .map(([row]) => row.replace('</th><td', ': <td').replaceAll(/<[^>]+>/g, ''))
      .join(' | '),
  );

it('[TRUTH-04] a report holds in each of its parts the rows and figures of its site and day, and nothing else', async () => {
  const selection = { contents: [...reportContents], formats: ['pdf' as const, 'csv' as const] };
  const { mail } = await mailed('parts@client.example', selection);
  for (const figures of [
    [
      'Scanned checkpoints',
      'Rounds: 3',
      'Completed: 1',
      'Incompleted: 1',
      'Inprogress: 1',
      'Checkpoints scanned: 8',
      'Checkpoints planned: 15',
    ],
    ['Login and logout', 'Sessions: 3', 'On duty: 1', 'Logged out: 1', 'Closed by system: 1'],
    ['Due rounds', 'Due: 5', 'Completed: 1', 'Incompleted: 1', 'Missed: 1', 'Excused: 1', 'Not over yet: 1'],
    ['Missed rounds', 'Missed: 1'],
    ['Incidents', 'Incidents: 3', 'Not closed yet: 2', 'High or critical: 2'],
    ['Exceptions', 'Exceptions: 3', 'Not closed yet: 2', 'High or critical: 2'],
  ]) {
    expect(mail?.text).toContain(`\n\n${figures.join('\n  ')}\n\n`);
    expect(tablesOf(mail?.html)).toContain(figures.join(' | '));
  }
  expect(tablesOf(mail?.html)).toHaveLength(reportContents.length);
  const [document, ...tables] = filesOf(mail);
  const parts = tables.map((bytes) => parseCsv(`${bytes}`).map((cells) => cells.join(' | ')));
  // Of those on its pages none is broken.
  const instantsOf = (texts: readonly unknown[]) => texts.join().match(/\/03\/26 \d\d:\d\d [AP]M/g)?.length;
  expect(instantsOf(await pdfText(document ?? Buffer.from('')))).toBe(instantsOf(parts));
  expect(parts).toEqual([
    [
      'Started | Ended | Site | Route | Guard | Employee ID | Scanned | Planned | Percent | Status | Sent late, arrived',
      '04/03/26 12:00 AM | 04/03/26 12:30 AM | Mill |  | Ravi Patil | M7 | 5 | 5 | 100 | Completed | ',
      '04/03/26 02:00 AM | 04/03/26 02:30 AM | Mill |  | Ravi Patil | M7 | 2 | 5 | 40 | Incompleted | ',
      '04/03/26 03:00 AM |  | Mill |  | Ravi Patil | M7 | 1 | 5 | 20 | Inprogress | ',
    ],
    [
      'Login | Logout | Site | Guard | Employee ID | Status',
      '04/03/26 12:10 AM | 04/03/26 08:10 AM | Mill | Ravi Patil | M7 | Logged out',
      '04/03/26 09:00 AM | 04/03/26 08:00 PM | Mill | Ravi Patil | M7 | Closed by system',
      '04/03/26 10:00 PM |  | Mill | Ravi Patil | M7 | On duty',
    ],
    [
      'Due at | Site | Tour | Route | Status | Guard | Begun | Sent late, arrived | Excuse or acceptance',
      '04/03/26 12:00 AM | Mill | Tour | Route | Completed | Ravi Patil | 04/03/26 12:00 AM |  | ',
      '04/03/26 04:00 AM | Mill | Tour | Route | Excused |  |  |  | Flood',
      '04/03/26 05:00 AM | Mill | Tour | Route | Missed | Ravi Patil | 04/03/26 02:00 AM | 02/04/26 08:20 AM | ',
      '04/03/26 06:00 AM | Mill | Tour | Route | Late |  |  |  | ',
      '04/03/26 07:00 AM | Mill | Tour | Route | Incompleted |  |  |  | ',
    ],
    [
      'Due at | Site | Tour | Route | Status | Guard | Begun | Sent late, arrived',
      '04/03/26 05:00 AM | Mill | Tour | Route | Missed | Ravi Patil | 04/03/26 02:00 AM | 02/04/26 08:20 AM',
    ],
    [
      'Reported | Site | Type | Severity | Status | Since | Description | Reported by | Assigned to',
      '04/03/26 12:00 AM | Mill | Fire or smoke | Critical | New | 04/03/26 12:00 AM | At 00:00 | Ravi Patil | ',
      '04/03/26 11:00 AM | Mill | Fire or smoke | High | Attended | 04/03/26 12:00 PM | At 11:00 | Asha Kale | ',
      '04/03/26 11:59 PM | Mill | Theft | Low | Closed | 04/03/26 11:59 PM | At 23:59 |  | Asha Kale',
    ],
    [
      'Happened | Site | Kind | Severity | Route | Status | Outcome | Reason for closing | Assigned to',
      '04/03/26 12:00 AM | Mill | Missed | High | Night walk | Open |  |  | ',
      '04/03/26 10:00 AM | Mill | Doubtful | Critical | Night walk | In hand |  |  | Asha Kale',
      '04/03/26 11:59 PM | Mill | Late | Low | Night walk | Closed | False alarm | The clock was wrong. | ',
    ],
  ]);
});

it.each([
  ['incidentClosed', 'incidents'],
  ['roundIncompleted', 'scannedCheckpoints'],
] as const)('a report on %s holds just what that happened to, at its own site', async (event, content) => {
  const to = `${event}@client.example`;
  const timing = JSON.stringify({ kind: 'event', event, gatherMinutes: 5 });
  const values = { armed_at: instant('00:00'), recipients: [to], timing, contents: [content] };
  const id = await planReport(world, values);
  const emptySite = await makeSite(world.server.owner, world.tenant);
  const withoutRows = await planReport(world, values, emptySite);
  await tick(world, '2026-03-05T00:30:00');
  await tick(world, '2026-03-05T00:36:00');
  await settled(world, id, 1);
  expect(await runsOf(world, id)).toMatchObject([{ kind: 'event', state: 'sent', row_count: 1 }]);
  expect(await runsOf(world, withoutRows)).toEqual([]);
});

it('a mailed link opens for fourteen days and shows what is kept, which is thirty', async () => {
  const { id, mail } = await mailed('kept@client.example', {});
  const link = linkIn(mail?.text, world, 'shared-reports');
  const page = () => anyone(world.server.app, world.tenant)('GET', link);
  const [run] = (await world.admin('GET', `/secure/scheduled-reports/${id}/runs`)).json().data;
  expect(Math.abs(run.linksUntilMs - (Date.now() + 14 * dayMs))).toBeLessThan(120_000);
  const { owner, database } = world.server;
  const isStoredAfter = async (days: number) => {
    const created_at = new Date(Date.now() - days * dayMs + 60_000);
    await owner
      .updateTable('scheduled_report_files')
      .set({ created_at })
      .where('run_id', '=', run.id)
      .execute();
    await deleteOldFiles({ files: testFiles(), onProblem: expect.fail }, database);
    const [now] = (await world.admin('GET', `/secure/scheduled-reports/${id}/runs`)).json().data;
    return now.files.map(({ isKept }: { isKept: boolean }) => isKept);
  };
  expect(await isStoredAfter(30)).toEqual([true]);
  expect((await page()).body.match(/\/files\//g)).toHaveLength(1);
  // Files of a try that came to nothing are no one's.
  await owner
    .insertInto('scheduled_report_files')
    .columns(['tenant_id', 'id', 'run_id', 'attempt', 'name', 'media_type', 'storage_key', 'bytes'])
    .expression((from) =>
      from
        .selectFrom('scheduled_report_files')
        .select([
          'tenant_id',
          sql<string>`gen_random_uuid()`.as('id'),
          'run_id',
          sql<number>`attempt - 1`.as('attempt'),
        ])
        .select(['name', 'media_type', sql<string>`storage_key || '-'`.as('storage_key'), 'bytes'])
        .where('run_id', '=', run.id),
    )
    .execute();
  expect((await page()).body.match(/\/files\//g)).toHaveLength(1);
  expect(await isStoredAfter(31)).toEqual([false]);
  expect((await page()).statusCode).toBe(404);
});

it.each([
  ['GET', '/shared-reports/', ''],
  ['GET', '/shared-reports/', `/files/${randomUUID()}`],
  ['GET', '/report-subscriptions/', ''],
] as const)(
  'links are not guessed: beyond sixty a minute %s %s…%s answers no one',
  async (method, before, after) => {
    const guest = anyone(world.server.app, await makeTenant(world.server.owner));
    const guess = async () => (await guest(method, `${before}${'x'.repeat(43)}${after}`)).statusCode;
    const answers = await Promise.all(Array.from({ length: reportLinkRequestsPerMinute }, guess));
    expect(new Set(answers)).toEqual(new Set([404]));
    expect(await guess()).toBe(429);
  },
);

it('a file holds every row of a moment at which more happened than are read at once', async () => {
  const { server, tenant, otherSite, guardId } = world;
  const startedAtMs = Date.parse('2026-05-01T12:00:00+05:30');
  const of = { site_id: otherSite, guard_id: guardId, started_at_ms: startedAtMs };
  const first = await makeRound(server.owner, tenant, of);
  await sql`INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, started_at_ms, ended_at_ms, status_code,
      total_check_points, scanned_check_points, arrival_no)
    SELECT tenant_id, gen_random_uuid(), site_id, guard_id, device_id, started_at_ms, ended_at_ms, status_code,
      total_check_points, scanned_check_points, arrival_no + more
    FROM rounds, generate_series(1, 600) AS more WHERE id = ${first}`.execute(server.owner);
  const to = 'many@client.example';
  const values = { armed_at: new Date('2026-05-01T12:00:00Z'), recipients: [to], formats: ['csv' as const] };
  const id = await planReport(world, values, otherSite);
  await tick(world, '2026-05-02T07:00:00');
  await settled(world, id, 1);
  const [mail] = await mailsTo(world, to, 1);
  const [file] = filesOf(mail);
  expect(parseCsv(`${file}`)).toHaveLength(602);
});
