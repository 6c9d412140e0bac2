import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportContents } from '@watchpost/domain/scheduled-reports';
import { pdfText } from '../../platform/tables-out/pdf-text.testing.ts';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { statementsStayInOneTenant } from '../../testing/ran-statements.ts';
import { anyone, type Caller } from '../../testing/test-app.ts';
import { maintainReports } from './plan-runs.ts';
import {
  addRound,
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
  const access = JSON.stringify({ SCHEDULED_REPORTS: ['view', 'add', 'edit', 'status', 'delete'] });
  const settings = { tenant_id: world.tenant.id, sub_admin_access: access };
  await world.server.owner.insertInto('tenant_settings').values(settings).execute();
  const { id } = await makeUser(world.server.owner, world.tenant, { siteId: world.siteId });
  subAdmin = await browserOf(world.server, world.tenant, id);
});

const fields = (change: object = {}) => ({
  name: 'Weekly',
  siteId: world.siteId,
  timing: { kind: 'weekly', weekdays: [2], minute: 420 },
  contents: ['scannedCheckpoints'],
  period: 'week',
  dayStartMinute: 360,
  formats: ['pdf', 'xlsx'],
  language: 'en',
  recipients: ['client@example.com', 'office@example.com'],
  sendsEmpty: false,
  ...change,
});
const create = (change: object = {}, caller = admin) => caller('POST', path, { body: fields(change) });
const made = async (change: object = {}, caller = admin): Promise<string> =>
  (await create(change, caller)).json().id;
const read = async (id: string, caller = admin) => (await caller('GET', `${path}/${id}`)).json();
const messageOf = (reply: { json(): Record<string, { message: string }[]> }, field: string) =>
  reply.json()[field]?.[0]?.message;
const codeOf = (reply: { json(): { general?: { code: string }[] } }) => reply.json().general?.[0]?.code;
const entriesOf = (id: string) =>
  world.server.owner
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

