import { beforeAll, expect, it } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { anyone, buildTestApp, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const securityHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

it('every reply has the same security headers, the first one, later ones and refusals alike', async () => {
  const paths = [
    '/healthz',
    '/healthz',
    `/api/${tenant.slug}/admin/metadata`,
    '/api/nobody/user-metadata',
    '/a/b/c',
  ];
  const replies = [];
  for (const url of paths) replies.push(await server.app.inject({ method: 'GET', url }));
  const [first, ...later] = replies.map(({ headers }) => securityHeaders.map((name) => headers[name]));
  expect(first?.every((value) => typeof value === 'string' && value !== '')).toBe(true);
  for (const values of later) expect(values).toEqual(first);
  expect(replies[0]?.headers['content-security-policy']).toContain("script-src 'self'");
  expect(replies[0]?.headers['content-security-policy']).not.toContain('unsafe');
  expect(replies[0]?.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(
      /object-src 'none';base-uri 'none';.*frame-ancestors 'none'/,
    ),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(), microphone=()'),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

it('tells browsers to stay with TLS for two years, on every host below, once they came by it', async () => {
  const app = await buildTestApp(server.database, { trustProxy: 1, isDemo: false });
  for (const url of ['/healthz', `/api/${tenant.slug}/admin/metadata`, '/a/b/c']) {
    const encrypted = await app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
    expect(encrypted.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect((await app.inject({ url })).headers).not.toHaveProperty('strict-transport-security');
  }
  await app.close();
});

it('no reply of the API may be kept by a browser or a proxy, refusals alike', async () => {
  const { email } = await makeUser(server.owner, tenant);
  const caller = await signedIn(server.app, tenant, email);
  const replies = [
    await caller('GET', '/secure/user-metadata'),
    await caller('GET', '/secure/sites'),
    await caller('GET', '/secure/no-such-address'),
    await caller('POST', '/secure/sites', { body: {} }),
    await anyone(server.app, tenant)('GET', '/secure/user-metadata'),
  ];
  for (const { headers } of replies) expect(headers['cache-control']).toBe('no-store');
});

it('no page of another origin is let read a reply, whatever it says of itself', async () => {
  for (const origin of ['https://elsewhere.example', 'null']) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin, 'access-control-request-method': 'PUT' };
      const reply = await server.app.inject({ method, url: `/api/${tenant.slug}/admin/metadata`, headers });
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
});
