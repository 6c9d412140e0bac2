import { beforeAll, expect, it } from 'vitest';
import { makeTenant, type MadeTenant } from '../testing/factories.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

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
});
