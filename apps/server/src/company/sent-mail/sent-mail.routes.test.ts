// The sent mail over HTTP: what an admin sees of it, who may see what it said, and how it is sent again.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SentMailPage } from '@watchpost/contract/sent-mail';
import { openMailBox } from '../../platform/mail/mail-box.testing.ts';
import { mailJobs } from '../../platform/mail/mail.jobs.ts';
import { smtpTransport } from '../../platform/mail/mail-transport.ts';
import { makeMail, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { buildTestApp, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testJobs } from '../../testing/test-jobs.ts';

const path = '/secure/sent-mail';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});

async function adminOf(tenant: MadeTenant, app = server.app): Promise<Caller> {
  return browserOf({ ...server, app }, tenant, (await makeUser(server.owner, tenant)).id);
}

async function list(caller: Caller, query: Record<string, string> = {}): Promise<SentMailPage> {
  const reply = await caller('GET', path, { query });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const idsOf = ({ data }: SentMailPage) => data.map(({ id }) => id);

describe('the list', () => {
  it('[MNG-09] tells to whom, what about, how it went and when, newest first', async () => {
    const tenant = await makeTenant(server.owner);
    const sent = await makeMail(server.owner, tenant, {
      state: 'sent',
      attempts: 2,
      sent_at: new Date(1_800_000_000_000),
      attachments: JSON.stringify([{ key: 'reports/1', name: 'Night.pdf', mediaType: 'application/pdf' }]),
    });
    const failed = await makeMail(server.owner, tenant, {
      state: 'failed',
      attempts: 14,
      reason: 'no such mailbox',
    });
    const page = await list(await adminOf(tenant));
    expect([idsOf(page), page.count, page.isCountExact]).toEqual([[failed, sent], 2, true]);
    expect(page.data[1]).toMatchObject({
      recipient: 'asha@example.com',
      subject: 'Round not started',
      state: 'sent',
      tries: 2,
      lastError: '',
      sentAt: 1_800_000_000_000,
      nextTryAt: null,
      canRetry: false,
      attachments: ['Night.pdf'],
    });
    expect(page.data[0]).toMatchObject({
      attachments: [],
      state: 'failed',
      tries: 14,
      lastError: 'no such mailbox',
      canRetry: true,
    });
  });

  it('is filtered by state and searched by address and subject, whatever signs are searched for', async () => {
    const tenant = await makeTenant(server.owner);
    const admin = await adminOf(tenant);
    const ravi = await makeMail(server.owner, tenant, { recipient: 'Ravi.100%@example.com' });
    const sending = await makeMail(server.owner, tenant, { state: 'sending', subject: 'Guard asked' });
    const failed = await makeMail(server.owner, tenant, { state: 'failed', subject: 'Reset' });
    expect(idsOf(await list(admin, { state: 'queued' }))).toEqual([sending, ravi]);
    expect(idsOf(await list(admin, { state: 'failed' }))).toEqual([failed]);
    expect(idsOf(await list(admin, { searchText: 'ravi.100%' }))).toEqual([ravi]);
    expect(idsOf(await list(admin, { searchText: '%' }))).toEqual([ravi]);
    expect(idsOf(await list(admin, { searchText: 'GUARD' }))).toEqual([sending]);
    expect(idsOf(await list(admin, { searchText: 'guard', state: 'sent' }))).toEqual([]);
    const refused: Record<string, string>[] = [{ state: 'sending' }, { limit: '101' }, { before: '1' }];
    for (const query of refused) expect((await admin('GET', path, { query })).statusCode).toBe(400);
  });

  it('leads through every message once, to the end and back, while new ones arrive', async () => {
    const tenant = await makeTenant(server.owner);
    const admin = await adminOf(tenant);
    const made: string[] = [];
    for (let no = 0; no < 11; no += 1) made.unshift(await makeMail(server.owner, tenant));
    const first = await list(admin, { limit: '4' });
    await makeMail(server.owner, tenant);
    const second = await list(admin, { limit: '4', before: first.older ?? '' });
    const third = await list(admin, { limit: '4', before: second.older ?? '' });
    expect([first, second, third].flatMap(idsOf)).toEqual(made);
    expect([first.newer, third.older]).toEqual([null, null]);
    expect(idsOf(await list(admin, { limit: '4', after: third.newer ?? '' }))).toEqual(idsOf(second));
  });

  it("is of the tenant's super admins alone", async () => {
    const tenant = await makeTenant(server.owner);
    const other = await makeTenant(server.owner);
    const mailId = await makeMail(server.owner, other, { state: 'failed' });
    const admin = await adminOf(tenant);
    expect((await list(admin)).count).toBe(0);
    const siteId = await makeSite(server.owner, tenant);
    const sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
    const one = `${path}/${mailId}`;
    const calls = [['GET', one] as const, ['GET', `${one}/html`] as const, ['POST', `${one}/retry`] as const];
    for (const [method, at] of calls) expect((await admin(method, at)).statusCode).toBe(404);
    for (const [method, at] of [['GET', path] as const, ...calls]) {
      expect((await sub(method, at)).statusCode).toBe(403);
    }
  });
});

describe('what a message says', () => {
  const secret = { text_part: 'Your code is 204816', html_part: '<p>204816</p><script>alert(1)</script>' };

  async function opened(tenant: MadeTenant, app = server.app) {
    const mailId = await makeMail(server.owner, tenant, { template: 'passwordReset', ...secret });
    const admin = await adminOf(tenant, app);
    const plain = await admin('GET', `${path}/${mailId}`);
    const html = await admin('GET', `${path}/${mailId}/html`);
    return { plain, html, page: await list(admin) };
  }

  it('is opened in the demo without a mail server, in a frame in which nothing runs', async () => {
    const { plain, html, page } = await opened(await makeTenant(server.owner, { is_demo: true }));
    expect(page).toMatchObject({ canOpen: true, delivery: { isOutbox: true } });
    expect(plain.json()).toMatchObject({ text: 'Your code is 204816' });
    expect(html.body).toBe(secret.html_part);
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(html.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox/);
    expect(policy).not.toMatch(/script|allow-same-origin|allow-forms/);
    expect(html.headers['content-disposition']).toMatch(/^inline/);
  });

  it('never leaves the server of a tenant that is no demo, nor where there is a mail server', async () => {
    const app = await buildTestApp(server.database, { mailWay: 'server' });
    const demo = await makeTenant(server.owner, { is_demo: true });
    for (const { plain, html, page } of [
      await opened(await makeTenant(server.owner)),
      await opened(demo, app),
    ]) {
      expect([plain.statusCode, plain.json().text, html.statusCode]).toEqual([200, null, 404]);
      expect(page.canOpen).toBe(false);
      expect([plain.body, html.body, JSON.stringify(page)].join()).not.toContain('204816');
    }
    await app.close();
  });
});

describe('a mail server that is down', () => {
  it('[MNG-09] appears with its waiting mails; a retry after it is up again sends them, and is in the log', async () => {
    const box = await openMailBox();
    await box.close();
    const transport = smtpTransport(box.url);
    const worker = await testJobs(
      server,
      mailJobs({ transport, files: testFiles(), fromAddress: 'a@b.example' }),
    );
    const tenant = await makeTenant(server.owner);
    const admin = await adminOf(tenant);
    const stateOf = async (id: string) => (await admin('GET', `${path}/${id}`)).json().mail;
    const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
    const mailId = await makeMail(server.owner, tenant, {
      state: 'failed',
      reason: 'given up',
      attempts: 14,
    });
    expect((await list(admin)).delivery).toMatchObject({ problem: null, waiting: 0 });

    const retry = () => admin('POST', `${path}/${mailId}/retry`);
    const asked = await retry();
    expect(asked.json().mail).toMatchObject({ state: 'queued', tries: 0, lastError: '' });
    await until(async () => expect((await stateOf(mailId)).lastError).toMatch(/ECONNREFUSED/));
    const { delivery } = await list(admin);
    expect(delivery).toMatchObject({ waiting: 1, problem: expect.stringMatching(/ECONNREFUSED/) });
    expect(await stateOf(mailId)).toMatchObject({ state: 'queued', canRetry: true });
    expect((await stateOf(mailId)).nextTryAt).toBeGreaterThan(delivery.failedAt ?? Number.NaN);

    const again = await openMailBox(box.port);
    expect((await retry()).statusCode).toBe(200);
    await until(async () => expect((await stateOf(mailId)).state).toBe('sent'));
    expect(again.arrived.map((mail) => mail.subject)).toEqual(['Round not started']);
    expect((await list(admin)).delivery).toEqual({
      problem: null,
      failedAt: null,
      waiting: 0,
      isOutbox: true,
    });
    expect((await retry()).json().general[0].code).toBe('mailNotKept');
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'subject_label'])
      .where('tenant_id', '=', tenant.id)
      .where('subject_id', '=', mailId)
      .execute();
    const entry = { action: 'message.retried', subject_label: 'Round not started (asha@example.com)' };
    expect(entries).toEqual([entry, entry]);
    await worker.stop();
    transport.close();
  });

  it('leaves nothing of a code to be sent again once its message is given up', async () => {
    const box = await openMailBox();
    const transport = smtpTransport(box.url);
    const worker = await testJobs(
      server,
      mailJobs({ transport, files: testFiles(), fromAddress: 'a@b.example' }),
    );
    const tenant = await makeTenant(server.owner);
    const admin = await adminOf(tenant);
    const recipient = 'nobody@refused.example';
    const due = { recipient, state: 'queued', reason: 'was away' } as const;
    const reset = await makeMail(server.owner, tenant, { ...due, template: 'passwordReset' });
    const notice = await makeMail(server.owner, tenant, due);
    for (const id of [reset, notice]) {
      expect((await admin('POST', `${path}/${id}/retry`)).statusCode).toBe(200);
      await vi.waitFor(
        async () => expect((await admin('GET', `${path}/${id}`)).json().mail.state).toBe('failed'),
        { timeout: 60_000, interval: 50 },
      );
    }
    const refused = await admin('POST', `${path}/${reset}/retry`);
    expect([refused.statusCode, refused.json().general[0].code]).toEqual([409, 'mailNotKept']);
    expect((await admin('POST', `${path}/${notice}/retry`)).statusCode).toBe(200);
    await worker.stop();
    transport.close();
  });
});
