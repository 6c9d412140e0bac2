// Addresses and bytes that no endpoint knows, over a real socket where it matters.
import net from 'node:net';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { buildTestApp, signedIn, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let port = 0;

beforeAll(async () => {
  server = await testApp({ isDemo: false });
  await makeTenant(server.owner, { slug: 'acme' });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

describe('an address that nothing answers to', () => {
  it.each([
    '/nothing-here',
    '/nothing-here/',
    '/acme/nothing-here',
    '/api',
    '/api/',
    '/api/acme',
    '/api/acme/',
    '/api/acme/secure',
    '/api/acme/secure/user-metadata/',
    '/api/acme%2fadmin/metadata',
    '/api/acme/../admin/metadata',
    '/assets/nothing.js',
    '/acme/assets/..%2f..%2f..%2fpackage.json',
    '/.env',
    '//api/acme/admin/metadata',
  ])('[API-04] %s is not found, in the shape of every refusal', async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const reply = await server.app.inject({ method, url });
      expect([reply.statusCode, reply.json().general]).toEqual([
        404,
        [{ code: 'notFound', message: expect.any(String) }],
      ]);
      expect(reply.headers['x-request-id']).toBe(reply.json().requestId);
    }
  });

  it.each(['ACME', '%00', '__proto__', 'nobodys', '-', 'a'.repeat(300)])(
    '[API-04] %s is no tenant, whatever is asked of it',
    async (slug) => {
      for (const path of ['admin/metadata', 'secure/user-metadata', 'secure/scanned-checkpoints']) {
        const reply = await server.app.inject({ url: `/api/${slug}/${path}` });
        expect([reply.statusCode, reply.json().general[0].code]).toEqual([404, 'notFound']);
      }
    },
  );

  it.each(['/%', '/%zz', '/api/acme/%E0%A4%A', '/api/%ff%fe/admin/metadata'])(
    '[API-04] %s, which cannot be read, is refused as bad input',
    async (url) => {
      const reply = await server.app.inject({ url });
      expect([400, 404]).toContain(reply.statusCode);
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(Object.keys(reply.json())[0]).toBe(reply.statusCode === 400 ? 'request' : 'general');
    },
  );
});

describe('a method that an address does not take', () => {
  it.each([
    ['PATCH', '/secure/guards?page=1', 'GET, HEAD, POST'],
    ['PROPFIND', '/secure/guards', 'GET, HEAD, POST'],
    ['PUT', '/secure/guards/export', 'GET'],
    ['POST', '/secure/guards/anybody', 'GET, HEAD, PUT, DELETE'],
  ])('[API-04] %s of %s is refused, by what is taken', async (method, path, allowed) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/acme${path}`, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, allowed]);
  });

  it('[API-04] nor is a part left empty an address', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/acme/secure/guards/`, { method: 'PATCH' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([404, null]);
  });
});

/** Sends bytes and gives what came back until the server closed the connection. */
async function exchange(bytes: string): Promise<{ head: string; body: string }> {
  const socket = net.connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { head, body };
}

describe('bytes that are no request', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'request'],
    ['a head of a megabyte', `GET / HTTP/1.1\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`, 431, 'general'],
    ['a null in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400, 'request'],
    [
      'two lengths',
      'POST /api/acme/user-signin HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'request',
    ],
    [
      'a length and chunks',
      'POST /api/acme/user-signin HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'request',
    ],
    [
      'chunks under another name',
      'POST /api/acme/user-signin HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
      'request',
    ],
    [
      'a chunk of no length',
      'POST /api/acme/user-signin HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
      400,
      'request',
    ],
    [
      'a header continued on the next line',
      'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n',
      400,
      'request',
    ],
    ['a blank before a colon', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\n', 400, 'request'],
  ])('[API-04] %s is refused and the connection closed', async (_what, bytes, status, key) => {
    const { head, body } = await exchange(bytes);
    expect(head.split('\r\n')[0]).toContain(`HTTP/1.1 ${status}`);
    expect(head).toContain('X-Content-Type-Options: nosniff');
    expect(head).toContain("Content-Security-Policy: default-src 'none'");
    expect(Object.keys(JSON.parse(body))).toEqual([key]);
  });

  it('TRACE gives nothing of a request back', async () => {
    const { head, body } = await exchange(
      'TRACE / HTTP/1.1\r\nHost: a\r\nCookie: a=secret\r\nConnection: close\r\n\r\n',
    );
    expect(head.split('\r\n')[0]).toMatch(/ 40[0-9] /);
    expect(body).not.toContain('secret');
  });

  it('a caller that leaves half-way harms no one', async () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write('POST /api/acme/user-signin HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{');
    socket.resetAndDestroy();
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

describe('the address of a caller', () => {
  it.each([
    [0, '1.1.1.1', '127.0.0.1'],
    [1, '1.1.1.1', '1.1.1.1'],
    [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    [2, '6.6.6.6, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
  ])(
    'behind %i proxies that say %j is %s, whatever it claimed itself',
    async (trustProxy, forwarded, address) => {
      const tenant = await makeTenant(server.owner);
      const { email } = await makeUser(server.owner, tenant);
      const app = await buildTestApp(server.database, { trustProxy, isDemo: false });
      const caller = await signedIn(app, tenant, email, { 'x-forwarded-for': forwarded });
      const { data } = (await caller('GET', '/secure/sessions')).json();
      expect(data[0].address).toBe(address);
      await app.close();
    },
  );
});

describe('every reply', () => {
  it('carries an X-Request-Id of its own, whatever the caller sends as one', async () => {
    const headers = { 'x-request-id': 'chosen', 'request-id': 'chosen' };
    const replies = await Promise.all(
      ['/healthz', '/readyz', '/api/acme/admin/metadata', '/api/acme/secure/user-metadata', '/no'].map(
        (url) => server.app.inject({ url, headers }),
      ),
    );
    const ids = replies.map((reply) => String(reply.headers['x-request-id']));
    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('cannot be framed, sniffed or scripted by others', async () => {
    const { headers } = await server.app.inject({ url: '/api/acme/admin/metadata' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});
