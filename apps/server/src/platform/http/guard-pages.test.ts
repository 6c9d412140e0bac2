import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildTestApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

let app: FastifyInstance;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-guard-'));

beforeAll(async () => {
  fs.mkdirSync(path.join(folder, 'assets'));
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Guard</title>');
  fs.writeFileSync(path.join(folder, 'sw.js'), 'self.a = 1;');
  fs.writeFileSync(
    path.join(folder, 'manifest.webmanifest'),
    JSON.stringify({ id: '/guard/', start_url: '/guard/' }),
  );
  fs.writeFileSync(path.join(folder, 'assets', 'a-12345678.js'), 'export {};');
  const { database } = await testDatabase();
  app = await buildTestApp(database, { guardFolder: folder });
});
afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ method: 'GET', url });

it('[FIELD-01] the guards’ app is served under its address, its worker asked for again each time', async () => {
  const page = await get('/guard/?company=demo');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Guard</title>');
  expect(page.headers['cache-control']).toBe('no-cache');
  const short = await get('/guard?company=demo');
  expect([short.statusCode, short.headers.location]).toEqual([308, '/guard/?company=demo']);
  const worker = await get('/guard/sw.js');
  expect(worker.headers['content-type']).toMatch(/^text\/javascript/);
  expect(worker.headers['cache-control']).toBe('no-cache');
  expect((await get('/guard/manifest.webmanifest')).headers['content-type']).toMatch(
    /^application\/manifest\+json/,
  );
  expect((await get('/guard/assets/a-12345678.js')).headers['cache-control']).toContain('immutable');
  expect((await get('/guard/secret.txt')).statusCode).toBe(404);
  expect((await get('/guard/../package.json')).statusCode).toBe(404);
});

it('[FIELD-01] what is put on the home screen from the page of a company opens for that company', async () => {
  const manifestAt = async (query: string) => (await get(`/guard/manifest.webmanifest${query}`)).json();
  const plain = { id: '/guard/', start_url: '/guard/' };
  expect(await manifestAt('')).toEqual(plain);
  expect(await manifestAt('?company=acme-2')).toEqual({ ...plain, start_url: '/guard/?company=acme-2' });
  for (const query of ['?company=', '?company=A%26b', '?company=a&company=b', '?company=../x']) {
    expect(await manifestAt(query)).toEqual(plain);
  }
});

it('only the guards’ app may use the camera and compile its reader of codes', async () => {
  const guard = (await get('/guard/')).headers;
  expect(guard['permissions-policy']).toContain('camera=(self)');
  expect(guard['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(guard['content-security-policy']).not.toContain("'unsafe-inline'");
  for (const url of ['/', '/guards', '/healthz', '/api/demo/field/plan']) {
    const { headers } = await get(url);
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['content-security-policy']).not.toContain('unsafe');
  }
});