describe('a scheduled report', () => {
  it('is made, read, listed, changed, paused, resumed, deleted and brought back', async () => {
    const id = await made({ name: 'Mill, weekly' });
    const report = await read(id);
    const { recipients: _emails, ...shown } = fields({ name: 'Mill, weekly' });
    expect(report).toMatchObject({ ...shown, siteName: 'Mill', timeZone: 'Asia/Kolkata', lastRun: null });
    expect(report.nextAtMs).toBeGreaterThan(Date.now());
    const list = await admin('GET', path, { query: { searchText: 'mill' } });
    expect(list.json()).toMatchObject({ count: 1, data: [{ id }] });
    const body = { ...fields({ name: 'Changed' }), version: 1 };
    expect((await admin('PUT', `${path}/${id}`, { body })).json()).toEqual({ id, version: 2 });
    expect(codeOf(await admin('PUT', `${path}/${id}`, { body }))).toBe('editedMeanwhile');
    for (const activated of [false, true]) {
      await admin('POST', `${path}/status`, { body: { ids: [id], activated } });
      const { nextAtMs, activated: now } = await read(id);
      expect([now, nextAtMs !== null]).toEqual([activated, activated]);
    }
    expect((await admin('DELETE', `${path}/${id}`)).json()).toEqual({ ids: [id] });
    expect((await admin('GET', `${path}/${id}`)).statusCode).toBe(404);
    expect((await admin('POST', `${path}/restore`, { body: { ids: [id] } })).json()).toEqual({ ids: [id] });
    expect(await read(id)).toMatchObject({ name: 'Changed', activated: true });
    const entries = await entriesOf(id);
    expect(entries.map(({ action }) => action.replace('scheduledReport.', ''))).toEqual([
      'created',
      'changed',
      'deactivated',
      'activated',
      'deleted',
      'restored',
    ]);
  });

  it.each([
    [{ name: ' ' }, 'name', 'report_name_required'],
    [{ recipients: [] }, 'recipients', 'report_recipients_required'],
    [{ recipients: ['A@example.com', 'a@example.com'] }, 'recipients', 'report_recipients_repeated'],
    [{ recipients: ['not an address'] }, 'recipients.0', 'email_pattern'],
    [{ formats: [] }, 'formats', 'report_formats_required'],
    [{ timing: { kind: 'weekly', weekdays: [], minute: 1 } }, 'timing.weekdays', 'report_weekdays_required'],
    [{ timing: { kind: 'monthly', day: 32, minute: 1 } }, 'timing.day', 'report_day_range'],
    [{ dayStartMinute: 90 }, 'dayStartMinute', 'report_day_start'],
    [
      { timing: { kind: 'event', event: 'incidentClosed', gatherMinutes: 5 } },
      'contents',
      'report_contents_of_event',
    ],
  ])('with %j is refused', async (change, field, message) => {
    const reply = await create(change);
    expect(reply.statusCode).toBe(400);
    expect(messageOf(reply, field)).toBe(message);
  });

  it('goes to twenty addresses and no more', async () => {
    const emails = Array.from({ length: 21 }, (_, index) => `c${index}@example.com`);
    expect(messageOf(await create({ recipients: emails }), 'recipients')).toBe('report_recipients_too_many');
    expect((await create({ recipients: emails.slice(1) })).statusCode).toBe(200);
  });

  it('of a sub admin is one of the own site, and holds what that person may see', async () => {
    expect(messageOf(await create({ siteId: null }, subAdmin), 'siteId')).toBe('report_site_required');
    expect((await create({ siteId: world.otherSite }, subAdmin)).statusCode).toBe(404);
    const denied = await create({ contents: ['loginLogout'] }, subAdmin);
    expect(messageOf(denied, 'contents')).toBe('report_contents_denied');
    const own = await made({}, subAdmin);
    expect(await read(own, subAdmin)).toMatchObject({ siteId: world.siteId });
    for (const foreign of [await made({ siteId: null }), await made({ siteId: world.otherSite })]) {
      expect((await subAdmin('GET', `${path}/${foreign}`)).statusCode).toBe(404);
      expect((await subAdmin('GET', `${path}/${foreign}/runs`)).statusCode).toBe(404);
      const body = { ids: [foreign], activated: false };
      expect((await subAdmin('POST', `${path}/status`, { body })).json()).toEqual({ ids: [] });
      const move = { ...fields(), version: 1 };
      expect((await subAdmin('PUT', `${path}/${foreign}`, { body: move })).statusCode).toBe(404);
    }
    const preview = await subAdmin('POST', `${path}/preview`, { body: fields({ siteId: world.otherSite }) });
    expect(preview.statusCode).toBe(404);
    const zoneOf = (site: string) => subAdmin('GET', `${path}/zone`, { query: { site } });
    expect((await zoneOf(world.siteId)).json()).toEqual({ timeZone: 'Asia/Kolkata' });
    expect((await zoneOf(world.otherSite)).statusCode).toBe(404);
    const beyond = await made({ contents: ['loginLogout'] });
    expect(codeOf(await subAdmin('POST', `${path}/${beyond}/test`))).toBe('notPermitted');
  });

  it('of another site stays its owner’s when a sub admin tries to resume it or bring it back', async () => {
    const id = await made({ siteId: world.otherSite });
    const ids = [id];
    const ownerOf = async () => {
      const { owner } = world.server;
      const report = owner.selectFrom('scheduled_reports').select('owner_id').where('id', '=', id);
      return (await report.executeTakeFirstOrThrow()).owner_id;
    };
    await admin('POST', `${path}/status`, { body: { ids, activated: false } });
    const resumed = await subAdmin('POST', `${path}/status`, { body: { ids, activated: true } });
    expect([resumed.json(), await ownerOf()]).toEqual([{ ids: [] }, world.adminId]);
    await admin('POST', `${path}/status`, { body: { ids, activated: true } });
    expect((await admin('DELETE', `${path}/${id}`)).json()).toEqual({ ids });
    const restored = await subAdmin('POST', `${path}/restore`, { body: { ids } });
    expect([restored.json(), await ownerOf()]).toEqual([{ ids: [] }, world.adminId]);
  });

  it('that goes on stays its owner’s when somebody resumes it once more', async () => {
    const id = await made();
    const colleague = await makeUser(world.server.owner, world.tenant, { first_name: 'Uma' });
    const other = await browserOf(world.server, world.tenant, colleague.id);
    const body = { ids: [id], activated: true };
    expect((await other('POST', `${path}/status`, { body })).json()).toEqual({ ids: [] });
    expect((await read(id)).ownerName).toBe('Asha Kale');
  });

  it('that is paused stays as it is when somebody means to undo its deletion', async () => {
    const id = await planReport(world, { activated: false, paused_reason: 'siteGone' });
    const colleague = await makeUser(world.server.owner, world.tenant, { first_name: 'Uma' });
    const other = await browserOf(world.server, world.tenant, colleague.id);
    expect((await other('POST', `${path}/restore`, { body: { ids: [id] } })).json()).toEqual({ ids: [] });
    expect(await read(id)).toMatchObject({ pausedReason: 'siteGone', ownerName: 'Asha Kale' });
  });

  it('of another tenant does not exist', async () => {
    const stranger = await makeTenant(world.server.owner);
    const user = await makeUser(world.server.owner, stranger);
    const other = await browserOf(world.server, stranger, user.id);
    const id = await made();
    expect((await other('GET', `${path}/${id}`)).statusCode).toBe(404);
    expect((await other('DELETE', `${path}/${id}`)).statusCode).toBe(404);
    expect((await other('POST', path, { body: fields() })).statusCode).toBe(404);
  });

  it('can be looked at before it is saved', async () => {
    await addRound(world, Date.now() - 86_400_000);
    const body = fields({ language: 'mr', contents: [...reportContents] });
    const reply = await admin('POST', `${path}/preview`, { body });
    expect(reply.headers['content-type']).toBe('application/pdf');
    const pages = await pdfText(reply.rawPayload);
    expect(pages[0]).toMatch(new RegExp(`1 / \\s*${pages.length}\\b`, 'u'));
  });

  it('is sent to the caller alone as a test, and its files are saved from the history', async () => {
    const id = await made({ recipients: ['nobody@example.com'] });
    const { email, runId } = (await admin('POST', `${path}/${id}/test`)).json();
    await settled(world, id, 1);
    const [mail] = await mailsTo(world, email, 1);
    expect(mail?.subject).toMatch(/^Test: Weekly/);
    expect(world.box.arrived.filter(({ attachments }) => attachments.length > 0)).toHaveLength(1);
    const [run] = (await admin('GET', `${path}/${id}/runs`)).json().data;
    expect(run).toMatchObject({ id: runId, kind: 'test', state: 'sent' });
    const [file] = run.files;
    const at = `${path}/${id}/runs/${runId}/files/${file.id}`;
    expect((await admin('GET', at)).statusCode).toBe(200);
    expect((await subAdmin('GET', at)).statusCode).toBe(200);
    const elsewhere = await made();
    expect((await admin('GET', `${path}/${elsewhere}/runs/${runId}/files/${file.id}`)).statusCode).toBe(404);
    const [listed] = (await admin('GET', `${path}/${id}/runs`)).json().data;
    expect(listed.downloads).toHaveLength(2);
  });

  it('that failed is made once more on request', async () => {
    const id = await planReport(world, { recipients: [] });
    await world.server.owner
      .insertInto('scheduled_report_runs')
      .values({
        tenant_id: world.tenant.id,
        id: randomUUID(),
        report_id: id,
        kind: 'planned',
        occasion: '2026-11-21T07:00',
        due_at_ms: 2,
        from_ms: 1,
        to_ms: 2,
        time_zone: 'Asia/Kolkata',
        state: 'failed',
        reason: 'the disk was full',
        row_count: null,
        test_email: null,
      })
      .execute();
    const [run] = await runsOf(world, id);
    const retry = `${path}/${id}/runs/${run?.id}/retry`;
    expect((await admin('POST', retry)).json()).toEqual({ runId: run?.id });
    const entry = await world.server.owner
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'scheduledReport.retried')
      .executeTakeFirstOrThrow();
    expect(entry.after).toEqual({ run: run?.id, dueAt: '1970-01-01T00:00:00.002Z' });
    await settled(world, id, 1);
    expect(await runsOf(world, id)).toMatchObject([{ state: 'empty', attempts: 1, reason: '' }]);
    expect(codeOf(await admin('POST', retry))).toBe('runNotFailed');
  });
});

