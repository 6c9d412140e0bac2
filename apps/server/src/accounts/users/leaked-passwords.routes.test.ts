import { beforeAll, describe, expect, it } from 'vitest';
import { breachedList } from '../../platform/access/breached-passwords.testing.ts';
import { makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone } from '../../testing/test-app.ts';
import { linkOf, type MailingApp, mailingApp } from './mailed-codes.testing.ts';

const leaked = 'Harbour-kettle-41';
const refusal = (field: string) => ({ [field]: [{ code: 'invalid', message: 'password_breached' }] });

let server: MailingApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await mailingApp({ breached: await breachedList([leaked, 'another-that-leaked']) });
  tenant = await makeTenant(server.owner);
});

describe('a password in the list of leaked ones', () => {
  it('is not taken for a forgotten one, and the link still takes another', async () => {
    const caller = anyone(server.app, tenant);
    const { email } = await makeUser(server.owner, tenant);
    await caller('POST', '/users/forgot-password', { body: { username: email } });
    const otpId = linkOf((await server.mailsTo(email))[0]);
    const set = (password: string) => caller('POST', '/users/set-password', { body: { otpId, password } });
    const reply = await set(leaked);
    expect([reply.statusCode, reply.json()]).toEqual([400, refusal('password')]);
    expect((await set(`${leaked}-2`)).statusCode).toBe(200);
  });

  it('is not taken in place of the old one, which stays', async () => {
    const { id } = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, id);
    const change = (newPassword: string) =>
      caller('PUT', '/secure/users/profile/password', { body: { oldPassword: testPassword, newPassword } });
    const reply = await change(leaked);
    expect([reply.statusCode, reply.json()]).toEqual([400, refusal('newPassword')]);
    expect((await change(`${leaked}-2`)).statusCode).toBe(200);
  });
});
