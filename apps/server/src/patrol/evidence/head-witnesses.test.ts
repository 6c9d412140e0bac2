// Witnesses: asked first, then mailed each head once, and never again after they said no.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findHeadNote } from '@watchpost/domain/evidence/head-note';
import { parseVerifierKey, verifyNote } from '@watchpost/domain/evidence/signed-note';
import { headWitnessesMax } from '@watchpost/domain/head-witnesses';
import { mailConsentJobs } from '../../company/mail-consents/mail-consents.jobs.ts';
import { type MailBox, openMailBox } from '../../platform/mail/mail-box.testing.ts';
import { smtpTransport } from '../../platform/mail/mail-transport.ts';
import { mailJobs } from '../../platform/mail/mail.jobs.ts';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { publishHeads } from './published-heads.jobs.ts';
import { dayMs, makePublishedWorld, type PublishedWorld } from './published-heads.testing.ts';

const server = await testApp();
const { app, owner, database } = server;
const consoleUrl = () => 'https://console.example/';
const list = '/secure/evidence-log/witnesses';
let world: PublishedWorld;
let box: MailBox;
let days = 0;

beforeAll(async () => {
  box = await openMailBox();
  world = await makePublishedWorld(server);
  const files = testFiles();
  const transport = smtpTransport(box.url);
  const handlers = [
    ...mailConsentJobs({ consoleUrl }),
    ...mailJobs({ transport, files, fromAddress: 'console@watchpost.example' }),
  ];
  await testJobs(
    server,
    handlers.filter(({ timetable }) => timetable === undefined),
  );
});

const stranger = () => `${randomUUID().slice(0, 13)}@client.example`;
const add = (email: string, caller: Caller = world.superAdmin, language = 'en') =>
  caller('POST', list, { body: { email, language } });
const witnessOf = async (email: string) =>
  (await world.superAdmin('GET', list))
    .json()
    .witnesses.find((each: { email: string }) => each.email === email);
const remove = async (email: string) => {
  const { id } = await witnessOf(email);
  expect((await world.superAdmin('DELETE', `${list}/${id}`)).statusCode).toBe(200);
};

/** Mails that arrived for an address; waits until there are so many. */
async function mailsTo(email: string, count: number) {
  const own = () => box.arrived.filter((mail) => mail.to?.some(({ address }) => address === email));
  await vi.waitFor(() => expect(own()).toHaveLength(count), { timeout: 60_000, interval: 50 });
  return own();
}

/** Something is sealed, and a day later its head is published by two servers. */
async function nextDay(): Promise<void> {
  days += 1;
  await world.phones[0].walk(Date.now());
  await world.seal();
  const settings = { sealing: world.sealing, consoleUrl, onProblem: () => {} };
  const nowMs = world.midnightMs + days * dayMs;
  await Promise.all([publishHeads(settings, database, nowMs), publishHeads(settings, database, nowMs)]);
}

async function answer(text: string | undefined, answered: string | null): Promise<void> {
  const path = /\/mail-consents\/[\w-]+/.exec(text ?? '')?.[0] ?? '';
  const body = answered === null ? { 'List-Unsubscribe': 'One-Click' } : { answer: answered };
  expect((await anyone(app, world.tenant)('POST', path, { body })).statusCode).toBe(200);
}

