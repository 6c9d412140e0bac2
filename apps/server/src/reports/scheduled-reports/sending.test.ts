import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { anyone } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { deleteOldFiles } from './scheduled-reports.jobs.ts';
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

let world: ReportWorld;
const address = () => `${randomUUID()}@client.example`;
const ist = (at: string) => new Date(`${at}+05:30`).getTime();

beforeAll(async () => {
  world = await reportWorld();
  await addRound(world, ist('2026-11-20T22:00:00'));
  await addRound(world, ist('2026-11-20T23:00:00'));
  await addRound(world, ist('2026-11-21T03:00:00'));
  await addRound(world, ist('2026-11-20T22:30:00'), world.otherSite);
});

describe('a report that is due', () => {
  it('is mailed to each recipient with its files and a link, and told in the history', async () => {
    const [one, two] = [address(), address()];
    const id = await planReport(world, {
      name: 'Night of the mill',
      formats: ['pdf', 'xlsx'],
      recipients: [one, two],
    });
    await tick(world, '2026-11-21T07:00:30');
    await settled(world, id, 1);
    const [mail] = await mailsTo(world, one, 1);
    await mailsTo(world, two, 1);
    expect(mail?.subject).toBe('Night of the mill, 20 Nov 2026');
    expect(mail?.text).toContain('Mill. 20 Nov 2026. Times of Asia/Kolkata.');
    expect(mail?.text).toContain('because this address is on the list of the report at Shree Guards.');
    expect(mail?.text).toContain('  Rounds: 2\n  Completed: 2\n');
    const names = mail?.attachments.map(({ filename }) => filename);
    expect(names).toEqual(['Night of the mill 2026-11-20.pdf', 'Night of the mill 2026-11-20.xlsx']);
    const listed = await world.admin('GET', `/secure/scheduled-reports/${id}/runs`);
    expect(listed.json()).toMatchObject({
      count: 1,
      data: [{ state: 'sent', rows: 2, skipped: 0, kind: 'planned', downloads: [] }],
    });
    expect(
      listed
        .json()
        .data[0].sentTo.map(({ email }: { email: string }) => email)
        .toSorted(),
    ).toEqual([one, two].toSorted());
  });

  it('is sent once, by two servers at once, again and again, and by a clock that is set back', async () => {
    const to = address();
    const id = await planReport(world, { recipients: [to] });
    await Promise.all([tick(world, '2026-11-21T07:00:00'), tick(world, '2026-11-21T07:00:00')]);
    await tick(world, '2026-11-21T07:01:00');
    await tick(world, '2026-11-20T06:00:00');
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    expect((await runsOf(world, id)).map(({ occasion }) => occasion)).toEqual(['2026-11-21T07:00']);
    await mailsTo(world, to, 1);
  });

  it('goes on after a clock that ran ahead was set right', async () => {
    const id = await planReport(world, { sends_empty: true });
    await tick(world, '2026-12-25T07:00:00');
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 2);
    expect((await runsOf(world, id)).map(({ occasion }) => occasion)).toEqual([
      '2026-11-21T07:00',
      '2026-12-25T07:00',
    ]);
  });

  it('after an outage is the latest one alone, and says how many were not sent', async () => {
    const to = address();
    const armed_at = new Date('2026-11-16T12:00:00Z');
    const id = await planReport(world, { recipients: [to], sends_empty: true, armed_at });
    await tick(world, '2026-11-17T07:00:00');
    await tick(world, '2026-11-21T09:00:00');
    await settled(world, id, 2);
    const runs = await runsOf(world, id);
    expect(runs.map(({ occasion, skipped }) => [occasion, skipped]).at(-1)).toEqual(['2026-11-21T07:00', 3]);
    const mails = await mailsTo(world, to, 2);
    expect(mails.some(({ text }) => text?.includes('3 earlier reports were not sent'))).toBe(true);
  });

  it('that is empty is skipped, unless asked for', async () => {
    const id = await planReport(world, { armed_at: new Date('2026-11-01T00:00:00Z') });
    await tick(world, '2026-11-02T07:00:00');
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'empty', row_count: 0 }]);
  });

  it('begins its days where it was told, so that a night is whole', async () => {
    const id = await planReport(world, { day_start_minute: 360 });
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'sent', row_count: 3 }]);
  });

  it('is made after a kill in the middle, by anyone who looks next', async () => {
    const to = address();
    const id = await planReport(world, { recipients: [to] });
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    await mailsTo(world, to, 1);
    // As a killed server leaves it: taken, not finished, and its time is over.
    const lost = { state: 'making', next_try_at: new Date(Date.now() - 120_000), finished_at: null } as const;
    await world.server.owner
      .updateTable('scheduled_report_runs')
      .set(lost)
      .where('report_id', '=', id)
      .execute();
    await tick(world, '2026-11-21T07:05:00');
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });
});