describe('a change of a report', () => {
  const daily = { timing: { kind: 'daily', minute: 420 }, sendsEmpty: true };
  const change = async (id: string, changed: object) => {
    const body = { ...fields({ ...daily, ...changed }), version: 1 };
    expect((await admin('PUT', `${path}/${id}`, { body })).json()).toEqual({ id, version: 2 });
  };

  it('of its site begins again: what was due before it is not sent', async () => {
    const armed_at = new Date(Date.now() - 3 * 86_400_000);
    const [moved, renamed] = [await planReport(world, { armed_at }), await planReport(world, { armed_at })];
    await change(moved, { siteId: world.otherSite });
    await change(renamed, { name: 'Renamed' });
    await maintainReports(world.server.database, Date.now());
    await settled(world, renamed, 1);
    expect(await runsOf(world, moved)).toEqual([]);
  });

  it('takes somebody off its list for good, whatever an old link then says', async () => {
    const [buffered, gone] = ['kept@client.example', 'gone@client.example'];
    const id = await planReport(world, { recipients: [gone, buffered] });
    const { unsubscribe_token } = await world.server.owner
      .selectFrom('scheduled_report_recipients')
      .select('unsubscribe_token')
      .where('report_id', '=', id)
      .where('email', '=', gone)
      .executeTakeFirstOrThrow();
    const unsubscribe = (texts: string) =>
      anyone(world.server.app, world.tenant)('POST', `/report-subscriptions/${unsubscribe_token}`, {
        payload: Buffer.from(texts),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    await unsubscribe('List-Unsubscribe=One-Click');
    await change(id, { recipients: [buffered] });
    expect((await unsubscribe('again=yes')).statusCode).toBe(200);
    await tick(world, '2026-11-21T07:00:00');
    await settled(world, id, 1);
    const [run] = (await admin('GET', `${path}/${id}/runs`)).json().data;
    expect(run.sentTo.map(({ email }: { email: string }) => email)).toEqual([buffered]);
    const after = { email: gone };
    expect((await entriesOf(id)).slice(0, 3)).toMatchObject([
      { action: 'scheduledReport.unsubscribed', after },
      { action: 'scheduledReport.changed' },
      { action: 'scheduledReport.subscribedAgain', after },
    ]);
  });
});

statementsStayInOneTenant(() => world.server.owner, 30);
