// Runs of before it was kept what each holds: the newer schema finds that out of the audit log, and where it cannot, keeps them
// from sub admins.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { statements } from '../../platform/db/migrations/0067-what-runs-hold.ts';
import { planReport, type ReportWorld, reportWorld } from './scheduled-reports.testing.ts';

async function addRun({ server, tenant }: ReportWorld, reportId: string, takenAt: Date): Promise<string> {
  const id = randomUUID();
  await server.owner
    .insertInto('scheduled_report_runs')
    .values({
      tenant_id: tenant.id,
      id,
      report_id: reportId,
      kind: 'planned',
      occasion: id,
      due_at_ms: 1,
      from_ms: 1,
      to_ms: 2,
      time_zone: 'UTC',
      state: 'sent',
      next_try_at: new Date(takenAt.getTime() + 600_000),
      row_count: 0,
      test_email: null,
    })
    .execute();
  return id;
}

async function change({ admin }: ReportWorld, id: string, fields: object): Promise<void> {
  const path = `/secure/scheduled-reports/${id}`;
  const { version } = (await admin('GET', path)).json();
  const body = {
    name: 'Changed',
    siteId: null,
    timing: { kind: 'daily', minute: 420 },
    contents: ['scannedCheckpoints'],
    period: 'day',
    dayStartMinute: 0,
    formats: ['pdf'],
    language: 'en',
    recipients: ['client@example.com'],
    sendsEmpty: false,
    ...fields,
    version,
  };
  expect((await admin('PUT', path, { body })).statusCode).toBe(200);
}

it('[MNG-07] runs of until now are of their report’s site and parts, unless those were changed since', async () => {
  const world = await reportWorld();
  const { siteId, otherSite, server } = world;
  const [before, after] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 2 * 3_600_000)];
  const [own, all] = [await planReport(world), await planReport(world, {}, null)];
  const moved = await planReport(world, {}, otherSite);
  await change(world, moved, { siteId: null });
  await change(world, moved, { siteId });
  const cut = await planReport(world, { contents: ['incidents', 'scannedCheckpoints'] });
  await change(world, cut, { siteId, contents: ['loginLogout'] });
  await change(world, cut, { siteId });
  await change(world, own, { siteId, name: 'Renamed alone' });
  const ids = [
    await addRun(world, own, before),
    await addRun(world, all, before),
    await addRun(world, moved, before),
    await addRun(world, moved, after),
    await addRun(world, cut, before),
    await addRun(world, cut, after),
  ];
  await sql`ALTER TABLE scheduled_report_runs DROP COLUMN site_id, DROP COLUMN contents`.execute(
    server.owner,
  );

  for (const statement of statements) await sql.raw(statement).execute(server.owner);

  const rows = await server.owner
    .selectFrom('scheduled_report_runs')
    .select(['id', 'site_id', 'contents'])
    .execute();
  const held = new Map(rows.map((row) => [row.id, [row.site_id, row.contents.toSorted()]]));
  const scans = ['scannedCheckpoints'];
  expect(ids.map((id) => held.get(id))).toEqual([
    [siteId, scans],
    [null, scans],
    [null, scans],
    [siteId, scans],
    [siteId, ['incidents', 'loginLogout', 'scannedCheckpoints']],
    [siteId, scans],
  ]);
});