describe('on whose behalf', () => {
  const ownerOf = async () => {
    const access = JSON.stringify({ SCHEDULED_REPORTS: ['view'] });
    await world.server.owner
      .insertInto('tenant_settings')
      .values({ tenant_id: world.tenant.id, sub_admin_access: access })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ sub_admin_access: access }))
      .execute();
    return (await makeUser(world.server.owner, world.tenant, { siteId: world.siteId })).id;
  };
  const pausedBy = async (reportId: string) => {
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, reportId, 1);
    const report = await world.admin('GET', `/secure/scheduled-reports/${reportId}`);
    return report.json();
  };

  it('a sub admin has the own site sent, and no other', async () => {
    const owner_id = await ownerOf();
    const own = await planReport(world, { owner_id });
    expect(await pausedBy(own)).toMatchObject({ activated: true, pausedReason: '' });
    const foreign = await planReport(world, { owner_id }, world.otherSite);
    expect(await pausedBy(foreign)).toMatchObject({ activated: false, pausedReason: 'ownerLostAccess' });
    const all = await planReport(world, { owner_id }, null);
    expect(await pausedBy(all)).toMatchObject({ activated: false, pausedReason: 'ownerLostAccess' });
    expect(await runsOf(world, all)).toMatchObject([{ state: 'failed', reason: 'ownerLostAccess' }]);
  });

  it('a report pauses when its owner was deactivated, and is resumed by who may', async () => {
    const owner_id = await ownerOf();
    const id = await planReport(world, { owner_id });
    await world.server.owner
      .updateTable('users')
      .set({ activated: false })
      .where('id', '=', owner_id)
      .execute();
    expect(await pausedBy(id)).toMatchObject({ activated: false, pausedReason: 'ownerGone' });
    const body = { ids: [id], activated: true };
    expect((await world.admin('POST', '/secure/scheduled-reports/status', { body })).json()).toEqual({
      ids: [id],
    });
    const report = (await world.admin('GET', `/secure/scheduled-reports/${id}`)).json();
    expect(report).toMatchObject({ activated: true, pausedReason: '', ownerName: 'Asha Kale' });
  });
});

