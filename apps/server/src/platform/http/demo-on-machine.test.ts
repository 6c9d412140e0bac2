import { beforeAll, describe, expect, it } from 'vitest';
import { demoSlug } from '../../accounts/sign-in/demo-sign-ins.ts';
import { readEnv } from '../../env.ts';
import { type MadeTenant, makeTenant, makeUser, testPassword } from '../../testing/factories.ts';
import { anyone, buildTestApp, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let username: string;
beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner, { slug: demoSlug, is_demo: true });
  username = (await makeUser(server.owner, tenant)).email;
});

const signIn = (headers: Record<string, string>) =>
  anyone(server.app, tenant, headers)('POST', '/user-signin', { body: { username, password: testPassword } });

describe('[TRUTH-12] the demo', () => {
  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST'])('answers as %s', async (host) => {
    expect((await signIn({ host })).statusCode).toBe(200);
  });

  it.each([
    'patrol.example.com',
    '192.168.1.7:8080',
    'localhost.example.com',
    '127.0.0.1.example.com',
    'a b',
  ])('refuses to answer as %s', async (host) => {
    const reply = await signIn({ host });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ general: [{ message: expect.stringContaining('DEMO=off') }] });
  });

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'refuses what a proxy hands on, by its %s',
    async (header) => {
      expect((await signIn({ [header]: '127.0.0.1' })).statusCode).toBe(403);
      const page = await server.app.inject({ url: '/', headers: { [header]: '127.0.0.1' } });
      expect(page.statusCode).toBe(403);
    },
  );

  it.each([
    ['PUBLIC_URL', 'https://patrol.example.com'],
    ['TRUST_PROXY', 'on'],
    ['HOST', '0.0.0.0'],
  ])('does not start with %s=%s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}=.*DEMO=off`));
    expect(() => readEnv({ [name]: value, DEMO: 'off' })).not.toThrow();
  });

  it('starts with a public address on this machine', () => {
    expect(readEnv({ PUBLIC_URL: 'http://localhost:9000' }).isDemo).toBe(true);
  });

  it('lets no one in where an earlier start made it and it is off now', async () => {
    const app = await buildTestApp(server.database, { isDemo: false });
    const body = { username, password: testPassword };
    const asDemo = await anyone(app, tenant)('POST', '/user-signin', { body });
    expect(asDemo.statusCode).toBe(404);
    const other = await makeTenant(server.owner);
    const { email } = await makeUser(server.owner, other);
    const reply = await anyone(app, other)('POST', '/user-signin', { body: { ...body, username: email } });
    expect(reply.statusCode).toBe(200);
    await app.close();
  });
});
