import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeMail, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { openMailBox } from './mail-box.testing.ts';
import { mailJobs } from './mail.jobs.ts';
import {
  claimMail,
  queueMail,
  requeueOverdue,
  tryMinutes,
  updateFailed,
  updateRetry,
  updateSent,
} from './mail.queries.ts';
import {
  MailRefused,
  type MailTransport,
  outboxTransport,
  smtpLimits,
  smtpTransport,
} from './mail-transport.ts';

const fromAddress = 'console@watchpost.example';
const soon = Array.from({ length: 60 }, () => 100);

let server: TestDatabase;
beforeAll(async () => {
  server = await testDatabase();
});

const queue = (tenant: MadeTenant, to: string) => {
  const values = { title: 'Round not started', text: 'No guard has started the round.' };
  const db = server.database.forTenant(tenant.id);
  return queueMail(db, { tenantId: tenant.id, to, template: 'notice', language: 'en', values });
};
const stored = (id: string) =>
  server.owner.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

async function running(transport: MailTransport, retryDelaysMs: readonly number[] = soon) {
  const worker = await testJobs(
    server,
    mailJobs({ transport, files: testFiles(), fromAddress, retryDelaysMs }),
  );
  atFileEnd(() => transport.close());
  return worker;
}

describe('through a mail server', () => {
  it('that offers no encryption nothing goes where the address insists on it', async () => {
    const box = await openMailBox();
    const mail = {
      id: randomUUID(),
      from: { name: 'Acme', address: fromAddress },
      to: 'asha@watchpost.example',
      subject: 'Code',
      text: '123456',
      html: '<p>123456</p>',
      logo: null,
    };
    const insisting = smtpTransport(`${box.url}?requireTLS=true`);
    atFileEnd(() => insisting.close());
    await expect(insisting.send(mail)).rejects.toThrow('TLS');
    expect(box.arrived).toEqual([]);
    const asking = smtpTransport(box.url);
    atFileEnd(() => asking.close());
    await asking.send(mail);
    expect(box.arrived).toHaveLength(1);
  });

  it('a queued message arrives with both parts, from the tenant', async () => {
    const box = await openMailBox();
    const worker = await running(smtpTransport(box.url));
    const tenant = await makeTenant(server.owner, { name: 'Shree "Guard" <Services>' });
    const id = await queue(tenant, 'asha@watchpost.example');
    await until(async () => expect((await stored(id)).state).toBe('sent'));
    const [mail] = box.arrived;
    expect(mail).toMatchObject({
      from: { name: 'Shree "Guard" <Services>', address: fromAddress },
      to: [{ address: 'asha@watchpost.example' }],
      subject: 'Round not started',
    });
    expect(mail?.text).toContain('No guard has started the round.');
    expect(mail?.html).toContain('Shree &quot;Guard&quot; &lt;Services&gt;');
    expect(await stored(id)).toMatchObject({ text_part: null, html_part: null, attempts: 1 });
    await worker.stop();
  });

  it('a message waits while the server is down and leaves when it is up again', async () => {
    const box = await openMailBox();
    await box.close();
    const worker = await running(smtpTransport(box.url));
    const id = await queue(await makeTenant(server.owner), 'late@watchpost.example');
    await until(async () => expect((await stored(id)).attempts).toBeGreaterThan(1));
    const waiting = await stored(id);
    expect(['queued', 'sending']).toContain(waiting.state);
    expect(waiting.reason).toMatch(/ECONNREFUSED/);
    const again = await openMailBox(box.port);
    await until(async () => expect((await stored(id)).state).toBe('sent'));
    expect(again.arrived.map((mail) => mail.to?.[0]?.address)).toEqual(['late@watchpost.example']);
    expect((await stored(id)).reason).toBe('');
    await worker.stop();
  });

  it('a message that the server refuses for good is not tried again', async () => {
    const box = await openMailBox();
    const worker = await running(smtpTransport(box.url));
    const id = await queue(await makeTenant(server.owner), 'nobody@refused.example');
    await until(async () => expect((await stored(id)).state).toBe('failed'));
    // A notice holds no secret: it is kept to be sent again.
    expect((await stored(id)).html_part).toContain('No guard has started');
    expect(await stored(id)).toMatchObject({ attempts: 1, reason: expect.stringMatching(/no such mailbox/) });
    await worker.stop();
  });

  it('a message is given up after the last pause', async () => {
    const box = await openMailBox();
    await box.close();
    const worker = await running(smtpTransport(box.url), [10, 10]);
    const id = await queue(await makeTenant(server.owner), 'never@watchpost.example');
    await until(async () => expect((await stored(id)).state).toBe('failed'));
    expect((await stored(id)).attempts).toBe(3);
    await worker.stop();
  });
});