describe('a witness', () => {
  test('[TRUTH-05] is asked, and mailed the head of each day once, after agreeing and not before', async () => {
    const email = stranger();
    expect((await add(email.replace('client', 'Client'))).statusCode).toBe(200);
    const [question] = await mailsTo(email, 1);
    expect(question?.subject).toContain('may we mail you the seals of our records?');
    expect(await witnessOf(email)).toMatchObject({ state: 'invited', mailedAtMs: null });
    await nextDay();
    await answer(question?.text, 'agree');
    expect(await witnessOf(email)).toMatchObject({ state: 'agreed', mailedAtMs: null });
    await nextDay();
    const [, mail] = await mailsTo(email, 2);
    const published = (await world.stranger('GET', '/evidence/checkpoint')).body;
    const note = findHeadNote(mail?.text ?? '');
    expect(note?.head).toEqual(findHeadNote(published)?.head);
    const { noteKeys } = (await world.stranger('GET', '/evidence/keys')).json();
    const keys = noteKeys.flatMap((key: string) => parseVerifierKey(key) ?? []);
    expect(note && (await verifyNote(note.note, keys))).toBe('signed');
    expect((await witnessOf(email)).mailedAtMs).toBeGreaterThan(Date.now() - 60_000);
    await nextDay();
    await mailsTo(email, 3);
    await remove(email);
    await nextDay();
    await mailsTo(email, 3);
  });

  test.each([
    ['hi', 'रिकॉर्ड की मुहर', 'ये मेल बंद करें'],
    ['mr', 'नोंदींची मोहर', 'हे मेल थांबवा'],
  ])('[TRUTH-05] reads %s where that was chosen', async (language, subject, stop) => {
    const email = stranger();
    await add(email, world.superAdmin, language);
    await answer((await mailsTo(email, 1))[0]?.text, 'agree');
    await nextDay();
    const mail = (await mailsTo(email, 2))[1];
    expect(mail?.subject).toContain(subject);
    expect(mail?.text).toContain(stop);
    await remove(email);
  });

  test('[TRUTH-12] stops the mails from any of them, by a button or in one click, and is never asked again', async () => {
    const email = stranger();
    await add(email);
    await answer((await mailsTo(email, 1))[0]?.text, 'agree');
    await nextDay();
    const [, mail] = await mailsTo(email, 2);
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/mail-consents/');
    await answer(mail?.text, null);
    expect(await witnessOf(email)).toMatchObject({ state: 'stopped' });
    await nextDay();
    const again = await world.superAdmin('POST', `${list}/${(await witnessOf(email)).id}/invitation`);
    expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('asked not to be mailed')]);
    await remove(email);
    const added = await add(email);
    expect(added.statusCode).toBe(400);
    expect(added.json()).toMatchObject({ email: [{ message: 'witness_stopped' }] });
    await mailsTo(email, 2);
  });

  test('[TRUTH-12] is not asked twice within a day, and no more are than a handful', async () => {
    const emails = Array.from({ length: headWitnessesMax }, stranger);
    for (const email of emails) expect((await add(email)).statusCode).toBe(200);
    const full = await add(stranger());
    expect([full.statusCode, full.body]).toEqual([409, expect.stringContaining('as many witnesses')]);
    const { id } = await witnessOf(emails[0] ?? '');
    expect((await world.superAdmin('POST', `${list}/${id}/invitation`)).statusCode).toBe(409);
    for (const email of emails.slice(1)) await remove(email);
    const twice = await add(emails[0] ?? '');
    expect(twice.json()).toMatchObject({ email: [{ message: 'witness_twice' }] });
    await remove(emails[0] ?? '');
    const both = await Promise.all(Array.from({ length: headWitnessesMax + 3 }, () => add(stranger())));
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(headWitnessesMax);
    for (const { email } of (await world.superAdmin('GET', list)).json().witnesses) await remove(email);
  });

  test('[TRUTH-05] who has an account needs no question, and can stop like all others', async () => {
    const { email } = await makeUser(owner, world.tenant);
    await add(email);
    expect(await witnessOf(email)).toMatchObject({ state: 'agreed' });
    await nextDay();
    await answer((await mailsTo(email, 1))[0]?.text, 'stop');
    await nextDay();
    await mailsTo(email, 1);
    await remove(email);
  });

  test('[TRUTH-05] is named by super admins of its own company alone, and the audit log says so', async () => {
    const email = stranger();
    await add(email);
    const { id } = await witnessOf(email);
    const subAdmin = await makeUser(owner, world.tenant, {
      role: 'subAdmin',
      siteId: world.phones[0].siteId,
    });
    const other = await makeTenant(owner);
    const callers = [
      [await browserOf(server, world.tenant, subAdmin.id), 403],
      [await browserOf(server, other, (await makeUser(owner, other)).id), 404],
      [world.stranger, 401],
    ] as const;
    for (const [caller, status] of callers) {
      expect((await caller('DELETE', `${list}/${id}`)).statusCode).toBe(status);
      expect((await caller('POST', `${list}/${id}/invitation`)).statusCode).toBe(status);
      const found = await caller('GET', list);
      expect(found.body).not.toContain(email);
    }
    await remove(email);
    const entries = (await world.superAdmin('GET', '/secure/audit-log', { query: { limit: '3' } })).json()
      .data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'witness.removed',
      'witness.added',
      'mailConsent.invited',
    ]);
    expect(entries[1]).toMatchObject({ after: { email, language: 'en' } });
  });
});
