// Whose address needs no question, how many strangers a company may ask, and what is kept of their answers.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, test, vi } from 'vitest';
import { invitationsPerDay } from '@watchpost/domain/mail-consents';
import {
  linkIn,
  mailsTo,
  type ReportWorld,
} from '../../reports/scheduled-reports/scheduled-reports.testing.ts';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeConsent } from '../../testing/make-scheduled-report.ts';
import { anyone } from '../../testing/test-app.ts';
import { saveAnswer } from './mail-answers.queries.ts';
import {
  consentWorld,
  mailedTo,
  openPage,
  reportFieldsFor,
  savedReport,
  sendForm,
  statesOf,
  strangerAddress,
} from './mail-consents.testing.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await consentWorld();
});

describe('an account of the company', () => {
  test('[TRUTH-12] needs no question, unless it is deactivated or has never been used', async () => {
    const { owner } = world.server;
    const user = await makeUser(owner, world.tenant, { siteId: world.siteId });
    const invited = await makeUser(owner, world.tenant, { siteId: world.siteId });
    await owner.updateTable('users').set({ invited_at: new Date() }).where('id', '=', invited.id).execute();
    const gone = await makeUser(owner, world.tenant, { activated: false });
    const guard = await makeUser(owner, world.tenant, { role: 'guard' });
    const id = await savedReport(
      world,
      [user, invited, gone, guard].map(({ email }) => email),
    );
    expect(await statesOf(world, id)).toEqual({
      [user.email]: 'agreed',
      [invited.email]: 'invited',
      [gone.email]: 'invited',
      [guard.email]: 'invited',
    });
    expect(mailedTo(world, user.email)).toEqual([]);
  });

  test('[TRUTH-12] a test goes to no stranger whose address an admin calls the own one', async () => {
    const { owner } = world.server;
    const user = await makeUser(owner, world.tenant);
    const admin = await browserOf(world.server, world.tenant, user.id);
    const id = await savedReport(world, [strangerAddress()]);
    const stranger = strangerAddress();
    const body = {
      firstName: 'Asha',
      lastName: 'Rao',
      email: stranger,
      phoneNumber: '9876543210',
      countryCode: '+91',
      profileImage: '',
    };
    expect((await admin('PUT', '/secure/users/profile', { body })).statusCode).toBe(200);
    const refused = await admin('POST', `/secure/scheduled-reports/${id}/test`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().general[0].code).toBe('addressNotAgreed');
    const [question] = await mailsTo(world, stranger, 1);
    await sendForm(world, linkIn(question?.text, world, 'mail-consents'), 'answer=agree');
    expect((await admin('POST', `/secure/scheduled-reports/${id}/test`)).statusCode).toBe(200);
    await mailsTo(world, stranger, 2);
  });
});

test('[TRUTH-12] a company asks only so many strangers in a day', async () => {
  const { server } = world;
  const tenant = await makeTenant(server.owner);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const save = (count: number) =>
    admin('POST', '/secure/scheduled-reports', {
      body: reportFieldsFor(world, Array.from({ length: count }, strangerAddress), { siteId: null }),
    });
  const perReport = 20;
  for (let asked = 0; asked < invitationsPerDay; asked += perReport)
    expect((await save(perReport)).statusCode).toBe(200);
  const refused = await save(1);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()['recipients'][0].message).toBe('report_invitations_spent');
  const count = await server.owner
    .selectFrom('mail_consents')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  expect(Number(count.all)).toBe(invitationsPerDay);
});

test('[TRUTH-12] a company invites one address to an account only so often', async () => {
  const { server, tenant } = world;
  const email = strangerAddress();
  const invited = await world.admin('POST', `/secure/sites/${world.siteId}/sub-admins`, {
    body: { email, firstName: 'Some', lastName: 'Body' },
  });
  expect(invited.statusCode).toBe(200);
  const row = () => ({
    tenant_id: tenant.id,
    id: randomUUID(),
    recipient: email,
    template: 'invitation',
    language: 'en',
    subject: '',
    text_part: null,
    html_part: null,
    state: 'sent' as const,
  });
  await server.owner
    .insertInto('mail_messages')
    .values(Array.from({ length: 10 }, row))
    .execute();
  const again = await world.admin('POST', `/secure/sub-admins/${invited.json().id}/invitation`);
  expect(again.statusCode).toBe(429);
});

describe('a mailed link to answer', () => {
  test('[TRUTH-12] opens in the language of the report, and nothing of another tenant', async () => {
    const stranger = strangerAddress();
    const body = reportFieldsFor(world, [stranger], { language: 'mr' });
    await world.admin('POST', '/secure/scheduled-reports', { body });
    const [question] = await mailsTo(world, stranger, 1);
    expect(question?.subject).toContain('गस्तीचे अहवाल');
    const link = linkIn(question?.text, world, 'mail-consents');
    expect((await openPage(world, link)).body).toContain('तुमची संमती आहे का?');
    const other = await makeTenant(world.server.owner);
    const elsewhere = await anyone(world.server.app, other)('GET', link);
    const unknown = await openPage(world, `/mail-consents/${'x'.repeat(43)}`);
    expect(elsewhere.statusCode).toBe(404);
    expect(elsewhere.body).toBe(unknown.body);
  });

  it('is stored as a hash alone', async () => {
    const stranger = strangerAddress();
    await savedReport(world, [stranger]);
    const [question] = await mailsTo(world, stranger, 1);
    const token = linkIn(question?.text, world, 'mail-consents').split('/').at(-1);
    const { rows } = await sql<{ found: number }>`SELECT count(*)::int AS found FROM mail_consent_links l
      WHERE l::text LIKE ${`%${token}%`}`.execute(world.server.owner);
    expect(rows).toEqual([{ found: 0 }]);
    // Of the mail itself nothing is left but that it was sent.
    await vi.waitFor(async () => {
      const stored = await world.server.owner
        .selectFrom('mail_messages')
        .select(['state', 'text_part'])
        .where('recipient', '=', stranger)
        .executeTakeFirstOrThrow();
      expect(stored).toEqual({ state: 'sent', text_part: null });
    });
  });
});

test('[TRUTH-12] a no outlives the erasure of its address', async () => {
  const stranger = strangerAddress();
  await makeConsent(world.server.owner, world.tenant, stranger, 'stopped');
  await world.server.owner
    .updateTable('mail_consents')
    .set({ address: null })
    .where('address', '=', stranger)
    .execute();
  const id = await savedReport(world, [stranger]);
  expect(await statesOf(world, id)).toEqual({ [stranger]: 'stopped' });
  expect(mailedTo(world, stranger)).toEqual([]);
});

test('[TRUTH-12] what was answered is in the audit log', async () => {
  const stranger = strangerAddress();
  const db = world.server.database.forTenant(world.tenant.id);
  const origin = { tenantId: world.tenant.id, actor: null, address: '10.1.2.3', agent: '', requestId: '' };
  const about = { purpose: 'logHeads', address: stranger, language: 'en' } as const;
  await saveAnswer(db, origin, { ...about, state: 'agreed' });
  await saveAnswer(db, origin, { ...about, state: 'agreed' });
  await saveAnswer(db, origin, { ...about, state: 'stopped' });
  const { rows } = await sql<{ action: string }>`SELECT action FROM audit_entries
    WHERE after->>'email' = ${stranger} ORDER BY id`.execute(world.server.owner);
  expect(rows.map(({ action }) => action)).toEqual(['mailConsent.agreed', 'mailConsent.stopped']);
});
