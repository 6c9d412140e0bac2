import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTenant, type MadeTenant } from '../testing/factories.ts';
import { atFileEnd } from '../testing/file-end.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { testFiles } from '../testing/test-files.ts';
import { testJobs } from '../testing/test-jobs.ts';
import { openMailBox } from './mail-box.testing.ts';
import { mailJobs } from './mail.jobs.ts';
import { queueMail } from './mail.queries.ts';
import { type MailTransport, outboxTransport, smtpTransport } from './mail-transport.ts';

const fromAddress = 'console@watchpost.example';
const soon = Array.from({ length: 60 }, () => 100);

let server: TestDatabase;
beforeAll(async () => {
  server = await testDatabase();
});

const queue = (tenant: MadeTenant, to: string) => {
  const values = { title: 'Round not started', text: 'Nobody has started the round.' };
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
    expect(mail?.text).toContain('Nobody has started the round.');
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
    expect((await stored(id)).html_part).toContain('Nobody has started');
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
    expect((await stored(id)).html_part).toContain('Nobody has started');
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
