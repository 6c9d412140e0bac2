// Who reads what a report sent: each run is of the site and the parts that it was made of, whatever becomes of the report.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportRun } from '@watchpost/contract/report-runs';
import type { ReportContent } from '@watchpost/domain/scheduled-reports';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeConsent } from '../../testing/make-scheduled-report.ts';
import { anyone, type Caller } from '../../testing/test-app.ts';
import {
  addRound,
  linkIn,
  mailsTo,
  planReport,
  type ReportWorld,
  reportWorld,
  runsOf,
  settled,
  tick,
} from './scheduled-reports.testing.ts';

const path = '/secure/scheduled-reports';
let world: ReportWorld;
let admin: Caller;
let subAdmin: Caller;

beforeAll(async () => {
  world = await reportWorld();
  ({ admin } = world);
  const access = JSON.stringify({ SCHEDULED_REPORTS: ['view', 'edit'] });
  const settings = { tenant_id: world.tenant.id, sub_admin_access: access };
  await world.server.owner.insertInto('tenant_settings').values(settings).execute();
  const { id } = await makeUser(world.server.owner, world.tenant, { siteId: world.siteId });
  subAdmin = await browserOf(world.server, world.tenant, id);
  for (const day of ['2026-11-20', '2026-11-21']) {
    await addRound(world, new Date(`${day}T22:00:00+05:30`).getTime());
    await addRound(world, new Date(`${day}T22:00:00+05:30`).getTime(), world.otherSite);
  }
});

async function historyOf(id: string, caller: Caller): Promise<ReportRun[]> {
  const { count, data } = (await caller('GET', `${path}/${id}/runs`)).json();
  expect(count).toBe(data.length);
  return data;
}
const saveFirst = async (id: string, run: ReportRun | undefined, caller: Caller) =>
  (await caller('GET', `${path}/${id}/runs/${run?.id}/files/${run?.files[0]?.id}`)).statusCode;

async function moveTo(siteId: string, id: string, recipient: string): Promise<void> {
  const report = (await admin('GET', `${path}/${id}`)).json();
  const body = {
    name: report.name,
    siteId,
    timing: report.timing,
    contents: report.contents,
    period: report.period,
    dayStartMinute: report.dayStartMinute,
    formats: report.formats,
    language: report.language,
    recipients: [recipient],
    sendsEmpty: report.sendsEmpty,
    version: report.version,
  };
  expect((await admin('PUT', `${path}/${id}`, { body })).statusCode).toBe(200);
  // As if that had been on the evening before the next sending.
  await world.server.owner
    .updateTable('scheduled_reports')
    .set({ armed_at: new Date('2026-11-21T12:00:00Z') })
    .where('id', '=', id)
    .execute();
}

describe.each([
  ['all sites', () => null, 'All sites'],
  ['another site', () => world.otherSite, 'Depot'],
])('what a report of %s sent', (_which, siteOf, siteName) => {
  let id: string;
  const recipient = `${siteName.replaceAll(' ', '.')}@client.example`;

  beforeAll(async () => {
    id = await planReport(world, { recipients: [recipient] }, siteOf());
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    await mailsTo(world, recipient, 1);
    await moveTo(world.siteId, id, recipient);
  });

  it('is not shown or given to a sub admin of the site that it is moved to', async () => {
    const [sent] = await historyOf(id, admin);
    expect(sent?.files).toHaveLength(1);
    expect((await subAdmin('GET', `${path}/${id}`)).json()).toMatchObject({ lastRun: null });
    expect(await historyOf(id, subAdmin)).toEqual([]);
    expect(await saveFirst(id, sent, subAdmin)).toBe(404);
    expect(await saveFirst(id, sent, admin)).toBe(200);
  });

  it('cannot be made again or revoked by that sub admin', async () => {
    const [sent] = await runsOf(world, id);
    const ask = async (what: string, caller: Caller) =>
      (await caller('POST', `${path}/${id}/runs/${sent?.id}/${what}`)).statusCode;
    expect(await ask('revoke', subAdmin)).toBe(404);
    const change = (state: 'failed' | 'sent') =>
      world.server.owner
        .updateTable('scheduled_report_runs')
        .set({ state })
        .where('id', '=', sent?.id ?? '')
        .execute();
    await change('failed');
    expect(await ask('retry', subAdmin)).toBe(409);
    expect((await runsOf(world, id))[0]?.state).toBe('failed');
    await change('sent');
  });

  it('keeps its site on the page of its link', async () => {
    const [mail] = await mailsTo(world, recipient, 1);
    const page = await anyone(world.server.app, world.tenant)(
      'GET',
      linkIn(mail?.text, world, 'shared-reports'),
    );
    expect(page.body).toContain(siteName);
    expect(page.body).not.toContain('Mill');
  });

  it('from then on is of the new site, and its sub admin’s to read', async () => {
    await tick(world, '2026-11-22T07:00:00');
    await settled(world, id, 2);
    const shown = await historyOf(id, subAdmin);
    expect(shown).toMatchObject([{ state: 'sent', rows: 1 }]);
    expect(await saveFirst(id, shown[0], subAdmin)).toBe(200);
    expect((await subAdmin('GET', `${path}/${id}`)).json().lastRun).toMatchObject({ state: 'sent' });
    expect(await historyOf(id, admin)).toHaveLength(2);
  });
});

