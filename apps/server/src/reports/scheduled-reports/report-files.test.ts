// The files of a report: all rows of its time, under names that say which time that is.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { TimeRange } from '@watchpost/domain/time-zone';
import { makeGuard, makeIncident, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { testFiles } from '../../testing/test-files.ts';
import { type MadeFile, openReport, type ReportOrder } from './make-report.service.ts';

const dayMs = 86_400_000;
const dayBegan = Date.parse('2026-03-04T00:00:00+05:30');
let made: TestDatabase;
let tenant: MadeTenant;
let siteId: string;

beforeAll(async () => {
  made = await testDatabase();
  tenant = await makeTenant(made.owner);
  siteId = await makeSite(made.owner, tenant);
});

async function filesOf(order: Pick<ReportOrder, 'contents'> & Partial<ReportOrder>): Promise<MadeFile[]> {
  const range: TimeRange = { fromMs: dayBegan, toMs: dayBegan + dayMs };
  const usual = { name: 'Night', tenantId: tenant.id, siteId: null, subjectIds: null, range } as const;
  const written = { formats: ['csv'], language: 'en', timeZone: 'Asia/Kolkata' } as const;
  const opened = await openReport(testFiles(), made.owner, { ...usual, ...written, ...order });
  const files: MadeFile[] = [];
  for await (const file of opened.files()) files.push(file);
  return files;
}

it('a table holds all rows, also where they are very many', async () => {
  const rows = 200_001;
  const guard = await makeGuard(made.owner, tenant, { siteIds: [siteId] });
  await made.owner.transaction().execute(async (transaction) => {
    // No one has to hear of them.
    await sql`SELECT set_config('session_replication_role', 'replica', true)`.execute(transaction);
    await sql`INSERT INTO duty_sessions (tenant_id, id, guard_id, site_id, started_at_ms, ended_at_ms)
      SELECT ${tenant.id}::uuid, gen_random_uuid(), ${guard.id}::uuid, ${siteId}::uuid, ${dayBegan}::bigint + at, ${dayBegan}::bigint + at + 1
      FROM generate_series(1, ${rows}::int) AS at`.execute(transaction);
  });
  const [file] = await filesOf({ contents: ['loginLogout'] });
  // One of headings.
  expect(file?.bytes.toString().trimEnd().split('\r\n').length).toBe(rows + 1);
}, 60_000);

it.each([
  [0, 'Night 2026-03-04.csv'],
  [2 * dayMs, 'Night 2026-03-04 - 2026-03-06.csv'],
])('one on events is named by the days of the first and of the last, %d ms later', async (later, name) => {
  const fromMs = dayBegan + 3_600_000;
  const subject = await makeIncident(made.owner, tenant, siteId, { reported_at: new Date(fromMs) });
  const range = { fromMs, toMs: fromMs + later };
  const files = await filesOf({ contents: ['incidents'], subjectIds: [subject], range });
  expect(files.map((file) => file.name)).toEqual([name]);
});

it('one of a planned day is named by that day alone', async () => {
  const begins = dayBegan + 6 * 3_600_000;
  const range = { fromMs: begins, toMs: begins + dayMs };
  expect((await filesOf({ contents: ['incidents'], range })).map((file) => file.name)).toEqual([
    'Night 2026-03-04.csv',
  ]);
});
