// Signing in with the login object of the specification, and by those whose role is not the console's.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { anyone, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const signIn = (username: string, password: string = testPassword) =>
  anyone(server.app, tenant)('POST', '/user-signin', { body: { username, password } });

describe('somebody who signs in', () => {
  it('[SIGN-13] a guard with the right secret reads that the role is not one of the console; with a wrong one the answer is anyone’s', async () => {
    const make = (email: string, values: object = {}) =>
      makeGuard(server.owner, tenant, { email, ...values });
    await make('Ravi@guards.example');
    await make('gone@guards.example', { deleted_at: new Date() });
    await make('left@guards.example', { activated: false });
    await make('new@guards.example', { secret_hash: null });
    const asked: [string, string?][] = [
      ['ravi@guards.example'],
      ['ravi@guards.example', 'Wrong-pass-1'],
      ['left@guards.example'],
      ['left@guards.example', 'Wrong-pass-1'],
      ['gone@guards.example'],
      ['new@guards.example'],
    ];
    const replies = [];
    for (const [email, secret] of asked) replies.push(await signIn(email, secret));
    expect(replies.map((reply) => [reply.statusCode, reply.json().general[0].message])).toEqual([
      [403, 'Invalid role, contact to server team'],
      [401, 'Invalid email and password'],
      [403, 'This account is deactivated please contact with Admin'],
      [401, 'Invalid email and password'],
      [401, 'Invalid email and password'],
      [401, 'Invalid email and password'],
    ]);
    expect(replies.flatMap((reply) => reply.cookies)).toEqual([]);
  });

  it('[SIGN-13] a guard of another tenant, and one whose address an account also has, get the answers of their own', async () => {
    const other = await makeTenant(server.owner);
    await makeGuard(server.owner, other, { email: 'elsewhere@guards.example' });
    expect((await signIn('elsewhere@guards.example')).statusCode).toBe(401);
    const { email } = await makeUser(server.owner, tenant);
    await makeGuard(server.owner, tenant, { email });
    expect((await signIn(email)).statusCode).toBe(200);
  });

  describe('with the login object of the specification', () => {
    const logIn = (body: object) => anyone(server.app, tenant)('POST', '/user-signin', { body });
    const password = testPassword;

    it('[API-02] email and tenantId sign in as username does, and go by the same limits', async () => {
      const { email } = await makeUser(server.owner, tenant);
      const bodies = [
        { email, password, tenantId: tenant.slug },
        { email: ` ${email.toUpperCase()} `, password },
        { username: email, password, tenantId: tenant.slug },
        { username: email, password },
      ];
      for (const body of bodies) {
        const reply = await logIn(body);
        expect([reply.statusCode, reply.json().user?.email]).toEqual([200, email]);
        expect(reply.cookies.map(({ name }) => name)).toContain('XSRF-TOKEN');
      }
      for (let tries = 0; tries < 10; tries += 1) {
        const name = tries % 2 === 0 ? { email } : { username: email };
        expect((await logIn({ ...name, password: 'Wrong-pass-1' })).statusCode).toBe(401);
      }
      expect((await logIn({ email, password, tenantId: tenant.slug })).statusCode).toBe(429);
    });

    it.each([
      [{}, { username: 'email_required', password: 'error_password_required' }],
      [{ email: '', password }, { email: 'email_required' }],
      [{ email: 'someone', password }, { email: 'email_pattern' }],
      [{ email: `${'a'.repeat(50)}@x.example`, password }, { email: 'exceed_max_length' }],
      [{ email: 'a@x.example' }, { password: 'error_password_required' }],
      [{ email: 7, password }, { email: 'email_required' }],
      [
        { email: 'a@x.example', username: 'a@x.example', password },
        { email: 'Send the username or the email, not both.' },
      ],
      [{ email: 'a@x.example', password, tenantId: 'another' }, { tenantId: 'Must be this tenant.' }],
      [{ email: 'a@x.example', password, tenantId: 7 }, { tenantId: 'Must be a tenant.' }],
      [{ email: 'a@x.example', password, role: 'admin' }, { role: 'This is not known here. Leave it out.' }],
    ])('[API-02] %j is refused at its fields', async (body, fields) => {
      const reply = await logIn(body);
      const messages = Object.entries<{ message: string }[]>(reply.json()).map(([field, list]) => [
        field,
        list[0]?.message,
      ]);
      expect([reply.statusCode, Object.fromEntries(messages)]).toEqual([400, fields]);
    });
  });
});