it('a report that is moved while it is made is made again, so that its new readers get what it holds by then', async () => {
  const { owner } = world.server;
  const recipient = 'moved.meanwhile@client.example';
  const id = await planReport(world, { recipients: [recipient] }, null);
  // When its first file is stored, and never again.
  await sql`CREATE FUNCTION move_report() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE scheduled_reports SET site_id = ${sql.lit(world.siteId)} WHERE id = ${sql.lit(id)} AND site_id IS NULL;
    RETURN NULL; END $$`.execute(owner);
  await sql`CREATE TRIGGER move_report AFTER INSERT ON scheduled_report_files
    FOR EACH ROW EXECUTE FUNCTION move_report()`.execute(owner);
  await tick(world, '2026-11-21T07:00:00');
  await settled(world, id, 1);
  await sql`DROP FUNCTION move_report CASCADE`.execute(owner);
  expect(await historyOf(id, admin)).toMatchObject([{ state: 'sent', rows: 1 }]);
  expect(await historyOf(id, subAdmin)).toHaveLength(1);
  expect(await mailsTo(world, recipient, 1)).toHaveLength(1);
});

const addFailedRun = async (reportId: string): Promise<string> => {
  const id = randomUUID();
  await world.server.owner
    .insertInto('scheduled_report_runs')
    .values({
      tenant_id: world.tenant.id,
      id,
      report_id: reportId,
      kind: 'planned',
      occasion: '2026-11-20T07:00',
      due_at_ms: 1,
      from_ms: new Date('2026-11-20T00:00:00+05:30').getTime(),
      to_ms: new Date('2026-11-21T00:00:00+05:30').getTime(),
      time_zone: 'Asia/Kolkata',
      state: 'failed',
      row_count: null,
      test_email: null,
    })
    .execute();
  return id;
};

it('a run that was due before its report was moved, and is made after, is of the site whose data it holds', async () => {
  const id = await planReport(world, {}, null);
  const runId = await addFailedRun(id);
  await makeConsent(world.server.owner, world.tenant, 'late@client.example');
  await moveTo(world.siteId, id, 'late@client.example');
  expect(await historyOf(id, subAdmin)).toEqual([]);
  expect((await admin('POST', `${path}/${id}/runs/${runId}/retry`)).statusCode).toBe(200);
  await settled(world, id, 1);
  expect(await historyOf(id, subAdmin)).toMatchObject([{ state: 'sent', rows: 1 }]);
});

describe('of a module that the tenant’s sub admins do not have', () => {
  const sent = async (contents: ReportContent[]) => {
    const id = await planReport(world, { contents, formats: ['xlsx'], sends_empty: true });
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    return { id, run: (await historyOf(id, admin))[0] };
  };

  it('no file is given to them, also when the report no longer holds that part', async () => {
    const denied = ['loginLogout', 'incidents', 'exceptions'] as const;
    const reports = [];
    for (const content of denied) reports.push(await sent(['scannedCheckpoints', content]));
    for (const { id, run } of reports) {
      expect((await subAdmin('GET', `${path}/${id}`)).statusCode).toBe(200);
      expect(await saveFirst(id, run, subAdmin)).toBe(403);
      const report = world.server.owner.updateTable('scheduled_reports').where('id', '=', id);
      await report.set({ contents: ['scannedCheckpoints'] }).execute();
      expect(await saveFirst(id, run, subAdmin)).toBe(403);
      expect(await saveFirst(id, run, admin)).toBe(200);
      expect((await historyOf(id, admin))[0]?.downloads).toHaveLength(1);
    }
  });

  it('what they may see is given to them, also when the report holds more by now', async () => {
    const { id, run } = await sent(['scannedCheckpoints']);
    const report = world.server.owner.updateTable('scheduled_reports').where('id', '=', id);
    await report.set({ contents: ['scannedCheckpoints', 'incidents'] }).execute();
    expect(await saveFirst(id, run, subAdmin)).toBe(200);
  });

  it('they have no failed run made again', async () => {
    const id = await planReport(world, { contents: ['scannedCheckpoints', 'incidents'] });
    const retry = `${path}/${id}/runs/${await addFailedRun(id)}/retry`;
    await world.server.owner
      .updateTable('scheduled_report_runs')
      .set({ site_id: world.siteId })
      .where('report_id', '=', id)
      .execute();
    expect((await subAdmin('POST', retry)).statusCode).toBe(403);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'failed' }]);
    expect((await admin('POST', retry)).statusCode).toBe(200);
    await settled(world, id, 1);
  });
});
