// How long the link of an invitation works, and what it says once it does not.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, signedIn } from '../../testing/test-app.ts';
import { linkOf, type MailingApp, mailingApp } from './mailed-codes.testing.ts';

let server: MailingApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
const dayMs = 86_400_000;

beforeAll(async () => {
  server = await mailingApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

async function invite() {
  const email = `${randomUUID()}@example.com`;
  const body = { email, firstName: 'Meera', lastName: 'Rao' };
  const { id } = (await admin('POST', `/secure/sites/${siteId}/sub-admins`, { body })).json();
  const [mail] = await server.mailsTo(email);
  return { id, email, mail, link: linkOf(mail) };
}

const again = (id: string) => admin('POST', `/secure/sub-admins/${id}/invitation`);
const ask = async (path: string, body: object) => anyone(server.app, tenant)('POST', path, { body });
const setPassword = async (otpId: string) =>
  (await ask('/users/set-password', { otpId, password: testPassword })).statusCode;
const stateOf = async (otpId: string) => (await ask('/users/password-link', { otpId })).json();
const shown = async (id: string) => {
  const { data } = (await admin('GET', `/secure/sites/${siteId}/sub-admins`)).json();
  return data.find((one: { id: string }) => one.id === id);
};

/** As if everything about the account had happened so long before. */
async function letDaysPass(id: string, days: number): Promise<void> {
  const span = sql`make_interval(secs => ${days * 86_400})`;
  await sql`UPDATE password_codes SET created_at = created_at - ${span}, expires_at = expires_at - ${span}
    WHERE user_id = ${id}`.execute(server.owner);
  await sql`UPDATE users SET invited_at = invited_at - ${span}, invitation_ends_at = invitation_ends_at - ${span}
    WHERE id = ${id}`.execute(server.owner);
}

describe('the link of an invitation', () => {
  it('[MNG-02] works for seven days, says so in the mail and in the list, and then no more', async () => {
    const { id, mail, link } = await invite();
    expect(mail?.text).toContain('for 7 days');
    const { invitationEndsAtMs } = await shown(id);
    expect(Math.abs(invitationEndsAtMs - Date.now() - 7 * dayMs)).toBeLessThan(60_000);
    await letDaysPass(id, 6.9);
    // Others who are invited clear away what is old.
    await invite();
    expect(await stateOf(link)).toMatchObject({ state: 'good', isInvitation: true });
    await letDaysPass(id, 0.2);
    expect(await stateOf(link)).toMatchObject({ state: 'expired', isInvitation: true });
    expect(await setPassword(link)).toBe(422);
    expect((await shown(id)).invitationEndsAtMs).toBeLessThan(Date.now());
  });

  it('[MNG-02] sets a password on its seventh day, once', async () => {
    const { id, email, link } = await invite();
    await letDaysPass(id, 6.9);
    expect(await setPassword(link)).toBe(200);
    expect(await shown(id)).toMatchObject({ state: 'active', invitationEndsAtMs: null });
    expect(await stateOf(link)).toEqual({ state: 'unknown', isInvitation: false, endsAtMs: null });
    expect(await setPassword(link)).toBe(422);
    await signedIn(server.app, tenant, email);
  });

  it('[MNG-02] is renewed once it has expired: the new one works for seven days, the old one says that there is another', async () => {
    const { id, email, link } = await invite();
    await letDaysPass(id, 8);
    expect((await again(id)).statusCode).toBe(200);
    const [, second] = await server.mailsTo(email, 2);
    expect(await stateOf(link)).toMatchObject({ state: 'replaced', isInvitation: true });
    expect(await setPassword(link)).toBe(422);
    expect((await shown(id)).invitationEndsAtMs).toBeGreaterThan(Date.now() + 6.9 * dayMs);
    await letDaysPass(id, 6);
    expect(await setPassword(linkOf(second))).toBe(200);
  });

  it('[MNG-02] is not taken away by a stranger who asks for a code, and a code fits beside it', async () => {
    const { email, link } = await invite();
    expect((await ask('/users/forgot-password', { username: email })).statusCode).toBe(200);
    const [, reset] = await server.mailsTo(email, 2);
    const otp = /\b\d{6}\b/.exec(reset?.text ?? '')?.[0] ?? '';
    expect((await ask('/users/verify-otp', { email, otp })).statusCode).toBe(200);
    expect(await stateOf(link)).toMatchObject({ state: 'good' });
    expect(await setPassword(link)).toBe(200);
    expect(await stateOf(linkOf(reset))).toMatchObject({ state: 'unknown' });
  });

  it('[MNG-02] ends with the deactivation of its account, and tells nothing to who made one up', async () => {
    const { id, link } = await invite();
    await admin('POST', `/secure/sub-admins/${id}/status`, { body: { activated: false } });
    expect(await stateOf(link)).toMatchObject({ state: 'unknown' });
    expect(await stateOf('x'.repeat(43))).toEqual({ state: 'unknown', isInvitation: false, endsAtMs: null });
    const other = await makeTenant(server.owner);
    const { link: own } = await invite();
    const elsewhere = anyone(server.app, other);
    const reply = await elsewhere('POST', '/users/password-link', { body: { otpId: own } });
    expect(reply.json().state).toBe('unknown');
  });
});

it('the link of a mailed code works for ten minutes, and says that it has expired', async () => {
  const { id, email } = await makeUser(server.owner, tenant);
  await ask('/users/forgot-password', { username: email });
  const [mail] = await server.mailsTo(email);
  expect(await stateOf(linkOf(mail))).toMatchObject({ state: 'good', isInvitation: false });
  await letDaysPass(id, 1 / 144);
  expect(await stateOf(linkOf(mail))).toMatchObject({ state: 'expired', isInvitation: false });
});