describe('a try that hangs', () => {
  /** The first try ends when and as the test decides; the others succeed at once. */
  function hangingTransport() {
    const sent: string[] = [];
    const ended = new EventEmitter();
    const send: MailTransport['send'] = async (mail) => {
      sent.push(mail.text);
      if (sent.length > 1) return;
      const [failure]: unknown[] = await once(ended, 'first');
      if (failure instanceof Error) throw failure;
    };
    const endFirst = (failure: Error | null) => ended.emit('first', failure);
    return { sent, endFirst, transport: { send, close: () => {} } };
  }

  const overdue = (id: string) =>
    server.owner
      .updateTable('mail_messages')
      .set({ next_try_at: new Date(Date.now() - 2 * 60_000) })
      .where('id', '=', id)
      .execute();

  it.each([
    ['fails', new Error('Timeout')],
    ['is refused', new MailRefused('no such mailbox')],
    ['is taken', null],
  ])('and then %s changes nothing of what the try after it sent', async (_what, failure) => {
    const { sent, endFirst, transport } = hangingTransport();
    const worker = await running(transport);
    const tenant = await makeTenant(server.owner, { is_demo: true });
    const id = await queue(tenant, 'asha@watchpost.example');
    await until(async () => expect(sent).toHaveLength(1));
    await overdue(id);
    await requeueOverdue(server.database.forTenant(tenant.id), tenant.id);
    await until(async () => expect((await stored(id)).state).toBe('sent'));
    const before = await stored(id);
    expect(before).toMatchObject({ attempts: 2, reason: '' });
    endFirst(failure);
    await worker.stop();
    expect(await stored(id)).toEqual(before);
    const left = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sendMail'`.execute(
      server.owner,
    );
    expect(left.rows).toEqual([]);
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  it('says nothing any more while another one is under way', async () => {
    const tenant = await makeTenant(server.owner);
    const db = server.database.forTenant(tenant.id);
    const id = await makeMail(server.owner, tenant);
    const former = { tenantId: tenant.id, id, attempts: 1 };
    expect(await claimMail(db, tenant.id, id)).toMatchObject({ attempts: 1 });
    await overdue(id);
    expect(await claimMail(db, tenant.id, id)).toMatchObject({ attempts: 2 });
    const before = await stored(id);
    await updateRetry(db, former, { reason: 'Timeout', delayMs: 10 });
    await updateFailed(db, former, 'no such mailbox');
    await updateSent(db, former);
    expect(await stored(id)).toEqual(before);
    await updateSent(db, { ...former, attempts: 2 });
    expect((await stored(id)).state).toBe('sent');
  });

  it('ends before the next one begins, where the server falls silent', async () => {
    const { connectionTimeout, socketTimeout } = smtpLimits;
    expect(connectionTimeout + socketTimeout).toBeLessThan(tryMinutes * 60_000);
    const unanswered = net.createServer((socket) => void socket.write('220 mail.example\r\n'));
    unanswered.listen(0, '127.0.0.1');
    await once(unanswered, 'listening');
    atFileEnd(() => void unanswered.close());
    const { port } = unanswered.address() as AddressInfo;
    const limits = { ...smtpLimits, socketTimeout: 300 };
    const transport = smtpTransport(`smtp://127.0.0.1:${port}`, limits);
    const worker = await running(transport, []);
    const id = await queue(await makeTenant(server.owner), 'asha@watchpost.example');
    await until(async () => expect(await stored(id)).toMatchObject({ state: 'failed', reason: 'Timeout' }));
    await worker.stop();
  });

  it('leaves a message whose words are gone unsent: no one gets an empty one', async () => {
    const tenant = await makeTenant(server.owner);
    const db = server.database.forTenant(tenant.id);
    const gone = await makeMail(server.owner, tenant, { text_part: null, html_part: null });
    expect(await claimMail(db, tenant.id, gone)).toBeNull();
    expect((await stored(gone)).attempts).toBe(0);
    const storedMail = await makeMail(server.owner, tenant);
    expect(await claimMail(db, tenant.id, storedMail)).toMatchObject({ attempts: 1 });
  });
});

describe('without a mail server', () => {
  it('a message is a file of the outbox, and a demo tenant keeps what it said', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-outbox-'));
    atFileEnd(() => fs.rmSync(folder, { recursive: true }));
    const worker = await running(outboxTransport(path.join(folder, 'outbox')));
    const id = await queue(await makeTenant(server.owner, { is_demo: true }), 'asha@watchpost.example');
    await until(async () => expect((await stored(id)).state).toBe('sent'));
    const mail = await PostalMime.parse(fs.readFileSync(path.join(folder, 'outbox', `${id}.eml`)));
    expect(mail.subject).toBe('Round not started');
    expect(mail.messageId).toBe(`<${id}@watchpost.example>`);
    expect((await stored(id)).html_part).toContain('No guard has started');
    await worker.stop();
  });
});

it('queued in a transaction that is rolled back, a message never was', async () => {
  const tenant = await makeTenant(server.owner);
  const to = `${randomUUID()}@watchpost.example`;
  const attempt = server.database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (trx) => {
      const values = { title: 'No', text: 'No' };
      await queueMail(trx, { tenantId: tenant.id, to, template: 'notice', language: 'en', values });
      throw new Error('no');
    });
  await expect(attempt).rejects.toThrow('no');
  const found = await server.owner
    .selectFrom('mail_messages')
    .where('recipient', '=', to)
    .select('id')
    .execute();
  expect(found).toEqual([]);
});