describe('a mailed link', () => {
  const sent = async () => {
    const to = address();
    const id = await planReport(world, { recipients: [to], formats: ['csv'] });
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    const [mail] = await mailsTo(world, to, 1);
    const client = anyone(world.server.app, world.tenant);
    return { id, to, mail, client, link: linkIn(mail?.text, world, 'shared-reports') };
  };

  it('opens the files without signing in; the audit log records each download', async () => {
    const { id, to, client, link } = await sent();
    const page = await client('GET', link);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const expected of ['Shree Guards', 'Mill', 'Times of Asia/Kolkata'])
      expect(page.body).toContain(expected);
    const href = /href="([\w-]+\/files\/[^"]+)"/.exec(page.body)?.[1] ?? '';
    const file = await client('GET', `/shared-reports/${href}`);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    expect(file.body).toContain('Mill');
    const runs = (await world.admin('GET', `/secure/scheduled-reports/${id}/runs`)).json();
    expect(runs.data[0].downloads).toMatchObject([{ email: to }]);
  });

  it('that has ended, was revoked or never was is answered alike, in words', async () => {
    const { id, client, link } = await sent();
    const unknown = await client('GET', `/shared-reports/${'x'.repeat(43)}`);
    const [run] = await runsOf(world, id);
    const revoke = `/secure/scheduled-reports/${id}/runs/${run?.id}/revoke`;
    expect((await world.admin('POST', revoke)).json()).toEqual({ links: 1 });
    const revoked = await client('GET', link);
    expect(revoked.statusCode).toBe(404);
    expect(revoked.body).toBe(unknown.body);
    expect(revoked.body).toContain('This link no longer works');
    await world.server.owner
      .updateTable('scheduled_report_links')
      .set({ revoked_at: null, expires_at: new Date(0) })
      .where('run_id', '=', run?.id ?? '')
      .execute();
    expect((await client('GET', link)).body).toBe(unknown.body);
  });

  it('ends with its report, and its files after their time', async () => {
    const { id, client, link } = await sent();
    const body = { ids: [id], activated: false };
    await world.admin('POST', '/secure/scheduled-reports/status', { body });
    expect((await client('GET', link)).statusCode).toBe(404);
    const files = () =>
      world.server.owner
        .selectFrom('scheduled_report_files as f')
        .innerJoin('scheduled_report_runs as n', 'n.id', 'f.run_id')
        .select(['f.id', 'f.storage_key', 'f.deleted_at'])
        .where('n.report_id', '=', id)
        .execute();
    const [file] = await files();
    await world.server.owner
      .updateTable('scheduled_report_files')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', file?.id ?? '')
      .execute();
    await deleteOldFiles({ files: testFiles(), onProblem: expect.fail }, world.server.database);
    expect((await files())[0]?.deleted_at).toBeInstanceOf(Date);
    expect(await testFiles().get(file?.storage_key ?? '')).toBeNull();
  });

  it('ends a subscription in one click of a mail program, and begins it again', async () => {
    const { id, to, mail, client } = await sent();
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const link = linkIn(headers['list-unsubscribe'], world, 'report-subscriptions');
    expect((await client('GET', link)).body).toContain(to);
    const click = (payload: string) =>
      client('POST', link, {
        payload: Buffer.from(payload),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await click('List-Unsubscribe=One-Click')).statusCode).toBe(200);
    const recipients = async () =>
      (await world.admin('GET', `/secure/scheduled-reports/${id}`)).json().recipients;
    expect(await recipients()).toMatchObject([{ email: to, unsubscribedAt: expect.any(Number) }]);
    await tick(world, '2026-11-22T07:00:00');
    await settled(world, id, 2);
    expect((await runsOf(world, id)).at(-1)).toMatchObject({ state: 'failed', reason: 'noRecipients' });
    await click('again=yes');
    expect(await recipients()).toMatchObject([{ email: to, unsubscribedAt: null }]);
  });
});

describe('a report on an event', () => {
  const timing = JSON.stringify({ kind: 'event', event: 'roundMissed', gatherMinutes: 30 });
  const missed = async (at: string, siteId = world.siteId) => {
    const dueAtMs = ist(at);
    const id = await makeDueRound(world.server.owner, world.tenant, siteId, { dueAtMs });
    await world.server.owner
      .updateTable('due_rounds')
      .set({ status: 'missed' })
      .where('id', '=', id)
      .execute();
  };

  it('gathers what happens within its minutes into one mail, each event once', async () => {
    const to = address();
    const armed_at = new Date('2026-06-01T00:00:00Z');
    const id = await planReport(world, { timing, contents: ['missedRounds'], recipients: [to], armed_at });
    await missed('2026-06-02T10:00:00');
    await tick(world, '2026-06-02T10:26:00');
    await missed('2026-06-02T10:05:00');
    await missed('2026-06-02T10:05:00', world.otherSite);
    await tick(world, '2026-06-02T10:40:00');
    expect(await runsOf(world, id)).toEqual([]);
    await Promise.all([tick(world, '2026-06-02T10:57:00'), tick(world, '2026-06-02T10:57:00')]);
    await tick(world, '2026-06-02T11:30:00');
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ kind: 'event', state: 'sent', row_count: 2 }]);
    await missed('2026-06-02T12:00:00');
    await tick(world, '2026-06-02T12:30:00');
    await tick(world, '2026-06-02T13:00:00');
    await settled(world, id, 2);
    expect((await runsOf(world, id)).at(-1)).toMatchObject({ state: 'sent', row_count: 1 });
    await mailsTo(world, to, 2);
  });
});
